import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Long lists: what is read of them takes time in proportion to their length, and no memory but for the list.
final class ImportReaderTests: XCTestCase {
    private struct Row {
        let name: String
        let reader: (_ count: Int, _ end: String) throws -> any ImportReader
        let line: UInt

        init(
            _ name: String, line: UInt = #line,
            _ reader: @escaping (_ count: Int, _ end: String) throws -> any ImportReader
        ) {
            (self.name, self.line, self.reader) = (name, line, reader)
        }
    }

    /// A reader of each format, of a list of so many entries with something behind them.
    private let rows = [
        Row("csv") { count, end in
            let lines = (0..<count).map { "\($0),maria,secret\n" }
            return CSVText(try SecretBytes(utf8: "name,username,password\n" + lines.joined() + end))
        },
        Row("dump-keychain") { count, end in
            let items = (0..<count).map { "class: \"genp\"\n    \"acct\"<blob>=\"\($0)\"\ndata:\n\"x\"\n" }
            return KeychainDump(try SecretBytes(utf8: items.joined() + end))
        },
        Row("netrc") { count, end in
            let machines = (0..<count).map { "machine h\($0) login maria password secret\n" }
            return NetrcText(text: try SecretBytes(utf8: machines.joined() + end))
        },
        Row("1pux") { count, _ in
            let items = (0..<count).map {
                "{\"overview\": {\"title\": \"\($0)\"}, \"details\": {\"password\": \"secret\"}}"
            }
            let vaults = "[{\"items\": [\(items.joined(separator: ", "))]}]"
            return try OnePasswordVault(SecretBytes(utf8: "{\"accounts\": [{\"vaults\": \(vaults)}]}"))
        },
        Row("keepass") { count, _ in
            let entries = (0..<count).map {
                """
                <Entry><String><Key>Title</Key><Value>\($0)</Value></String><String><Key>Password</Key>\
                <Value>secret</Value></String></Entry>
                """
            }
            let xml = "<KeePassFile><Root><Group>\(entries.joined())</Group></Root></KeePassFile>"
            return KeePassVault(try SecretBytes(utf8: xml))
        },
        Row("proton") { count, _ in
            let items = (0..<count).map {
                "{\"data\": {\"metadata\": {\"name\": \"\($0)\"}, \"content\": {\"password\": \"secret\"}}}"
            }
            let vault = "{\"items\": [\(items.joined(separator: ", "))]}"
            return try ProtonPassExport(SecretBytes(utf8: "{\"vaults\": {\"a\": \(vault)}}"))
        },
        Row("json") { count, _ in
            let logins = (0..<count).map { "{\"title\": \"\($0)\", \"password\": \"secret\"}" }
            return try LoginList(SecretBytes(utf8: "{\"logins\": [\(logins.joined(separator: ", "))]}"))
        },
        Row("bitwarden") { count, _ in
            let items = (0..<count).map {
                "{\"type\": 1, \"name\": \"\($0)\", \"login\": {\"password\": \"secret\"}}"
            }
            return try BitwardenVault(SecretBytes(utf8: "{\"items\": [\(items.joined(separator: ", "))]}"))
        },
    ]

    func test_visit_ofEveryFormat_handsOverEachEntryAsOftenAsItIsAsked() throws {
        for row in rows {
            let list = try row.reader(50, "")
            for _ in 0..<2 {
                var count = 0
                try list.visit { place, entry in
                    XCTAssertLessThanOrEqual(place, list.length, row.name, line: row.line)
                    if case .leftOut(let reason) = entry { XCTFail(reason) }
                    count += 1
                }
                XCTAssertEqual(count, 50, row.name, line: row.line)
            }
        }
    }

    func test_visit_ofListWithFaultAtItsEnd_handsOverWhatIsBeforeIt() throws {
        let faults = [
            "csv": "x,\"\n", "dump-keychain": "class: \"genp\"\n    \"acct\"<blob>=0xFF\ndata:\n\"x\"\n",
            "netrc": "machine x login y password z what",
        ]
        for row in rows {
            guard let fault = faults[row.name] else { continue }
            var count = 0
            XCTAssertThrowsError(try row.reader(50, fault).visit { _, _ in count += 1 }, line: row.line)
            XCTAssertEqual(count, 50, row.name, line: row.line)
        }
    }

    func test_visit_ofLongList_takesWorkInProportionToItsLength() throws {
        for row in rows {
            let short = try processorTime { try row.reader(1_000, "").visit { _, _ in } }
            let long = try processorTime { try row.reader(8_000, "").visit { _, _ in } }
            // 8 times as much, and 64 times if an entry took longer the more there are.
            XCTAssertLessThan(long, short * 24, row.name, line: row.line)
        }
    }
}
