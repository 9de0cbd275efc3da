import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI
@testable import enum SecureStoreTestSupport.Effort

/// Inputs that are made to take time and memory: each is read or refused within bounds.
final class ImportBudgetTests: XCTestCase {
    private func csv(_ parts: String...) throws -> CSVText {
        CSVText(try SecretBytes(utf8: parts.joined()))
    }

    /// A text many times, or an eighth as often; the bounds on time and memory follow.
    private func many(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: Effort.rounds(count))
    }

    private func numbers(_ count: Int) -> Range<Int> { 0..<Effort.rounds(count) }

    private func names(_ count: Int) -> String { numbers(count).map { "n\($0)" }.joined(separator: ",") }

    /// Reads all of a list, or what there is before it is refused.
    private func check(_ list: () throws -> any ImportReader, line: UInt = #line) throws {
        let before = try ProcessSize.peakAfterReset()
        let time = processorTime {
            do { _ = try ImportCount.check(try list()) } catch { XCTAssertTrue("\(error)".count < 1_000) }
        }
        // Three times what the longest list takes where nothing is optimised, on a slow machine.
        XCTAssertLessThan(time, .seconds(Effort.rounds(240)), line: line)
        // A sanitizer has memory of its own.
        if Effort.isThinned { return }
        // Of this some is there for any list.
        let memory = (64 << 20) + Effort.rounds(448 << 20)
        XCTAssertLessThan(try ProcessSize.peak() - before, memory, line: line)
    }

    func test_csv_ofManyLines_staysWithinBounds() throws {
        try check { try self.csv("password\n", self.many("abc\n", 4_000_000)) }
        try check { try self.csv("name,password\n", self.many("a,\n", 4_000_000)) }
    }

    func test_csv_ofManyColumns_staysWithinBounds() throws {
        try check { try self.csv("password,", self.names(500_000), "\n") }
        let row = self.many(",", 900) + "\n"
        try check { try self.csv("password,", self.names(900), "\n", self.many(row, 1_000)) }
        try check { try self.csv("password,", self.names(20_000), "\n", self.many("x,", 20_000), "x\n") }
    }

    func test_csv_ofLongNames_staysWithinBounds() throws {
        let user = many("u", 1 << 20)
        try check {
            try self.csv("password,username,", self.names(900), "\nx,", user, self.many(",y", 900), "\n")
        }
        try check { try self.csv("password,", user, "\n", self.many("x,y\n", 5_000)) }
    }

    func test_csv_ofAnAddressWithManyCommas_staysWithinBounds() throws {
        try check {
            try self.csv("login_uri,login_password\n\"http://h/p", self.many(",p", 1_000_000), "\",x\n")
        }
        try check {
            try self.csv("login_uri,login_password\n\"", self.many("http://h,", 100_000), "\",x\n")
        }
    }

    func test_netrc_ofManyWords_staysWithinBounds() throws {
        for words in ["#\n", "# a\n", "machine a ", "machine a password b "] {
            try check { NetrcText(text: try SecretBytes(utf8: self.many(words, 1_000_000))) }
        }
        try check { NetrcText(text: try SecretBytes(utf8: "machine a " + self.many("login a ", 1_000_000))) }
    }

    func test_dump_ofManyAttributes_staysWithinBounds() throws {
        let lines = numbers(500_000).map { "    \"\($0)\"<b>=\"\"\n" }.joined()
        try check { KeychainDump(try SecretBytes(utf8: "class: \"genp\"\n" + lines)) }
        let sames = many("    \"acct\"<b>=\"\"\n", 1_000_000)
        try check { KeychainDump(try SecretBytes(utf8: "class: \"genp\"\n" + sames)) }
        try check { KeychainDump(try SecretBytes(utf8: self.many("class: x\n", 1_000_000))) }
    }

    private func keePass(_ group: String) throws -> KeePassVault {
        KeePassVault(try SecretBytes(utf8: "<KeePassFile><Root><Group>\(group)</Group></Root></KeePassFile>"))
    }

    func test_keePass_ofManyTinyParts_staysWithinBounds() throws {
        try check { try self.keePass(self.many("<a/>", 2_000_000)) }
        let attributes = numbers(1_000_000).map { " n\($0)=\"\"" }.joined()
        try check { try self.keePass("<a\(attributes)/>") }
        try check { try self.keePass(self.many("<String><Key/></String>", 500_000)) }
        try check { try self.keePass(self.many("<Entry></Entry>", 1_000_000)) }
    }

    func test_keePass_ofLongEntityChains_staysWithinBounds() throws {
        let chain = many("&lt;", 1_000_000)
        try check {
            try self.keePass("<Entry><String><Key>Password</Key><Value>\(chain)</Value></String></Entry>")
        }
        try check { try self.keePass(self.many("<Group><Name>&lt;</Name></Group>", 500_000)) }
    }

    func test_keePass_ofCharacterReferencesAlone_staysWithinBounds() throws {
        for reference in ["&#1;", "&#x10ffff;", "&apos;"] {
            let text = many(reference, (4 << 20) / reference.utf8.count)
            try check {
                try self.keePass("<Entry><String><Key>Notes</Key><Value>\(text)</Value></String></Entry>")
            }
        }
    }

    func test_keePass_ofLongGroupNames_staysWithinBounds() throws {
        let entries = many("<Entry></Entry>", 20_000)
        try check {
            let inner = "<Group><Name>n</Name>\(entries)</Group>"
            return try self.keePass("<Group><Name>\(self.many("n", 2 << 20))</Name>\(inner)</Group>")
        }
    }

    func test_keePass_ofReferencesThatBecomeManyMore_staysWithinBounds() throws {
        func entry(_ title: String, _ notes: String) -> String {
            "<Entry><String><Key>Title</Key><Value>\(title)</Value></String>"
                + "<String><Key>Notes</Key><Value>\(notes)</Value></String></Entry>"
        }
        let entries = (0..<8).map { entry("\($0)", self.many("{REF:N@T:\($0 + 1)}", 1_000)) }
        try check { try self.keePass(entries.joined() + entry("8", self.many("x", 1_000))) }
        let users = numbers(50_000).map { entry("\($0)", "{REF:N@N:\($0)}{REF:P@O:\($0)}") }
        try check { try self.keePass(users.joined()) }
    }

    private func bitwarden(_ items: String) throws -> BitwardenVault {
        try BitwardenVault(try SecretBytes(utf8: "{\"items\": [\(items){}]}"))
    }

    func test_json_ofManyTinyParts_staysWithinBounds() throws {
        try check { try self.bitwarden(self.many("{},", 5_000_000)) }
        try check { try self.bitwarden("{" + self.many("\"\\u0061\":1,", 400_000) + "\"a\":1},") }
        let field = "{\"name\":\"a\",\"value\":\"b\"},"
        try check { try self.bitwarden("{\"type\":1,\"fields\":[\(self.many(field, 200_000)){}]},") }
    }

    func test_json_ofDeepNesting_isRefused() throws {
        try check { try self.bitwarden(self.many("[", 10_000_000)) }
    }

    func test_protonPass_ofManyItemsAndFields_staysWithinBounds() throws {
        func vault(_ items: String) throws -> ProtonPassExport {
            try ProtonPassExport(SecretBytes(utf8: "{\"vaults\":{\"a\":{\"items\":[\(items){}]}}}"))
        }
        try check { try vault(self.many("{},", 10_000_000)) }
        let field = "{\"fieldName\":\"a\",\"data\":{\"content\":\"x\"}},"
        try check { try vault("{\"data\":{\"extraFields\":[\(self.many(field, 200_000)){}]}},") }
    }

    func test_onePassword_ofManyItemsAndAddresses_staysWithinBounds() throws {
        func vault(_ items: String) throws -> OnePasswordVault {
            try OnePasswordVault(
                SecretBytes(utf8: "{\"accounts\":[{\"vaults\":[{\"items\":[\(items){}]}]}]}"))
        }
        try check { try vault(self.many("{},", 10_000_000)) }
        try check {
            try vault("{\"overview\":{\"urls\":[\(self.many("{\"url\":\"x\"},", 200_000)){}]}},")
        }
    }
}

/// The memory of this process, as the kernel counts it.
enum ProcessSize {
    /// The largest number of bytes since the last reset.
    static func peak() throws -> Int {
        // Not `String(contentsOfFile:)`, which takes the first page of such a file for all of it.
        let status = try FileHandle(forReadingAtPath: "/proc/self/status")?.readToEnd() ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
        return try XCTUnwrap(line?.split(separator: " ").compactMap { Int($0) }.first) << 10
    }

    /// The bytes that are in use now, from which the peak counts again.
    static func peakAfterReset() throws -> Int {
        let file = try XCTUnwrap(FileHandle(forWritingAtPath: "/proc/self/clear_refs"))
        try file.write(contentsOf: Data("5".utf8))
        return try peak()
    }
}
