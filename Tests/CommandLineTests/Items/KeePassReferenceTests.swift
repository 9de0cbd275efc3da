import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of references from one entry of KeePass to another.
final class KeePassReferenceTests: XCTestCase {
    /// An identifier in the base 64 of the XML, and in the digits of references.
    private let (identifier, digits) = ("Ryh781XnRD+w0075gntouA==", "47287BF355E7443FB0D34EF9827B68B8")

    private func entry(_ fields: KeyValuePairs<String, String>, identifier: String = "") -> String {
        let fields = fields.map { "<String><Key>\($0)</Key><Value>\($1)</Value></String>" }.joined()
        return "<Entry><UUID>\(identifier)</UUID>\(fields)</Entry>"
    }

    /// The title, user, password and parts of each entry, and the reasons for what is left out.
    private func texts(_ entries: String...) throws -> [String] {
        let xml = "<KeePassFile><Root><Group>\(entries.joined())</Group></Root></KeePassFile>"
        var texts: [String] = []
        try KeePassVault(SecretBytes(utf8: xml)).visit { _, entry in
            guard case .item(let item, let secrets, _) = entry else {
                guard case .leftOut(let reason) = entry else { return }
                return texts.append(reason)
            }
            let parts = try secrets.parts.map { try $0.secret.text() }
            let words = [item.attributes.column(.service), item.account, try secrets.password?.text() ?? "-"]
            texts.append((words + parts).joined(separator: " "))
        }
        return texts
    }

    func test_visit_ofReferences_putsInWhatTheyStandFor() throws {
        let target = entry(
            ["Title": "A", "UserName": "maria", "Password": "one", "Notes": "n", "PIN": "7"],
            identifier: identifier)
        for (sought, word) in [
            ("I", digits), ("I", digits.lowercased()), ("T", "A"), ("O", "7"), ("P", "one"),
        ] {
            let user = "x{REF:U@\(sought):\(word)}y"
            let password = "{REF:P@\(sought):\(word)}{REF:N@\(sought):\(word)}"
            let other = entry(["Title": "B", "UserName": user, "Password": password])
            XCTAssertEqual(try texts(target, other).last, "B xmariay onen", sought)
        }
    }

    func test_visit_ofReferenceToReference_follows() throws {
        XCTAssertEqual(
            try texts(
                entry(["Title": "A", "Password": "{REF:P@T:B}"]),
                entry(["Title": "B", "Password": "{REF:P@T:C}"]), entry(["Title": "C", "Password": "p"])),
            ["A  p", "B  p", "C  p"])
    }

    private func fault(_ reason: String) -> String {
        "entry 1 (A): the reference in its field Password is not resolved: \(reason)"
    }

    func test_visit_ofReferenceThatIsNotResolved_keepsItAndNamesIt() throws {
        let rows = [
            ("{REF:P@T:A}", "it leads back to itself"), ("{REF:P@T:None}", "it names no entry"),
            ("{REF:X@T:A}", "it names no field"), ("{REF:P}", "it is malformed"),
        ]
        for (reference, reason) in rows {
            let entry = entry(["Title": "A", "Password": reference])
            XCTAssertEqual(try texts(entry), ["A  \(reference)", fault(reason)])
        }
    }

    func test_visit_ofTooManyReferencesInARow_namesThem() throws {
        let entries = (0..<12).map { entry(["Title": "\($0)", "Password": "{REF:P@T:\($0 + 1)}"]) }
        let last = try texts(entry(["Title": "A", "Password": "{REF:P@T:0}"]), entries.joined())
        XCTAssertEqual(last[1], fault("too many lead to one another"))
    }

    func test_visit_ofReferencesThatFanOut_leavesTheEntryOutAndReadsTheRest() throws {
        let references = String(repeating: "{REF:P@T:B}", count: 70)
        let long = String(repeating: "x", count: 1 << 18)
        let read = try texts(
            entry(["Title": "A", "Password": references]), entry(["Title": "B", "Password": long]),
            entry(["Title": "C", "Password": "p"]))
        XCTAssertEqual(read, ["entry 1 (A): its password has more than 16 MiB", "B  \(long)", "C  p"])
    }

    func test_visit_ofPasswordInAName_leavesTheReference() throws {
        let reference = "{REF:P@T:B}"
        for key in ["Title", "UserName"] {
            let entries = try texts(
                entry([key: reference, "Password": "p"]), entry(["Title": "B", "Password": "secret"]))
            XCTAssertFalse(entries[0].contains("secret"))
            XCTAssertTrue(entries[1].hasSuffix("\(key) is not resolved: it would put a secret into a name"))
        }
    }
}
