import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Settings, and that no error has a part of a password.
final class SettingsTests: FleetTestCase {
    private static let secret = "Hu7nt\u{e9}r2xyzzy"

    /// Every run of five characters of the password.
    private func assertNoPart(in error: any Error, file: StaticString = #filePath, line: UInt = #line) {
        let (text, secret) = ("\(error)", Array(Self.secret))
        for start in 0...secret.count - 5 {
            XCTAssertFalse(text.contains(String(secret[start..<start + 5])), text, file: file, line: line)
        }
    }

    func test_settings_withPasswordThatIsNotEscaped_areRefusedWithoutIt() {
        let accented = ["@", "/", "?", ":"].map { $0 + "\u{301}" }
        for mark in ["@", "/", "?", ":", "%", "#", "@/", "/@", " ", "&"] + accented {
            let secret = Self.secret
            for password in [secret + mark + secret, mark + secret, secret + mark] {
                let forms = [
                    "postgresql://maria:\(password)@127.0.0.1:1/db", "postgres://maria:\(password)@/db",
                    "user=maria password=\(password) host=127.0.0.1 port=1",
                    "password='\(password) host=127.0.0.1 port=1", "password = \(password) = host",
                ]
                for form in forms {
                    do {
                        let server = try FleetServer(form, fleet: identifier, patience: .seconds(2))
                        try addChange(to: server)
                        XCTFail("there is no such server")
                    } catch { assertNoPart(in: error) }
                }
            }
        }
    }

    /// libpq would take it for a name, send it to a server, and say it in an error.
    func test_settings_withURIInTheirMidst_areRefusedWithoutIt() {
        let uri = "postgresql://maria:\(Self.secret)@127.0.0.1:1/db"
        for keyword in ["host", "dbname", "user", "service", "hostaddr", "passfile"] {
            assertThrows(.param, keyword) {
                do { _ = try makeFleet("\(keyword)='\(uri)'") } catch {
                    assertNoPart(in: error)
                    throw error
                }
            }
        }
        assertThrows(.param) { try makeFleet("host='postgresql://\u{301}a'") }
        XCTAssertNoThrow(try makeFleet("host=a password=b://c application_name=d://e"))
    }

    func test_settings_withSettingsForTheDatabase_areRefusedWithoutThem() throws {
        assertThrows(.param) {
            do { _ = try makeFleet("host=/x dbname='dbname=db password=\(Self.secret)'") } catch {
                assertNoPart(in: error)
                throw error
            }
        }
    }

    func test_settings_withServiceThatIsNotThere_areToldInLibpqsWords() throws {
        let server = try makeFleet("service=nowhere-at-all")
        XCTAssertThrowsError(try addChange(to: server)) { error in
            XCTAssertEqual((error as? StoreError)?.status, .notAvailable, "\(error)")
            XCTAssert("\(error)".contains("\"nowhere-at-all\" not found"), "\(error)")
        }
    }

    func test_login_withWrongPassword_throwsWithoutIt() throws {
        try postgres.run(
            "CREATE ROLE guarded LOGIN PASSWORD 'other'", "CREATE ROLE plain LOGIN PASSWORD 'other'")
        for user in ["guarded", "plain"] {
            let server = try makeFleet(postgres.loopback(user: user) + " password=\(Self.secret)")
            XCTAssertThrowsError(try addChange(to: server)) { error in
                XCTAssertEqual((error as? StoreError)?.status, .notAvailable)
                XCTAssert("\(error)".contains("authentication failed"), "\(error)")
                assertNoPart(in: error)
            }
        }
    }

    func test_message_ofServer_isMadeHarmless() {
        let cases = [
            ("one\ntwo\r\u{1b}[31m\u{202e}three\u{0}", "one two [31m three"), ("a \(Self.secret) b", "a … b"),
            ("a \(Self.secret)\u{301} b", "a …\u{301} b"),
            (
                "a" + String(repeating: "\u{301}", count: 300),
                "a" + String(repeating: "\u{301}", count: 198) + "…"
            ),
            (String(repeating: "é", count: 300), String(repeating: "é", count: 199) + "…"),
        ]
        for (message, expected) in cases {
            XCTAssertEqual(ServerError.harmless(message, without: Self.secret), expected)
        }
    }

    func test_name_withQuotes_endsAtTheLast() throws {
        for name in ["a\"b", "a\"\u{301}b"] {
            let doubled = name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
            XCTAssertEqual(Array(try FleetTables.quoted(name, "role").utf8), Array("\"\(doubled)\"".utf8))
        }
    }

    func test_error_ofServer_hasItsStateAndOneLine() throws {
        XCTAssertThrowsError(
            try postgres.run("DO $$ BEGIN RAISE EXCEPTION E'first\\nsecond' USING ERRCODE = 'ZZ001'; END $$")
        ) { error in
            XCTAssertEqual((error as? ServerError)?.kind, .refused(state: "ZZ001"))
            XCTAssertEqual((error as? ServerError)?.reason, "PostgreSQL: first second (ZZ001)")
        }
    }

    func test_identifierOrSchema_ofWrongLength_throwsParam() {
        assertThrows(.param) { try FleetServer("", fleet: [1]) }
        assertThrows(.param) { try FleetServer("", fleet: random(16), schema: "") }
        assertThrows(.param) {
            try FleetServer("", fleet: random(16), schema: String(repeating: "a", count: 64))
        }
        assertThrows(.param) { try FleetServer("host=\0", fleet: random(16)) }
    }

    func test_connecting_elsewhereInModeThatMayDoWithoutEncryption_isRefused() throws {
        let port = try Loopback.freePort()
        let rows: [(settings: String, isRefused: Bool)] = [
            ("host=0.0.0.0", true), ("host=0.0.0.0 sslmode=prefer", true),
            ("host=localhost hostaddr=0.0.0.0 sslmode=allow", true), ("host=127.0.0.1,0.0.0.0", true),
            ("host=localhost,0.0.0.0 hostaddr='127.0.0.1,'", true),
            ("host=0.0.0.0,0.0.0.0 hostaddr=','", true),
            ("host=0.0.0.0 gssencmode=require", false), ("host=LOCALHOST", false),
            ("host=0.0.0.0 sslmode=disable", false),
            ("host=0.0.0.0 sslmode=require", false),
            ("host=127.0.0.1", false), ("host=localhost", false),
            ("host=/nowhere", false),
            ("host=db hostaddr=127.0.0.1", false),
        ]
        for row in rows {
            let server = try makeFleet(row.settings + " port=\(port) user=owner dbname=postgres")
            XCTAssertThrowsError(try addChange(to: server), row.settings) { error in
                XCTAssertEqual((error as? StoreError)?.status, .notAvailable, row.settings)
                XCTAssertEqual("\(error)".contains("sslmode="), row.isRefused, row.settings)
            }
        }
    }

    func test_connecting_toPortWhereNobodyListens_throwsNotAvailable() throws {
        let server = try makeFleet(postgres.loopback(port: try Loopback.freePort()))
        assertThrows(.notAvailable) { try addChange(to: server) }
    }

    func test_connecting_toWhoNeverAnswers_endsInTime() throws {
        let (listener, port) = try Loopback.listener()
        defer { close(listener) }
        let server = try makeFleet(postgres.loopback(port: port), patience: .milliseconds(200))
        let start = ContinuousClock.now
        assertThrows(.notAvailable) { try addChange(to: server) }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    }
}
