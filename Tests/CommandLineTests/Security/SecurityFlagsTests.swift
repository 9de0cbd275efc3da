import XCTest

@testable import SecureStoreCLI

/// The letters that Apple's tool takes, as `getopt` would be told of them: a colon follows those with a
/// value.
final class SecurityFlagsTests: XCTestCase {
    private struct Row {
        let name: String
        let letters: String
        let line: UInt

        init(_ name: String, _ letters: String, line: UInt = #line) {
            (self.name, self.letters, self.line) = (name, letters, line)
        }
    }

    private static let generic = "a:c:C:D:G:j:l:s:"
    private static let internet = "a:c:C:d:D:j:l:p:P:r:s:t:"

    private let rows = [
        Row("list-keychains", "d:s"), Row("default-keychain", "d:s"), Row("login-keychain", "d:s"),
        Row("create-keychain", "Pp:"), Row("delete-keychain", ""), Row("lock-keychain", "a"),
        Row("unlock-keychain", "p:u"), Row("set-keychain-settings", "lt:u"),
        Row("set-keychain-password", "o:p:"), Row("show-keychain-info", ""), Row("dump-keychain", "adir"),
        Row("add-generic-password", generic + "AT:Up:w:X:"),
        Row("add-internet-password", internet + "AT:Uw:X:"),
        Row("find-generic-password", generic + "gw"), Row("find-internet-password", internet + "gw"),
        Row("delete-generic-password", generic), Row("delete-internet-password", internet),
        Row("set-generic-password-partition-list", generic + "k:S:"),
        Row("set-internet-password-partition-list", internet + "k:S:"),
        Row("set-key-partition-list", "a:c:dD:ej:k:l:rsS:t:uvw"), Row("error", ""), Row("help", ""),
    ]

    func test_flags_ofEveryCommand_areTaken() throws {
        for row in rows {
            let command = try XCTUnwrap(CommandTable.security.command(named: row.name), line: row.line)
            XCTAssertEqual(Self.missing("h" + row.letters, for: command), [], row.name, line: row.line)
        }
    }

    func test_flags_beforeACommand_areTaken() {
        XCTAssertEqual(Self.missing("hilp:qv", for: nil), [])
    }

    /// The letters of a list that our own options lack, or that differ in whether they take a value.
    private static func missing(_ letters: String, for command: Command?) -> [String] {
        let options = CommandTable.security.options(of: command)
        let taken = options.compactMap { option in
            option.short.map { "\($0)" + (option.value == nil ? "" : ":") }
        }
        let wanted = letters.indices.filter { letters[$0] != ":" }.map { place in
            let next = letters.index(after: place)
            return "\(letters[place])" + (next < letters.endIndex && letters[next] == ":" ? ":" : "")
        }
        return wanted.filter { !taken.contains($0) }
    }
}
