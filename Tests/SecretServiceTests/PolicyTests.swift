import Foundation
import XCTest

@testable import SecureStoreSecretService

/// The user's rules of which program may have what.
final class PolicyTests: XCTestCase {
    private let chromium = Peer(executable: "/usr/bin/chromium", cgroup: "/user.slice/app.slice/run-1.scope")
    private let mail = Peer(cgroup: "/user.slice/mail.service", isApart: true)
    private let flatpak = Peer(executable: "/app/bin/mail", flatpak: "org.example.Mail", isApart: true)

    private func policy(_ text: String) throws -> Policy { try Policy(parsing: text) }

    func test_answer_withoutRules_allowsAllOutsideOfSandboxes() throws {
        for text in ["", "\n  # nothing\n\t\n"] {
            XCTAssertEqual(try policy(text).answer(to: chromium, for: "login"), .allow)
            XCTAssertEqual(try policy(text).answer(to: flatpak, for: "login"), .deny)
            XCTAssertEqual(try policy(text).answer(to: mail, for: "login"), .deny)
        }
    }

    func test_answer_ofSeveralRules_isThatOfTheFirstThatFits() throws {
        let policy = try policy(
            "deny executable /usr/bin/chromium in Work\nask executable /usr/bin/*\ndeny everyone")
        XCTAssertEqual(policy.answer(to: chromium, for: "Work"), .deny)
        XCTAssertEqual(policy.answer(to: chromium, for: "login"), .ask)
        XCTAssertEqual(policy.answer(to: Peer(executable: "/opt/x"), for: "login"), .deny)
        XCTAssertEqual(policy.answer(to: Peer(), for: "login"), .deny)
    }

    func test_answer_byEachKindOfName_fits() throws {
        let snap = Peer(cgroup: "/user.slice/snap.firefox.firefox-1f.scope", isApart: true)
        let rows: [(String, Peer)] = [
            ("executable /usr/bin/chromium", chromium), ("unit mail.service", mail), ("unit mail*", mail),
            ("cgroup /user.slice", mail), ("cgroup \"/user.slice/mail.service\"", mail),
            ("flatpak org.example.Mail", flatpak), ("flatpak org.example.*", flatpak), ("snap firefox", snap),
            ("sandbox", flatpak), ("everyone", chromium),
        ]
        for (rule, peer) in rows {
            XCTAssertEqual(try policy("ask \(rule)").answer(to: peer, for: "login"), .ask, rule)
            XCTAssertEqual(try policy("ask \(rule) in Work").answer(to: peer, for: "Work"), .ask, rule)
        }
    }

    func test_answer_byALinkToTheProgram_fits() throws {
        let link = NSTemporaryDirectory() + "securestore-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: link) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/self/exe")
        let own = Peer(
            executable: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        XCTAssertEqual(try policy("deny executable \(link)").answer(to: own, for: "login"), .deny)
        XCTAssertEqual(try policy("deny executable \(link)").answer(to: chromium, for: "login"), .allow)
    }

    func test_answer_byWhatSomebodyElseHas_doesNotFit() throws {
        let rows: [(String, Peer)] = [
            ("executable /app/bin/mail", flatpak), ("everyone", flatpak), ("sandbox", chromium),
            ("unit mail", mail), ("cgroup /user.slice/mail", mail), ("flatpak org.example.Mai", flatpak),
            ("executable /usr/bin", chromium), ("snap mail", mail), ("unit user@1000.service", chromium),
        ]
        let usual = Policy()
        for (rule, peer) in rows {
            XCTAssertEqual(
                try policy("ask \(rule)").answer(to: peer, for: "login"),
                usual.answer(to: peer, for: "login"), rule)
        }
    }

    func test_answer_byPathsThatOnlyLookTheSame_goesByTheirBytes() throws {
        let cafe = Peer(executable: "/opt/cafe\u{301}/app", cgroup: "/cafe\u{301}.slice/a.scope")
        for rule in [
            "executable /opt/caf\u{e9}/app", "executable /opt/caf\u{e9}/*", "cgroup /caf\u{e9}.slice",
        ] {
            XCTAssertEqual(try policy("ask \(rule)").answer(to: cafe, for: "login"), .allow, rule)
        }
        // To a string, a slash with an accent behind it is another character.
        let accent = Peer(executable: "/opt/app/\u{301}x", cgroup: "/user.slice/\u{301}x.scope")
        for rule in ["executable /opt/app/*", "cgroup /user.slice"] {
            XCTAssertEqual(try policy("deny \(rule)").answer(to: accent, for: "login"), .deny, rule)
        }
    }

    func test_parsing_ofLinesWithOtherEnds_readsEachOfThem() throws {
        for end in ["\r\n", "\r", "\u{85}", "\u{2028}", "\u{b}"] {
            let policy = try policy("# rules\(end)deny everyone\(end)hide Bank # mine\(end)log\(end)")
            XCTAssertEqual(policy.answer(to: chromium, for: "login"), .deny, end)
            XCTAssertEqual(policy.hidden, ["Bank"], end)
            XCTAssertTrue(policy.isLogged, end)
        }
    }

    func test_parsing_ofHiddenCollectionsAndTheLog_isKept() throws {
        let policy = try policy("hide Bank # not over the bus\nhide \"My bank\"\nlog")
        XCTAssertEqual(policy.hidden, ["Bank", "My bank"])
        XCTAssertTrue(policy.isLogged)
        XCTAssertFalse(try self.policy("").isLogged)
    }

    func test_parsing_ofAMistake_namesItsLine() {
        let rows = [
            "allow", "permit everyone", "allow nobody", "deny executable", "deny executable bin/x",
            "deny unit \"\"", "ask unit \"x", "allow everyone on Work", "allow everyone in", "hide",
            "allow everyone in Work now", "log access", "hide a b", "deny cgroup user.slice",
            "deny cgroup /user.slice/", "deny executable /usr/bin/",
        ]
        for row in rows {
            XCTAssertThrowsError(try policy("allow everyone\n\n" + row), row) {
                XCTAssertEqual(($0 as? Policy.Mistake)?.line, 3, row)
            }
        }
    }
}
