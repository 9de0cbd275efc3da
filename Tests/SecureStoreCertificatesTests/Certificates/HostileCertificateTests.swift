import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class HostileCertificateTests: XCTestCase {
    /// A certificate whose parts are changed before it is signed.
    private func certificate(_ change: (inout CertificateForm) throws -> Void) throws -> Certificate {
        let key = try PrivateKey.generate(.p256)
        let subject = try DistinguishedName([.commonName: "host.example"])
        var form = CertificateForm(
            subject: subject, issuer: subject, validity: Authority.today...Authority.today + 1,
            subjectPublicKeyInfo: try key.publicKey.der)
        try change(&form)
        return try form.signed(with: key)
    }

    /// The bytes with each occurrence of some replaced by as many others.
    private func replacing(_ old: String, _ new: String, in der: Data) -> [UInt8] {
        var bytes = [UInt8](der)
        for place in bytes.indices where bytes[place...].starts(with: old.utf8) {
            bytes.replaceSubrange(place..<place + old.utf8.count, with: new.utf8)
        }
        return bytes
    }

    func test_init_withFewerOrMoreBytes_throwsDecode() throws {
        let der = try SampleCertificates.host().der
        for count in 0..<der.count {
            assertThrows(.decode, "\(count)") { _ = try Certificate(der: der.prefix(count)) }
        }
        assertThrows(.decode) { _ = try Certificate(der: der + [0]) }
        assertThrows(.decode) { _ = try Certificate(der: der + der) }
    }

    func test_init_withEachByteChanged_readsOrThrowsDecode() throws {
        let der = [UInt8](try SampleCertificates.host().der)
        for place in der.indices {
            for (turn, bit) in [0, 5, 7].enumerated() where Effort.isWhole || place % 3 == turn {
                var bytes = der
                bytes[place] ^= 1 << bit
                do { _ = try Certificate(der: bytes).everything } catch {
                    XCTAssertEqual(error.status, .decode)
                }
            }
        }
    }

    func test_init_withTooManyBytes_throwsDataTooLarge() {
        assertThrows(.dataTooLarge) {
            _ = try Certificate(der: [UInt8](repeating: 0x30, count: (1 << 20) + 1))
        }
    }

    func test_init_withIndefiniteLength_throwsDecode() throws {
        // libcrypto takes it.
        let der = [UInt8](try SampleCertificates.host().der)
        let bytes = [0x30, 0x80] + der.dropFirst(4) + [0, 0]
        XCTAssertNotNil(CertificateHandle(der: Data(bytes)))
        assertThrows(.decode) { _ = try Certificate(der: bytes) }
    }

    func test_init_withLongerLengthThanNeeded_throwsDecode() throws {
        let der = [UInt8](try SampleCertificates.host().der)
        let bytes = [0x30, 0x83, 0] + der.dropFirst(2)
        XCTAssertNotNil(CertificateHandle(der: Data(bytes)))
        assertThrows(.decode) { _ = try Certificate(der: bytes) }
    }

    func test_init_withDeepNesting_throwsDecode() {
        var bytes: [UInt8] = []
        while bytes.count < 60_000 { bytes = DER.encode(DER.sequence, bytes) }
        assertThrows(.decode) { _ = try Certificate(der: bytes) }
    }

    func test_commonName_withZeroByte_isTheWholeName() throws {
        let text = "host.example!.evil"
        let made = try certificate { $0.subject = try DistinguishedName([.commonName: text]) }
        let read = try Certificate(der: replacing(text, "host.example\0.evil", in: made.der))
        XCTAssertEqual(read.commonName, "host.example\0.evil")
        XCTAssertEqual(read.subject.description, "CN=host.example\\00.evil")
    }

    func test_alternativeNames_withZeroByte_areLeftOut() throws {
        let made = try certificate {
            $0.names = [DER.encode(0x82, "host.example!.evil".utf8)]
            $0.add(emailAddresses: ["a!@b.example"])
        }
        let first = replacing("host.example!", "host.example\0", in: made.der)
        let read = try Certificate(der: replacing("a!@", "a\0@", in: Data(first)))
        XCTAssertEqual(read.dnsNames + read.emailAddresses, [])
        assertFails(.hostMismatch) {
            try read.validate(for: .tlsServer("host.example"), anchors: .only([read]), at: Authority.today)
        }
    }

    func test_extension_withBytesBehindItsValue_isLeftOutAndNeverValidates() throws {
        let hosts = ["host.example", "b.example"]
        let made = try certificate { $0.names = try CertificateForm.names(ofHosts: hosts) }
        // The last of the two names becomes bytes behind the list.
        let list: [UInt8] = [0x30, 25, 0x82, 12], shorter: [UInt8] = [0x30, 14, 0x82, 12]
        var bytes = [UInt8](made.der)
        let place = try XCTUnwrap(bytes.indices.first { bytes[$0...].starts(with: list) })
        bytes.replaceSubrange(place..<place + 4, with: shorter)
        let read = try Certificate(der: bytes)
        XCTAssertEqual(read.dnsNames, [])
        assertFails(.malformed) {
            try read.validate(for: .basic, anchors: .only([read]), at: Authority.today)
        }
    }

    func test_serialNumber_ofEachSize_isKept() throws {
        for number in [[1], [0x7f] + [UInt8](repeating: 0xff, count: 39)] as [[UInt8]] {
            XCTAssertEqual(try certificate { $0.serialNumber = number }.serialNumber, Data(number))
        }
        XCTAssertEqual(try certificate { $0.serialNumber = [] }.serialNumber, Data([0]))
    }

    func test_serialNumber_thatIsNegative_isKeptAsItIs() throws {
        let made = try certificate { $0.serialNumber = Array("serial!!".utf8) }
        let bytes = replacing("serial!!", "\u{7f}erial!!", in: made.der).map { $0 == 0x7f ? 0xff : $0 }
        XCTAssertEqual(try Certificate(der: bytes).serialNumber.first, 0xff)
    }

    func test_dates_atTheEndsOfTheCalendar_areRead() throws {
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        let made = try certificate { $0.validity = Date(timeIntervalSince1970: -631_152_000)...last }
        XCTAssertEqual(made.notBefore.timeIntervalSince1970, -631_152_000)
        XCTAssertEqual(made.notAfter, last)
    }

    func test_dates_thatAreNone_throwDecode() throws {
        let made = try certificate {
            $0.validity = Date(timeIntervalSince1970: 1_000_000_000)...Authority.today
        }
        for wrong in ["011309014640Z", "010939014640Z", "0109090146AAZ", "01090901464 Z"] {
            assertThrows(.decode, wrong) {
                _ = try Certificate(der: replacing("010909014640Z", wrong, in: made.der))
            }
        }
    }

    func test_certificate_withTenThousandNames_isReadAtOnce() throws {
        let names = (0..<10_000).map { "host-\($0).example" }
        let made = try certificate { $0.names = try CertificateForm.names(ofHosts: names) }
        let start = clock()
        XCTAssertEqual(made.dnsNames.count, names.count)
        assertFails(.hostMismatch) {
            try made.validate(for: .tlsServer("none.example"), anchors: .only([made]), at: Authority.today)
        }
        XCTAssertLessThan(clock() - start, 2 * CLOCKS_PER_SEC)
    }

    func test_calls_leaveTheQueueOfErrorsAsItWas() throws {
        for bytes in [Data(), Data([0x30, 0]), Data([0x30, 3, 2, 1, 1])] { _ = try? Certificate(der: bytes) }
        let certificate = try certificate { $0.names = try CertificateForm.names(ofHosts: ["host.example"]) }
        _ = certificate.everything
        _ = try? certificate.validate(for: .tlsServer("other.example"), anchors: .system, at: Authority.today)
        XCTAssertEqual(LibCrypto.pendingError, 0)
    }
}
