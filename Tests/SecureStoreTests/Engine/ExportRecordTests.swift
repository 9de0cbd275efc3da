import Foundation
import XCTest

@testable import SecureStore

/// Streams that somebody who knows their passphrase put together wrongly: none is taken.
final class ExportRecordTests: ExportTestCase {
    /// Seals any content as an export does.
    private func writeStream(_ content: [UInt8], isPadded: Bool = true) throws {
        var (header, frame, stream): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var sealer = try ExportHeader.begin(phrase(), .cheapest, headerTo: &header)
        stream = header
        var content = content
        if isPadded {
            content += [UInt8](repeating: 0, count: FileFormat.paddedCount(content.count) - content.count)
        }
        let starts = Array(stride(from: 0, to: max(1, content.count), by: ExportFormat.frameByteCount))
        for start in starts {
            let part = Array(content[start..<min(content.count, start + ExportFormat.frameByteCount)])
            try part.withRawBytes { part in
                try (start == 0 ? header : []).withRawBytes { data in
                    try sealer.seal(part, isLast: start == starts.last, associatedData: data, into: &frame)
                }
            }
            stream += frame
        }
        try writeExport(stream)
    }

    private func end(_ count: UInt64) -> [UInt8] {
        var bytes: [UInt8] = [0]
        bytes.append(littleEndian: count)
        return bytes
    }

    private func sized(_ bytes: [UInt8]) -> [UInt8] {
        var sized: [UInt8] = []
        sized.append(littleEndian: UInt32(bytes.count))
        return sized + bytes
    }

    private func entry(_ code: String, _ form: UInt8, _ value: [UInt8]) -> [UInt8] {
        Array(code.utf8) + [form] + sized(value)
    }

    private let dates: [UInt8] = ["cdat", "mdat"].flatMap { code -> [UInt8] in
        Array(code.utf8) + [4, 8, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]
    }

    private func entries(_ more: [UInt8] = []) -> [UInt8] {
        entry("agrp", 1, Array("default".utf8)) + dates + more
    }

    private func item(
        _ entries: [UInt8], itemClass: UInt8 = 1, access: UInt8 = 1, secret: [UInt8]? = [1, 2, 3],
        parts: [UInt8]? = nil
    ) -> [UInt8] {
        let id = [UInt8](repeating: 9, count: 16)
        return [1] + id + [itemClass, access] + sized(entries)
            + (secret.map { (parts == nil ? [1] : [2]) + sized($0) + (parts ?? []) } ?? [0])
    }

    func test_import_ofStreamMadeByHand_isTaken() throws {
        let parts = [2, 0, 0, 0] + sized([0x61]) + sized([]) + sized([0xc3, 0xa9]) + sized([4, 5])
        try writeStream(item(entries(entry("acct", 1, Array("maria".utf8))), parts: parts) + end(1))
        let target = try makeTarget()
        XCTAssertEqual(try importAll(into: target).added, 1)
        XCTAssertEqual(try target.first(Query<GenericPassword>())?.item.account, "maria")
        XCTAssertEqual(try target.first(Query<GenericPassword>())?.parts.map(\.secret.bytes), [[], [4, 5]])
    }

    func test_import_ofMalformedStream_throwsDecodeAndImportsNothing() throws {
        let target = try makeTarget()
        for row in rows {
            try writeStream(row.content, isPadded: row.isPadded)
            assertThrows(.decode, row.name, line: row.line) { try self.importAll(into: target) }
        }
        XCTAssertEqual(try target.itemCount(), 0)
    }

    private struct Row {
        let name: String
        let content: [UInt8]
        let isPadded: Bool
        let line: UInt

        init(_ name: String, _ content: [UInt8], isPadded: Bool = true, line: UInt = #line) {
            (self.name, self.content, self.isPadded, self.line) = (name, content, isPadded, line)
        }
    }

    private var rows: [Row] {
        let good = item(entries())
        let huge: [UInt8] = [0xff, 0xff, 0xff, 0xff]
        return [
            Row("nothing", [], isPadded: false),
            Row("no end", good),
            Row("too few counted", good + end(0)),
            Row("too many counted", good + end(2)),
            Row("count beyond all numbers", good + end(.max)),
            Row("not padded", good + end(1), isPadded: false),
            Row("padded with more than zeros", good + end(1) + [1]),
            Row("padded too far", end(0) + [UInt8](repeating: 0, count: 23 + 32)),
            Row("another record after the end", end(0) + good),
            Row("unknown record", [7] + end(0)),
            Row("identity", item(entries(), itemClass: 5) + end(1)),
            Row("unknown class", item(entries(), itemClass: 0) + end(1)),
            Row("unknown accessibility", item(entries(), access: 0) + end(1)),
            Row("item that stays on its device", item(entries(), access: 4) + end(1)),
            Row("attributes beyond the limit", Array(good.prefix(19)) + huge),
            Row("attributes beyond the end", Array(good.prefix(19)) + [0xff, 0xff, 0, 0]),
            Row("secret beyond the limit", item(entries(), secret: nil).dropLast() + [1] + huge),
            Row("secret beyond the end", item(entries(), secret: nil).dropLast() + [1, 0xff, 0xff, 0xff, 0]),
            Row("secret or none", item(entries(), secret: nil).dropLast() + [3]),
        ] + attributeRows + partRows
    }

