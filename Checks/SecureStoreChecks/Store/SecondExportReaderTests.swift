import XCTest

@testable import SecureStore

/// Tests of what the library exports, another program reads that knows nothing but the description of the
/// format.
final class SecondExportReaderTests: ExportTestCase {
    private let words = "the phrase of the export"

    func test_read_ofExportOfEveryClass_givesWhatTheStoreHas() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        try export(store)
        let answer = try SecondReader().read(export: exportPath, passphrase: words)
        XCTAssertEqual(answer.message, "")
        XCTAssertEqual(answer.items.sorted { $0.id < $1.id }, try travellers(of: store))
    }

    func test_read_ofExportOfManyFrames_givesWhatTheStoreHas() throws {
        let store = try makeStore(ofItems: 300)
        try store.add(password("large"), secret: SecretBytes.random(count: 200_000))
        try export(store)
        let answer = try SecondReader().read(export: exportPath, passphrase: words)
        XCTAssertEqual(answer.items.sorted { $0.id < $1.id }, try travellers(of: store))
    }

    func test_read_ofWrongOrDamagedExport_isRefused() throws {
        try export(try makeStore(ofItems: 2))
        let bytes = try exportedBytes()
        var (damaged, header) = (bytes, bytes)
        damaged[ExportHeader.byteCount + 3] ^= 1
        header[30] ^= 1
        let rows: [(bytes: [UInt8], words: String, reason: String, line: UInt)] = [
            (bytes, "another", "this is not the passphrase of the export", #line),
            (damaged, words, "a frame does not open", #line),
            (header, words, "the header is damaged", #line),
            (Array(bytes.dropLast()), words, "a frame does not open", #line),
            (bytes + [0], words, "a frame does not open", #line),
        ]
        for row in rows {
            try writeExport(row.bytes)
            let answer = try SecondReader().read(export: exportPath, passphrase: row.words)
            XCTAssertEqual(answer.code, 1, line: row.line)
            XCTAssertTrue(answer.message.contains(row.reason), answer.message, line: row.line)
        }
    }
}
