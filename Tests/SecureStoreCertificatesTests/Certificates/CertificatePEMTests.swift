import SecureStoreCertificates
import SecureStore
import XCTest

final class CertificatePEMTests: XCTestCase {
    private let both = SampleCertificates.hostText + "\n" + SampleCertificates.authorityText

    func test_pem_isWhatOpensslWrote() throws {
        XCTAssertEqual(try SampleCertificates.host().pem, SampleCertificates.hostText + "\n")
    }

    func test_all_keepsTheOrder() throws {
        XCTAssertEqual(
            try Certificate.all(pem: both.utf8),
            [try SampleCertificates.host(), try SampleCertificates.authority()])
    }

    func test_all_skipsOtherBlocksAndText() throws {
        let text = "Subject: host\n-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----\n" + both
        XCTAssertEqual(try Certificate.all(pem: text.utf8).count, 2)
    }

    func test_init_withLinesOfWindowsAndSpaces_reads() throws {
        let text = SampleCertificates.hostText.replacingOccurrences(of: "\n", with: " \t\r\n  ")
        XCTAssertEqual(try Certificate(pem: text.utf8), try SampleCertificates.host())
    }

    func test_all_withAMarkOfUTF8AndAnyLineEnds_readsEach() throws {
        let cr = SampleCertificates.hostText.replacingOccurrences(of: "\n", with: "\r") + "\r"
        for text in ["\u{feff}" + both, cr + SampleCertificates.authorityText, cr + "\n" + cr + "\r\n"] {
            let all = try Certificate.all(pem: text.utf8)
            XCTAssertEqual(all.first, try SampleCertificates.host())
            XCTAssertEqual(all.count, 2)
        }
    }

    func test_all_withALineThatBeginsABlockNotQuite_throwsDecode() throws {
        let key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----"
        let texts = [
            "\u{a0}" + both, "\u{c}" + both, "x" + both, key + both, "-" + both, String(both.dropFirst()),
            both.replacingOccurrences(of: "BEGIN CERTIFICATE-----", with: "BEGIN CERTIFICATE----"),
            both.replacingOccurrences(of: "BEGIN CERTIFICATE-----", with: "BEGIN CERTIFICATE------"),
            both.replacingOccurrences(of: "BEGIN ", with: "BEGIN  "), "-----BEGIN -----\n" + both,
        ]
        for (place, text) in texts.enumerated() {
            assertThrows(.decode, "\(place)") { _ = try Certificate.all(pem: text.utf8) }
            assertThrows(.decode, "\(place)") { _ = try KeyFile(SecretBytes(text: text)) }
        }
    }

    func test_all_besideCertificatesInAnotherForm_throwsUnimplemented() {
        for label in ["TRUSTED CERTIFICATE", "PKCS7", "CMS"] {
            let text = both + "\n-----BEGIN \(label)-----\nMAA=\n-----END \(label)-----\n"
            assertThrows(.unimplemented, label) { _ = try Certificate.all(pem: text.utf8) }
        }
    }

    func test_init_besideCertificatesInAnotherForm_throwsUnimplemented() {
        for label in ["TRUSTED CERTIFICATE", "PKCS7", "CMS"] {
            let other = "\n-----BEGIN \(label)-----\nMAA=\n-----END \(label)-----\n"
            for text in [SampleCertificates.hostText + other, other] {
                assertThrows(.unimplemented, label) { _ = try Certificate(pem: text.utf8) }
            }
        }
    }

    func test_init_withSeveral_throwsParam() {
        assertThrows(.param) { _ = try Certificate(pem: both.utf8) }
    }

    func test_init_withNone_throwsUnknownFormat() {
        assertThrows(.unknownFormat) { _ = try Certificate(pem: "no certificate".utf8) }
    }

    func test_all_onBrokenBlock_saysWhich() {
        let lines = SampleCertificates.authorityText.split(separator: "\n")
        let broken = [
            "\(lines[0])\nMII!\n\(lines[lines.count - 1])",
            "\(lines[0])\nMIIB\n\(lines[lines.count - 1])",
            lines.dropLast().joined(separator: "\n"),
        ]
        for text in broken.map({ SampleCertificates.hostText + "\n" + $0 }) {
            XCTAssertThrowsError(try Certificate.all(pem: text.utf8)) { error in
                XCTAssertEqual((error as? StoreError)?.status, .decode)
                XCTAssertTrue((error as? StoreError)?.reason.contains(" 2") == true, "\(error)")
            }
        }
    }

    func test_all_onAnotherBeginningInABlock_throwsDecode() {
        let text = "-----BEGIN CERTIFICATE-----\n" + both
        assertThrows(.decode) { _ = try Certificate.all(pem: text.utf8) }
    }

    func test_all_ofLongText_takesLittleTime() throws {
        // Up to the bound before a release; a sanitizer sees as much in a sixteenth.
        let size = Effort.isThinned ? 1 << 20 : Effort.isWhole ? 1 << 24 : 1 << 21
        let line = String(repeating: "x", count: 63) + "\n"
        let texts = [
            String(repeating: line, count: size / 64), String(repeating: "y", count: size),
            String(repeating: "\n", count: size), String(repeating: " ", count: size),
        ]
        for (place, text) in texts.enumerated() {
            let bytes = Data(text.utf8)
            let seconds = try processorSeconds { XCTAssertEqual(try Certificate.all(pem: bytes), []) }
            XCTAssertLessThan(seconds, 3 * slowness, "\(place)")
        }
    }

    func test_all_ofOneBlockAtTheBounds_takesLittleTime() throws {
        try XCTSkipIf(slowness > 1, "smaller blocks show a sanitizer as much")
        let line = String(repeating: "A", count: 64) + "\n"
        let text = "-----BEGIN CERTIFICATE-----\n" + String(repeating: line, count: 258_000)
        let seconds = processorSeconds {
            assertThrows(.dataTooLarge) {
                _ = try Certificate.all(pem: (text + "-----END CERTIFICATE-----\n").utf8)
            }
        }
        XCTAssertLessThan(seconds, 3 * slowness)
    }

    func test_all_onTextThatIsTooLong_throwsDataTooLarge() {
        let text = repeatElement(UInt8(ascii: "\n"), count: (16 << 20) + 1)
        assertThrows(.dataTooLarge) { _ = try Certificate.all(pem: text) }
    }
}
