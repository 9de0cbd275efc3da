import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Tests of what the calls for certificates read.
final class SecCertificateTests: XCTestCase {
    func test_create_withBytesBehindTheCertificate_leavesThemOut() throws {
        let der = SampleCertificate.der
        for rest in [Data([0]), Data(count: 300), der] {
            let certificate = try XCTUnwrap(SecCertificateCreateWithData(nil, (der + rest) as NSData))
            XCTAssertEqual(SecCertificateCopyData(certificate) as Data, der)
        }
        for bytes in [Data([0x30, 0x82]), Data([0x30, 0x85]) + der, der.dropLast(), der.dropFirst()] {
            XCTAssertNil(SecCertificateCreateWithData(nil, bytes as NSData), "\(bytes.count)")
        }
    }

    func test_descriptions_nameTheCertificate() throws {
        let certificate = try XCTUnwrap(SecCertificateCreateWithData(nil, SampleCertificate.der as NSData))
        XCTAssertEqual(SecCertificateCopyShortDescription(nil, certificate, nil), "Sample")
        XCTAssertEqual(
            SecCertificateCopyLongDescription(nil, certificate, nil),
            "certificate of CN=Sample, issued by CN=Sample")
    }

    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// A certificate that signs itself, with the key of it.
    private func make(
        _ parts: KeyValuePairs<DistinguishedName.Kind, String>
    ) throws -> (certificate: SecCertificate, key: PrivateKey) {
        let key = try PrivateKey.generate(.p256)
        let made = try Certificate.selfSigned(
            subject: DistinguishedName(parts), key: key, validity: start...start + 60)
        return (try XCTUnwrap(SecCertificateCreateWithData(nil, made.der as CFData)), key)
    }

    func test_copies_answerWhatTheCertificateSays() throws {
        let (made, key) = try make([
            .organization: "Ex  ample", .commonName: "Maria", .description: "home",
            .emailAddress: "m@example.org",
        ])
        var (name, addresses): (CFString?, CFArray?)
        XCTAssertEqual(unsafe SecCertificateCopyCommonName(made, &name), errSecSuccess)
        XCTAssertEqual(unsafe SecCertificateCopyEmailAddresses(made, &addresses), errSecSuccess)
        XCTAssertEqual(name as String?, "Maria")
        XCTAssertEqual(addresses as? [String], ["m@example.org"])
        XCTAssertEqual(SecCertificateCopySubjectSummary(made) as String?, "Maria (home)")
        XCTAssertEqual(SecCertificateCopyNotValidBeforeDate(made) as Date?, start)
        XCTAssertEqual(SecCertificateCopyNotValidAfterDate(made) as Date?, start + 60)
        XCTAssertEqual(
            SecCertificateCopySerialNumberData(made, nil) as Data?, try made.certificate.serialNumber)
        XCTAssertEqual(SecCertificateCopyKey(made), try SecKey(key.publicKey))
    }

    func test_copyNormalizedSequences_areTheAttributesInASequence() throws {
        let (made, _) = try make([.organization: "example", .commonName: "maria"])
        let subject = try XCTUnwrap(SecCertificateCopyNormalizedSubjectSequence(made) as Data?)
        XCTAssertEqual(subject, SecCertificateCopyNormalizedIssuerSequence(made) as Data?)
        XCTAssertEqual(subject.prefix(2), Data([0x30, UInt8(subject.count - 2)]))
        XCTAssertEqual(subject.dropFirst(2), made.item.attributes[.subject]?.data)
        XCTAssertEqual(try DistinguishedName(der: subject).normalizedDER, subject)
    }

    func test_copyCommonName_withoutOne_isInternal() throws {
        var name: CFString? = "old" as CFString
        let made = try make([.organization: "Example"]).certificate
        XCTAssertEqual(unsafe SecCertificateCopyCommonName(made, &name), errSecInternal)
        XCTAssertNil(name)
    }

    func test_copies_ofStoredBytesThatAreNoCertificate_answerNothing() throws {
        let item = StoredItem(attributes: ItemAttributes(.certificate), secret: try secret("none"))
        let stored = SecCertificate(item)
        var (name, error): (CFString?, Unmanaged<CFError>?)
        XCTAssertEqual(unsafe SecCertificateCopyCommonName(stored, &name), errSecDecode)
        XCTAssertNil(unsafe SecCertificateCopySerialNumberData(stored, &error))
        XCTAssertEqual(unsafe error?.takeRetainedValue().code, Int(errSecDecode))
        XCTAssertNil(SecCertificateCopySubjectSummary(stored))
        XCTAssertNil(SecCertificateCopyNotValidBeforeDate(stored))
        XCTAssertNil(SecCertificateCopyNormalizedIssuerSequence(stored))
        XCTAssertNil(SecCertificateCopyKey(stored))
    }

    func test_isEqual_ofOnesWithoutBytes_tellsThemApart() throws {
        func pair(_ serial: UInt8) throws -> [NSObject] {
            var (certificate, key) = (ItemAttributes(.certificate), ItemAttributes(.key))
            try certificate.set(.serialNumber, to: .data(Data([serial])))
            try key.set(.applicationLabel, to: .data(Data([serial])))
            return [
                SecCertificate(StoredItem(attributes: certificate, secret: nil)),
                SecKey(StoredItem(attributes: key, secret: nil)),
            ]
        }
        let (first, again, other) = (try pair(1), try pair(1), try pair(2))
        for place in first.indices {
            XCTAssertEqual(first[place], again[place])
            XCTAssertEqual(first[place].hash, again[place].hash)
            XCTAssertNotEqual(first[place], other[place])
            XCTAssertNotEqual(first[place], first[1 - place])
            XCTAssertNotEqual(first[place], "x" as NSString)
        }
    }

    func test_copies_ofStoredBytesOfAnotherCertificate_answerNothing() throws {
        let (maria, eve) = (try make([.commonName: "Maria"]), try make([.commonName: "Eve"]))
        let stored = SecCertificate(
            StoredItem(attributes: maria.certificate.item.attributes, secret: eve.certificate.item.secret))
        var name: CFString?
        XCTAssertEqual(unsafe SecCertificateCopyCommonName(stored, &name), errSecDecode)
        XCTAssertNil(SecCertificateCopyKey(stored))
    }

    func test_createIdentity_ofKeyThatOnlyClaimsToBeIts_isNil() throws {
        let (made, key) = try make([.commonName: "Maria"])
        XCTAssertNotNil(SecIdentityCreate(nil, made, try SecKey(key)))
        let other = try SecKey(PrivateKey.generate(.p256))
        var attributes = other.item.attributes
        try attributes.set(.applicationLabel, to: .data(key.publicKey.applicationLabel))
        let liar = SecKey(StoredItem(attributes: attributes, secret: other.item.secret))
        XCTAssertNil(SecIdentityCreate(nil, made, liar))
        XCTAssertNil(SecIdentityCreate(nil, made, try SecKey(key.publicKey)))
    }
}
