import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of what is read of the XML of KeePass, and what is none.
final class KeePassTests: XCTestCase {
    /// The entries, as in `Wiki eva two`.
    private func texts(_ xml: String) throws -> [String] {
        try texts(KeePassVault(SecretBytes(text: xml)))
    }

    private func texts(_ vault: KeePassVault) throws -> [String] {
        var texts: [String] = []
        try vault.visit { _, entry in
            switch entry {
            case .item(let item, let secret):
                let place = item.attributes.column(.service) + item.attributes.column(.server)
                texts.append("\(place) \(item.account) \(try secret.text())")
            case .leftOut(let reason): texts.append(reason)
            }
        }
        return texts
    }

    func test_visit_ofAnExportOfKeePassXC_givesItsEntriesAsOftenAsAsked() throws {
        let vault = try KeePassVault(SecretBytes(text: KeePassExport.xml))
        for _ in 0..<2 {
            XCTAssertEqual(
                try texts(vault),
                ["forge.example maria one", "Wiki eva two", "the earlier versions of 1 entry"])
        }
    }

    private func entry(_ fields: String) -> String {
        "<KeePassFile><Root><Group><Entry>\(fields)</Entry></Group></Root></KeePassFile>"
    }

    func test_visit_ofEveryField_keepsItUnderItsName() throws {
        let names = ["Title", "UserName", "Password", "Notes", "otp", "PIN"]
        let fields = names.map { "<String><Key>\($0)</Key><Value>\($0)&amp;1</Value></String>" }.joined()
        let unnamed = "<String><Value>more</Value></String>"
        XCTAssertEqual(
            try texts(entry(fields + unnamed)),
            [
                "Title&1 UserName&1 Password&1", "Title&1 UserName&1 (notes) Notes&1",
                "Title&1 UserName&1 (one-time password) otp&1", "Title&1 UserName&1 (PIN) PIN&1",
                "Title&1 UserName&1 (field) more",
            ])
    }

    func test_visit_ofAnAttachment_namesItAndLeavesItOut() throws {
        let password = "<String><Key>Password</Key><Value>p</Value></String>"
        let binary = "<Binary><Key>a.txt</Key><Value Ref=\"0\"/></Binary>"
        XCTAssertEqual(
            try texts(entry(password + binary + binary)),
            ["  p", "entry 1: its 2 attachments can't be kept here"])
    }

    func test_visit_ofValuesThatAreStillEncrypted_isRefused() {
        let value = "<Value Protected=\"True\">AAAA</Value>"
        let inHistory = "<History><Entry><String><Key>Password</Key>\(value)</String></Entry></History>"
        for fields in ["<String><Key>Password</Key>\(value)</String>", inHistory] {
            XCTAssertThrowsError(try texts(entry(fields))) { error in
                XCTAssertEqual(
                    (error as? CommandError)?.message,
                    "the values of the file are encrypted, as in no export of KeePass")
            }
        }
    }

    func test_visit_ofWhatIsNoExport_isRefused() {
        let value = "<String><Key>Password</Key><Value>one<!-- -->two</Value></String>"
        let rows = [
            "", "<a/>", "<KeePassFile>", "<pwlist></pwlist>", entry("<Entry></Entry>"), entry(value),
            "<!DOCTYPE a [<!ENTITY b \"c\">]>" + entry(""),
        ]
        for xml in rows { XCTAssertThrowsError(try texts(xml), xml) }
    }

    func test_visit_ofAnExportCutShort_isRefused() {
        let export = KeePassExport.xml
        for length in stride(from: 0, to: export.utf8.count - 1, by: 37) {
            XCTAssertThrowsError(try texts(String(export.prefix(length))), "\(length)")
        }
    }
}
