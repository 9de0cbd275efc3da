import SecureStoreCertificates
import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

/// The code of the module's page, compiled and run.
final class PageTests: XCTestCase {
    private let message = Data("message".utf8)

    private func makeIdentity() throws -> Identity {
        let key = try PrivateKey.generate(.p256)
        let certificate = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: "host.example"]), as: .server("host.example"), key: key,
            validity: Date() - 60...Date() + 60)
        return try Identity(certificate: certificate, key: key)
    }

    func test_page_hasTheCodeOfThisFile() throws {
        // The formatter breaks lines here in other places.
        func code(_ lines: some Sequence<Substring>) -> String {
            lines.filter { !$0.hasPrefix("import ") }.joined().filter { $0 != " " }
        }
        let root = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized
        let page = root.appending(
            path: "Sources/SecureStoreCertificates/SecureStoreCertificates.docc/SecureStoreCertificates.md")
        let here = code(try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n"))
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        let blocks = parts.filter { $0.hasPrefix("swift\n") }.map {
            code($0.split(separator: "\n").dropFirst())
        }
        XCTAssertEqual(blocks.count, 5)
        for block in blocks { XCTAssertTrue(here.contains(block), block) }
    }

    func test_identity_isStoredFoundAndSigns() throws {
        let passphrase = try SecretBytes(utf8: "correct horse")
        let (file, store) = (try makeIdentity().pkcs12(passphrase: passphrase), try ItemStore.inMemory())
        // A file of a key and its certificate, as an authority hands it out.
        let identity = try Identity(pkcs12: file, passphrase: passphrase)
        try store.add(identity, label: "web")

        // Later, in another program.
        let query = Query<IdentityItem>().where(.label, equals: "web")
        guard let web = try store.identity(query) else {
            throw StoreError(.itemNotFound, "there is no identity for the server")
        }
        let signature = try web.key.sign(message, .ecdsaSHA256)
        try web.certificate.publicKey.verify(signature, of: message, .ecdsaSHA256)
    }

    func test_certificate_thatNobodyTrusts_isRefused() throws {
        let bundle = Data(try makeIdentity().certificate.pem.utf8)
        XCTAssertThrowsError(
            try {
                let certificates = try Certificate.all(pem: bundle)
                let chain = try certificates[0].validate(
                    for: .tlsServer("host.example"), intermediates: certificates)
                XCTFail("\(chain)")
            }()
        ) { XCTAssertTrue($0 is TrustError) }
    }

    func test_request_ofAServer_isGrantedAsAWhole() throws {
        let (rootKey, key) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        let (decade, year) = (Date()...Date() + 3_650 * 86_400, Date()...Date() + 365 * 86_400)
        let root = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: "Our root"]), as: .authority(), key: rootKey,
            validity: decade)
        let request = try CertificateRequest(
            subject: DistinguishedName([.commonName: "web"]), as: .server("web.example", "192.0.2.7"),
            key: key)
        let (certificate, notGranted) = try root.issue(request, key: rootKey, validity: year)
        XCTAssertTrue(notGranted.isEmpty)
        XCTAssertNoThrow(try certificate.validate(for: .tlsServer("192.0.2.7"), anchors: .only([root])))
    }

    func test_client_thatWasNotRevoked_isValid() throws {
        let rootKey = try PrivateKey.generate(.p256)
        let now = Date() - 60
        let week = now...now + 7 * 86_400
        let root = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: "Our root"]), as: .authority(), key: rootKey,
            validity: week)
        let made = try (0..<2).map { _ in
            let request = try CertificateRequest(
                subject: DistinguishedName([.commonName: "client"]), as: .client, key: .generate(.p256))
            return try root.issue(request, key: rootKey, validity: week).certificate
        }
        let (lost, client) = (made[0], made[1])
        let list = try root.revocationList(
            revoking: [RevokedCertificate(lost, at: now, for: .keyCompromise)], number: 7, key: rootKey,
            validity: week)
        let check = RevocationCheck(lists: [try RevocationList(pem: list.pem.utf8)])
        _ = try client.validate(for: .tlsClient, anchors: .only([root]), revocation: check)
    }

    func test_key_thatIsNotExtractable_signs() throws {
        let store = try ItemStore.inMemory()
        let key = try PrivateKey.generate(.p256)
        try store.add(key, label: "signing", isExtractable: false)

        let query = Query<KeyItem>().where(.label, equals: "signing")
        let signature = try store.privateKey(query)?.sign(message, .ecdsaSHA256)
        try key.publicKey.verify(XCTUnwrap(signature), of: message, .ecdsaSHA256)
        XCTAssertThrowsError(try store.privateKey(query)?.pkcs8())
    }
}
