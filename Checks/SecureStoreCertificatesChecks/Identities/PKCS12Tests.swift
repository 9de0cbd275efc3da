import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class PKCS12Tests: XCTestCase {
    private let modern = "pkcs12 -export -inkey @key -in @cert -certfile @ca -name web -passout pass:horse"
    private let legacy = " -provider default -provider legacy"

    private func phrase(_ text: String = "horse") throws -> SecretBytes { try SecretBytes(utf8: text) }

    func test_read_ofEachEncryption_givesKeyCertificateAndChain() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        let expected = try openSSL.run("x509 -in @cert -outform DER")
        let authority = try openSSL.run("x509 -in @ca -outform DER")
        for options in [
            "", " -legacy", " -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-RC2-40" + legacy,
            " -keypbe NONE -certpbe NONE", " -macalg sha1 -iter 1", " -macalg sha512",
            " -keypbe aes-128-cbc -certpbe NONE",
            " -keypbe PBE-SHA1-RC2-128 -certpbe PBE-SHA1-RC4-40" + legacy,
        ] {
            let identity = try Identity(pkcs12: try openSSL.run(modern + options), passphrase: try phrase())
            XCTAssertEqual(identity.certificate.der, expected, options)
            XCTAssertEqual(identity.chain.map(\.der), [authority], options)
            XCTAssertEqual(identity.label, "web", options)
            let signature = try identity.key.sign([1], .ecdsaSHA256)
            XCTAssertTrue(try identity.key.publicKey.isValid(signature, of: [1], .ecdsaSHA256))
        }
    }

    func test_read_ofEachKindOfKey_givesTheKey() throws {
        let openSSL = try OpenSSL()
        for algorithm in ["RSA", "EC -pkeyopt ec_paramgen_curve:P-521", "ED25519"] {
            try openSSL.makeIdentity(algorithm)
            let identity = try Identity(pkcs12: try openSSL.run(modern), passphrase: try phrase())
            let key = try PrivateKey(pem: try openSSL.read("key"))
            XCTAssertEqual(identity.key, key)
        }
    }

    func test_read_ofCertificateWithACompressedPoint_givesTheIdentity() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.run("ec -in @key -conv_form compressed -out @short")
        try openSSL.run("req -x509 -new -key @short -subj /CN=web -days 30 -out @cert")
        let certificate = try Certificate(pem: openSSL.read("cert"))
        XCTAssertEqual(certificate.subjectPublicKeyInfo.count, 59)
        XCTAssertEqual(certificate.publicKeyHash, try certificate.publicKey.applicationLabel)
        let identity = try Identity(pkcs12: try openSSL.run(modern), passphrase: try phrase())
        XCTAssertEqual(identity.certificate, certificate)
    }

    func test_read_withWrongPassphraseOrNone_throwsAuthFailed() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        let file = try openSSL.run(modern)
        assertThrows(.authFailed) { _ = try PKCS12(file, passphrase: try self.phrase("wrong")) }
        assertThrows(.authFailed) { _ = try PKCS12(file) }
    }

    func test_read_ofFileWithEmptyPassphrase_needsNone() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        let file = try openSSL.run(modern.replacingOccurrences(of: "pass:horse", with: "pass:"))
        XCTAssertEqual(try PKCS12(file).identities.count, 1)
        XCTAssertEqual(try PKCS12(file, passphrase: try phrase("")).identities.count, 1)
    }

    func test_read_ofPassphraseBeyondASCII_opensIt() throws {
        let identity = try makeIdentity()
        let phrase = try phrase("Zürich ∑ 🔑")
        let again = try Identity(pkcs12: try identity.pkcs12(passphrase: phrase), passphrase: phrase)
        XCTAssertEqual(again.key, identity.key)
    }

    func test_pkcs12_ofIdentity_isReadByOpenSSLAndByUs() throws {
        let (openSSL, identity) = (try OpenSSL(), try makeIdentity())
        let file = try identity.pkcs12(passphrase: try phrase(), label: "näme")
        let pem = try openSSL.run("pkcs12 -nodes -passin pass:horse", input: file)
        let again = try Identity(pem: try SecretBytes(copying: pem))
        XCTAssertEqual(again.key, identity.key)
        XCTAssertEqual(again.certificate, identity.certificate)
        XCTAssertEqual(again.chain, identity.chain)
        XCTAssertEqual(try Identity(pkcs12: file, passphrase: try phrase()).label, "näme")
    }

    func test_pkcs12_ofIdentity_isReadByTheOtherSide() throws {
        let (openSSL, identity) = (try OpenSSL(), try makeIdentity())
        let program = """
            import sys
            from cryptography.hazmat.primitives.serialization import pkcs12, Encoding, PublicFormat
            key, certificate, more = pkcs12.load_key_and_certificates(sys.stdin.buffer.read(), b"horse")
            own = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            assert own == key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            print(len(more))
            """
        let file = try identity.pkcs12(passphrase: try phrase())
        let told = try Tool.python(with: "cryptography").output(["-c", program], input: file)
        XCTAssertEqual(String(decoding: told, as: UTF8.self), "1\n")
        withExtendedLifetime(openSSL) {}
    }

    func test_pkcs12_ofKeyThatDoesNotLeave_throwsKeyIsSensitive() throws {
        let (store, identity) = (try ItemStore.inMemory(), try makeIdentity())
        try store.add(identity, isExtractable: false)
        let kept = try XCTUnwrap(try store.identity())
        assertThrows(.keyIsSensitive) { _ = try kept.pkcs12(passphrase: try self.phrase()) }
        assertThrows(.param) { _ = try identity.pkcs12(passphrase: try self.phrase("zero\0byte")) }
    }

    func test_identity_ofKeyAndForeignCertificate_throwsParam() throws {
        let identity = try makeIdentity()
        assertThrows(.param) {
            _ = try Identity(certificate: identity.certificate, key: try .generate(.p256))
        }
    }

    func test_identity_ofChainInAnyOrder_hasItInOrder() throws {
        let identity = try makeIdentity()
        let foreign = try makeIdentity().certificate
        let mixed = [foreign, identity.certificate] + identity.chain
        let again = try Identity(certificate: identity.certificate, key: identity.key, chain: mixed)
        XCTAssertEqual(again.chain, identity.chain)
    }

    private func makeIdentity() throws -> Identity { try Identity.made() }
}
