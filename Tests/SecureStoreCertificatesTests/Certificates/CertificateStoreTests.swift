import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

final class CertificateStoreTests: XCTestCase {
    private func store() throws -> ItemStore {
        var options = StoreOptions()
        options.inspectCertificate = Certificate.inspector
        return try ItemStore.inMemory(options: options)
    }

    func test_item_hasEveryAttribute() throws {
        let certificate = try SampleCertificates.host()
        let item = certificate.item()
        XCTAssertEqual(item.issuer, try SampleCertificates.authority().subject.normalized)
        XCTAssertEqual(item.subject, certificate.subject.normalized)
        XCTAssertEqual(item.serialNumber.hex, "00f1e2d3c4b5a69788")
        XCTAssertEqual([item.type, item.encoding], [3, 3])
        XCTAssertEqual(
            [item.subjectKeyID, item.publicKeyHash], [certificate.subjectKeyID, certificate.publicKeyHash])
    }

    func test_item_withoutLabel_hasTheSummary() throws {
        XCTAssertEqual(try SampleCertificates.host().item().label, "host.example (the first)")
        XCTAssertEqual(try SampleCertificates.host().item(label: "web").label, "web")
    }

    func test_add_thenCertificates_givesTheCertificateBack() throws {
        let store = try store()
        let (host, authority) = (try SampleCertificates.host(), try SampleCertificates.authority())
        try store.add(host)
        try store.add(authority, label: "root")
        XCTAssertEqual(try store.certificates(), [host, authority])
        XCTAssertEqual(
            try store.certificates(Query().where(.subject, equals: authority.subject.normalized)), [authority]
        )
    }

    func test_add_inATransaction_adds() throws {
        let store = try store()
        let host = try SampleCertificates.host()
        try store.transaction { changes throws(StoreError) in _ = try changes.add(host) }
        XCTAssertEqual(try store.certificates(), [host])
    }

    func test_add_twice_throwsDuplicateItem() throws {
        let store = try store()
        let host = try SampleCertificates.host()
        try store.add(host)
        assertThrows(.duplicateItem) { try store.add(host, label: "another") }
    }

    func test_certificates_withoutMatch_isEmpty() throws {
        XCTAssertEqual(try store().certificates(), [])
    }

    func test_certificate_ofAttributesAlone_throwsParam() throws {
        let store = try store()
        try store.add(SampleCertificates.host())
        let match = try store.only(Query<CertificateItem>(), returning: .attributes)
        assertThrows(.param) { _ = try match.certificate() }
    }

    func test_certificates_withOneThatIsNone_throwsDecode() throws {
        let store = try store()
        try store.add(
            CertificateItem(issuer: Data(), serialNumber: Data([1])), secret: SecretBytes(utf8: "none"))
        assertThrows(.decode) { _ = try store.certificates() }
    }

    func test_certificates_withBytesOfAnotherOne_throwsDecode() throws {
        let store = try store()
        let (host, authority) = (try SampleCertificates.host(), try SampleCertificates.authority())
        try store.add(host.item(), secret: SecretBytes(copying: authority.der))
        assertThrows(.decode) { _ = try store.certificates() }
    }

    func test_certificates_byEmailAddress_findsThem() throws {
        let store = try store()
        let host = try SampleCertificates.host()
        try store.add(host)
        try store.add(SampleCertificates.authority())
        XCTAssertEqual(try store.certificates(Query().emailAddress("MARIA@host.example")), [host])
        XCTAssertEqual(try store.certificates(Query().emailAddress("eve@host.example")), [])
    }

    func test_certificates_byDateInStoreWithoutInspector_saysWhatToSet() throws {
        let store = try ItemStore.inMemory()
        try store.add(SampleCertificates.host())
        XCTAssertThrowsError(try store.certificates(Query().valid(on: Date()))) { error in
            XCTAssertEqual((error as? StoreError)?.status, .unimplemented)
            let reason = (error as? StoreError)?.reason ?? ""
            XCTAssertTrue(reason.contains("inspectCertificate = Certificate.inspector"), reason)
        }
    }

    func test_certificates_byDate_findsThoseThatAreValid() throws {
        let store = try store()
        let host = try SampleCertificates.host()
        try store.add(host)
        XCTAssertEqual(try store.certificates(Query().valid(on: host.notBefore)), [host])
        XCTAssertEqual(try store.certificates(Query().valid(on: host.notAfter + 1)), [])
    }
}
