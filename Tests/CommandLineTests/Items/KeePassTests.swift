import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of what is read of the XML of KeePass, and what is none.
final class KeePassTests: XCTestCase {
    /// The entries, as in `Wiki eva two notes=n <one`, with their parts and earlier passwords.
    private func texts(_ xml: String) throws -> [String] {
        try texts(KeePassVault(SecretBytes(utf8: xml)))
    }

    private func texts(_ vault: KeePassVault) throws -> [String] {
        var texts: [String] = []
        try vault.visit { _, entry in
            switch entry {
            case .item(let item, let secrets, _):
                let place = item.attributes.column(.service) + item.attributes.column(.server)
                let words = [place, item.account, try secrets.password?.text() ?? "-"]
                let parts = try secrets.parts.map { "\($0.name)=\(try $0.secret.text())" }
                let earlier = try secrets.earlier.map { "<" + (try $0.text()) }
                texts.append((words + parts + earlier).joined(separator: " "))
            case .leftOut(let reason): texts.append(reason)
            }
        }
        return texts
    }

    func test_visit_ofAnExportOfKeePassXC_givesItsEntriesAsOftenAsAsked() throws {
        let vault = try KeePassVault(SecretBytes(utf8: KeePassExport.xml))
        for _ in 0..<2 {
            XCTAssertEqual(
                try texts(vault),
                ["forge.example maria one", "Wiki eva two <old"])
        }
    }

    private func field(_ key: String, _ value: String) -> String {
        "<String><Key>\(key)</Key><Value>\(value)</Value></String>"
    }

    private func entry(_ fields: String) -> String {
        "<KeePassFile><Root><Group><Entry>\(fields)</Entry></Group></Root></KeePassFile>"
    }

    func test_visit_ofEveryField_keepsItUnderItsName() throws {
        let names = ["Title", "UserName", "Password", "PIN", "Notes", "otp"]
        let fields = names.map { field($0, "\($0)&amp;1") }.joined()
        let unnamed = "<String><Value>more</Value></String>"
        XCTAssertEqual(
            try texts(entry(fields + unnamed)),
            ["Title&1 UserName&1 Password&1 otp=otp&1 notes=Notes&1 PIN=PIN&1 field=more"])
    }

    func test_visit_ofFieldsThatAreThereTwice_keepsBoth() throws {
        let names = ["Title", "UserName", "Password", "Notes", "PIN"]
        let fields = names.map { field($0, "\($0)1") + field($0, "\($0)2") }.joined()
        XCTAssertEqual(
            try texts(entry(fields)),
            [
                "Title1 UserName1 Password1 notes=Notes1 notes 2=Notes2 Title=Title2 "
                    + "UserName=UserName2 Password=Password2 PIN=PIN1 PIN 2=PIN2"
            ])
    }

    func test_visit_ofEarlierVersions_keepsTheirPasswordsAndNamesTheRest() throws {
        func version(_ password: String, _ user: String) -> String {
            "<Entry>\(field("Password", password))\(field("UserName", user))</Entry>"
        }
        let fields = field("Password", "c") + field("UserName", "u")
        let history = "<History>\(version("a", "u"))\(version("a", "u"))\(version("b", "v"))</History>"
        XCTAssertEqual(
            try texts(entry(fields + history)),
            [" u c <a <b", "entry 1: its other fields of earlier versions can't be kept here"])
    }

    func test_visit_ofFurtherAddresses_areAddresses() throws {
        let fields = field("Password", "p") + field("KP2A_URL", "https://b.example")
        let url = field("URL", "https://a.example")
        XCTAssertEqual(try texts(entry(fields + url)), ["a.example  p url=https://b.example"])
    }

    func test_visit_ofFieldsForCodes_areOneAddress() throws {
        let fields = field("Password", "p") + field("TimeOtp-Secret-Base32", "JBSWY3DP")
        XCTAssertEqual(
            try texts(entry(field("Title", "A") + fields + field("TimeOtp-Period", "60"))),
            ["A  p otp=otpauth://totp/A?secret=JBSWY3DP&period=60"])
    }

    func test_visit_ofAnAttachment_namesItAndLeavesItOut() throws {
        let password = "<String><Key>Password</Key><Value>p</Value></String>"
        let binary = "<Binary><Key>a.txt</Key><Value Ref=\"0\"/></Binary>"
        XCTAssertEqual(
            try texts(entry(password + binary + binary)),
            ["  p", "entry 1: its 2 attachments can't be kept here"])
    }

    func test_visit_ofAnAttachmentOfAnEarlierVersion_namesIt() throws {
        let password = "<String><Key>Password</Key><Value>p</Value></String>"
        let binary = "<Binary><Key>a.txt</Key><Value Ref=\"0\"/></Binary>"
        XCTAssertEqual(
            try texts(entry(password + "<History><Entry>\(password)\(binary)</Entry></History>")),
            ["  p", "entry 1: its attachments of earlier versions can't be kept here"])
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
