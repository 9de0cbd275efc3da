import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

final class ItemListingTests: XCTestCase {
    /// The value of a line, by what stands before the equals sign.
    private func shown(_ line: String, of attributes: ItemAttributes) -> String? {
        ItemListing.text(attributes, in: "/k").split(separator: "\n")
            .first { $0.hasPrefix("    \(line)=") }.map { String($0.dropFirst(line.count + 5)) }
    }

    func test_text_ofCertificate_isApplesGrammar() {
        var certificate = CertificateItem(
            issuer: Data("0I1".utf8), serialNumber: Data([0, 0x1b]), type: 1, label: "Root")
        certificate.encoding = 3
        certificate.subject = Data([0x30, 0x11, 0x5c])
        certificate.publicKeyHash = Data([0xa5, 0x1a])
        XCTAssertEqual(
            ItemListing.text(certificate.attributes, in: "/k").replacing("\u{20}\n", with: "_\n"),
            """
            keychain: "/k"
            version: 512
            class: 0x80001000_
            attributes:
                "alis"<blob>=<NULL>
                "cenc"<uint32>=0x00000003_
                "ctyp"<uint32>=0x00000001_
                "hpky"<blob>=0xA51A_
                "issu"<blob>="0I1"
                "labl"<blob>="Root"
                "skid"<blob>=<NULL>
                "snbr"<blob>=0x001B_
                "subj"<blob>=0x30115C  "0\\021\\134"
            """)
    }

    func test_text_ofKey_isApplesGrammar() throws {
        var key = KeyItem(
            keyClass: .private, type: .rsa, applicationLabel: Data([0xcb, 0xa1]), sizeInBits: 2048,
            label: "Signer")
        key.canSign = true
        var lines = ItemListing.text(key.attributes, in: "/k").split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.count, 4 + 27)
        XCTAssertEqual(lines[2], "class: 0x00000010 ")
        lines = lines.dropFirst(4).filter { !$0.hasSuffix("<NULL>") }
        XCTAssertEqual(
            lines.joined(separator: "\n").replacing("\u{20}\n", with: "_\n"),
            """
                0x00000000 <uint32>=0x00000010_
                0x00000001 <blob>="Signer"
                0x00000004 <uint32>=0x00000001_
                0x00000006 <blob>=0xCBA1_
                0x00000009 <uint32>=0x0000002A  "\\000\\000\\000*"
                0x0000000A <uint32>=0x00000800_
                0x0000000B <uint32>=0x00000800_
                0x0000000C <blob>=0x0000000000000000_
                0x0000000D <blob>=0x0000000000000000_
                0x00000015 <uint32>=0x00000001\u{20}
            """)
    }

    func test_class_ofEachKindOfKey_isItsRecordType() {
        for (keyClass, number) in [(KeyClass.public, "0F"), (.private, "10"), (.symmetric, "11")] {
            let text = ItemListing.text(KeyItem(keyClass: keyClass).attributes, in: "/k")
            XCTAssertTrue(text.contains("\nclass: 0x000000\(number) \n"), text)
        }
    }

    func test_date_ofKey_isItsDay() throws {
        let day = try ItemAttributes(.key, [.startDate: .date(Date(timeIntervalSince1970: 1_700_000_000))])
        XCTAssertEqual(shown("0x0000000C <blob>", of: day), "\"20231114\"")
    }

    func test_values_atTheirExtremes_areShownAllTheSame() throws {
        for seconds in [-1e300, -63_114_076_801, 252_423_993_600, 1e300] {
            let far = try ItemAttributes(
                .key, [.endDate: .date(Date(timeIntervalSinceReferenceDate: seconds))])
            XCTAssertEqual(shown("0x0000000D <blob>", of: far), "0x0000000000000000 ", "\(seconds)")
        }
        for number in [Int64.min, -1, .max] {
            let key = try ItemAttributes(.key, [.keyClass: .number(number), .creator: .number(number)])
            XCTAssertEqual(shown("0x00000000 <uint32>", of: key)?.prefix(2), "0x")
            XCTAssertEqual(shown("0x00000008 <blob>", of: key)?.prefix(2), "0x")
        }
    }

    func test_numbers_thatAreWritten_areText() throws {
        let item = try InternetPassword(
            server: "h", account: "", protocol: InternetProtocol(rawValue: "gopher"))
        XCTAssertEqual(shown("\"ptcl\"<uint32>", of: item.attributes), "\"gopher\"")
        XCTAssertEqual(shown("\"acct\"<blob>", of: item.attributes), "<NULL>")
    }

    func test_access_withTerminalCodes_hasNone() {
        let item = GenericPassword(service: "s", account: "a", label: "\u{1b}[31mred\nname")
        let lines = ItemListing.access(item.attributes).split(separator: "\n")
        XCTAssertEqual(lines.count, 6)
        XCTAssertEqual(lines[4], "        description: ?[31mred?name")
    }
}