    private var partRows: [Row] {
        let part = sized([0x61]) + sized([1])
        func row(_ name: String, _ parts: [UInt8], line: UInt = #line) -> Row {
            Row(name, item(entries(), parts: parts) + end(1), line: line)
        }
        return [
            row("fewer parts than counted", [2, 0, 0, 0] + part),
            row("no parts where some are said", [0, 0, 0, 0]),
            row("more parts than counted", [0, 0, 0, 0] + part),
            row("257 parts", [1, 1, 0, 0] + Array(repeating: part, count: 257).flatMap { $0 }),
            row("two parts of one name", [2, 0, 0, 0] + part + part),
            row("a part without a name", [1, 0, 0, 0] + sized([]) + sized([1])),
            row(
                "a name of 256 bytes", [1, 0, 0, 0] + sized(Array(repeating: 0x61, count: 256)) + sized([1])),
            row("a name that is not UTF-8", [1, 0, 0, 0] + sized([0xff]) + sized([1])),
            row("a part beyond the end", [1, 0, 0, 0] + sized([0x61]) + [0xff, 0xff, 0, 0]),
            row(
                "a part over 1 MiB",
                [1, 0, 0, 0] + sized([0x61]) + sized(Array(repeating: 1, count: 1 << 20))),
        ]
    }

    private var attributeRows: [Row] {
        [
            Row("no attributes", item([]) + end(1)),
            Row("no group", item(dates) + end(1)),
            Row("no dates", item(entry("agrp", 1, [0x61])) + end(1)),
            Row("bytes that are not UTF-8", item(entries(entry("labl", 1, [0xff]))) + end(1)),
            Row("attribute of another class", item(entries(entry("srvr", 1, [0x61]))) + end(1)),
            Row("unknown attribute", item(entries(entry("none", 1, [0x61]))) + end(1)),
            Row(
                "attribute twice", item(entries(entry("labl", 1, [0x61]) + entry("labl", 1, [0x61]))) + end(1)
            ),
            Row("out of order", item(entries(entry("acct", 1, [0x61]) + entry("labl", 1, [0x61]))) + end(1)),
            Row("accessibility as attribute", item(entry("pdmn", 1, Array("ak".utf8)) + entries()) + end(1)),
            Row("tombstone", item(entries(entry("tomb", 3, [UInt8](repeating: 0, count: 8)))) + end(1)),
            Row("empty value of the identity", item(entries(entry("acct", 1, []))) + end(1)),
            Row("text as number", item(entries(entry("invi", 1, Array("1".utf8)))) + end(1)),
            Row("number of a wrong size", item(entries(entry("invi", 3, [1]))) + end(1)),
            Row("unknown form", item(entries(entry("labl", 9, [0x61]))) + end(1)),
            Row("date that is none", item(created([0, 0, 0, 0, 0, 0, 0xf8, 0x7f])) + end(1)),
            Row("date without end", item(created([0, 0, 0, 0, 0, 0, 0xf0, 0x7f])) + end(1)),
            Row("date of zero with a sign", item(created([0, 0, 0, 0, 0, 0, 0, 0x80])) + end(1)),
            Row("not synchronizable, said", item(unsynchronized) + end(1)),
            Row(
                "access control of another accessibility",
                item(entry("accc", 5, [2] + [UInt8](repeating: 0, count: 8)) + entries()) + end(1)),
            Row(
                "access control that contradicts itself",
                item(entry("accc", 5, [1, 0, 0xc0, 0, 0, 0, 0, 0, 0]) + entries()) + end(1)),
            Row("value beyond the record", item(entries(Array("labl".utf8) + [1, 9, 0, 0, 0])) + end(1)),
        ]
    }

    /// The attributes that every item has, with a creation date of these bytes.
    private func created(_ date: [UInt8]) -> [UInt8] {
        entry("agrp", 1, [0x61]) + entry("cdat", 4, date) + dates.suffix(17)
    }

    private var unsynchronized: [UInt8] {
        entry("agrp", 1, [0x61]) + entry("sync", 3, [UInt8](repeating: 0, count: 8)) + dates
    }
}
