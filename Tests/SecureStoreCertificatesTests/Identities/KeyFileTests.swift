import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Files of which nobody says what is in them.
final class KeyFileTests: XCTestCase {
    private func made() throws -> Identity {
        let key = try PrivateKey.generate(.p256)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let certificate = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: "host.example"]), key: key, validity: now...now + 60)
        return try Identity(certificate: certificate, key: key)
    }

    private func read(_ bytes: some Collection<UInt8>, _ passphrase: SecretBytes? = nil) throws -> KeyFile {
        try KeyFile(SecretBytes(copying: bytes), passphrase: passphrase)
    }

    func test_read_ofEachForm_tellsWhichItIs() throws {
        let (made, passphrase) = (try made(), try SecretBytes(utf8: "secret"))
        let sealed = try made.key.pkcs8(passphrase: passphrase).withBytes { Array($0) }
        XCTAssertEqual(try read(made.certificate.der).certificates, [made.certificate])
        XCTAssertEqual(try read(made.key.publicKey.der).publicKeys, [made.key.publicKey])
        XCTAssertEqual(try read(made.key.pkcs8().withBytes { Array($0) }).privateKeys, [made.key])
        XCTAssertEqual(try read(sealed, passphrase).privateKeys, [made.key])
        XCTAssertEqual(try read(made.pkcs12(passphrase: passphrase), passphrase).form, .pkcs12)
        let rsa = try PrivateKey.sample(.rsa(2_048))
        XCTAssertEqual(try read(rsa.publicKey.externalRepresentation).publicKeys, [rsa.publicKey])
        let pkcs1 = try rsa.externalRepresentation().withBytes { Array($0) }
        XCTAssertEqual(try read(pkcs1).privateKeys, [rsa])
    }

    func test_read_ofFormsThatAreNoPEM_saysWhichTheyAre() throws {
        let (made, passphrase) = (try made(), try SecretBytes(utf8: "secret"))
        let message = try SignedMessage(certificates: [made.certificate, made.certificate])
        let sealed = try made.key.pkcs8(passphrase: passphrase).copied
        let forms: [(Data, KeyFile.Form)] = [
            (message.der, .pkcs7), (sealed, .sealedKey), (made.certificate.der, .certificate),
            (try made.key.pkcs8().copied, .key), (try made.pkcs12(passphrase: passphrase), .pkcs12),
        ]
        for (bytes, form) in forms {
            for file in [bytes, Data(bytes.base64EncodedString(options: .lineLength64Characters).utf8)] {
                XCTAssertEqual(try read(file, passphrase).form, form)
            }
        }
        XCTAssertEqual(try read(message.der).certificates, [made.certificate])
        XCTAssertEqual(try read(message.pem.utf8).certificates, [made.certificate])
    }

    func test_read_ofPKCS7WithAnyByteChangedOrCut_readsOrThrows() throws {
        let made = try made()
        let bytes = [UInt8](try SignedMessage(certificates: [made.certificate]).der)
        for place in bytes.indices {
            for file in [bytes[..<place] + [bytes[place] ^ 0x41] + bytes[(place + 1)...], bytes[..<place]] {
                do { _ = try read(file) } catch {
                    let status = (error as? StoreError)?.status
                    XCTAssert([.decode, .unknownFormat, .unimplemented].contains(status), "\(error)")
                }
            }
        }
        XCTAssertEqual(LibCrypto.pendingError, 0)
    }

    func test_read_ofPKCS7WithoutLengths_readsIt() throws {
        let made = try made()
        let der = [UInt8](try SignedMessage(certificates: [made.certificate]).der)
        // The lengths before and behind the name of the form have three bytes each.
        let file = [0x30, 0x80] + der[4..<15] + [0xa0, 0x80] + der[19...] + [0, 0, 0, 0]
        XCTAssertEqual(try read(file).certificates, [made.certificate])
        XCTAssertEqual(try read(Data(file).base64EncodedData()).form, .pkcs7)
    }

    func test_read_ofPKCS7WithACertificateThatCannotBeRead_throwsDecode() throws {
        var der = [UInt8](try SignedMessage(certificates: [made().certificate, made().certificate]).der)
        let date = try XCTUnwrap(der.indices.dropLast().first { der[$0] == 0x17 && der[$0 + 1] == 13 })
        der[date + 2] = 0
        assertThrows(.decode) { _ = try self.read(der) }
        assertThrows(.decode) { _ = try self.read(PEM.encode(Data(der), label: "PKCS7").utf8) }
    }

    func test_read_ofTextWithSeveral_hasAllInTheirOrder() throws {
        let (first, second) = (try made(), try made())
        let keys = try [first, second].map { try $0.key.pem().text() }
        let text = try "# ours\n" + keys.joined() + first.certificate.pem + second.key.publicKey.pem
        let file = try read((text + "-----BEGIN X-----\nAAAA\n-----END X-----\n").utf8)
        XCTAssertEqual(file.privateKeys, [first.key, second.key])
        XCTAssertEqual(file.certificates, [first.certificate])
        XCTAssertEqual(file.publicKeys, [second.key.publicKey])
        XCTAssertEqual(file.form, .pem)
    }

    func test_read_ofKeyBesideABlockOfAnotherKind_hasIt() throws {
        let made = try made()
        let foreign = """
            -----BEGIN PGP PUBLIC KEY BLOCK-----
            Version: 1

            mDMEY
            =abcd
            -----END PGP PUBLIC KEY BLOCK-----

            """
        let text = try foreign + made.key.pem().text() + made.certificate.pem + foreign
        XCTAssertEqual(try read(text.utf8).privateKeys, [made.key])
        XCTAssertEqual(try Identity(pem: SecretBytes(text: text)).certificate, made.certificate)
        XCTAssertEqual(try read(foreign.utf8).parts, [])
    }

    func test_read_ofKeyWithMarkBlanksAndAnyLineEnds_hasIt() throws {
        let made = try made()
        let (key, certificate) = (try made.key.pem().text(), made.certificate.pem)
        let texts = [
            "\u{feff}" + key, "  " + key.replacingOccurrences(of: "\n", with: "\n \t"),
            key.replacingOccurrences(of: "\n", with: "\t\n"), key.replacingOccurrences(of: "\n", with: "\r"),
            key.replacingOccurrences(of: "\n", with: "\r\n"),
        ]
        for text in texts.map({ $0 + "\n" + certificate }) {
            let file = try read(text.utf8)
            XCTAssertEqual(file.privateKeys, [made.key])
            XCTAssertEqual(file.certificates, [made.certificate])
        }
    }

    func test_read_ofCertificateWithEachLabel_hasIt() throws {
        let (made, root) = (try made(), try Authority())
        let text =
            try made.key.pem().text()
            + made.certificate.pem.replacingOccurrences(of: " CERTIFICATE", with: " X509 CERTIFICATE")
            + root.certificate.pem
        XCTAssertEqual(try read(text.utf8).certificates, [made.certificate, root.certificate])
        XCTAssertEqual(try Identity(pem: SecretBytes(text: text)).certificate, made.certificate)
    }

    func test_identity_ofTextWithCertificatesInPKCS7_hasThem() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let leaf = try root.issue(for: key.publicKey)
        let texts = [
            leaf.pem + (try SignedMessage(certificates: [root.certificate]).pem),
            try SignedMessage(certificates: [leaf, root.certificate]).pem,
        ]
        for text in texts {
            let identity = try Identity(pem: SecretBytes(text: key.pem().text() + text))
            XCTAssertEqual(identity.certificate, leaf)
            XCTAssertEqual(identity.chain, [root.certificate])
        }
    }

    func test_identity_ofTextWithATrustedCertificate_throwsUnimplemented() throws {
        let made = try made()
        let other = PEM.encode(made.certificate.der, label: "TRUSTED CERTIFICATE")
        let text = try SecretBytes(text: made.key.pem().text() + made.certificate.pem + other)
        assertThrows(.unimplemented) { _ = try Identity(pem: text) }
    }

    func test_read_ofPKCS12WithAKeyThatHasNoCertificate_hasIt() throws {
        let (made, lone) = (try made(), try PrivateKey.generate(.p256))
        let bags = [
            try MadePKCS12.bag(of: lone), try MadePKCS12.bag(of: made.key),
            try MadePKCS12.bag(of: made.certificate),
        ]
        let file = try read(MadePKCS12.file(bags), SecretBytes(utf8: "horse"))
        XCTAssertEqual(file.identities.map(\.key), [made.key])
        XCTAssertEqual(file.privateKeys, [lone])
    }

    func test_read_ofSealedKey_needsItsPassphrase() throws {
        let text = try made().key.pem(passphrase: SecretBytes(utf8: "secret")).text()
        assertThrows(.passphraseRequired) { _ = try self.read(text.utf8) }
        assertThrows(.authFailed) { _ = try self.read(text.utf8, SecretBytes(utf8: "other")) }
    }

    func test_read_ofTextWhoseKeysCostTooMuchTogether_throwsDataTooLarge() throws {
        let passphrase = try SecretBytes(utf8: "secret")
        let text = try made().key.pem(passphrase: passphrase).text()
        for (count, isRead) in [(2, true), (3, false)] {
            let file = try SecretBytes(utf8: String(repeating: text, count: count))
            let work = DerivationWork(limit: 2 * SealedPKCS8.iterations)
            guard isRead else {
                assertThrows(.dataTooLarge) { _ = try KeyFile(file, passphrase, work) }
                continue
            }
            XCTAssertEqual(try KeyFile(file, passphrase, work).privateKeys.count, count)
        }
    }

    func test_read_ofAnyLengthCut_throws() throws {
        let made = try made()
        let passphrase = try SecretBytes(utf8: "secret")
        let files = [
            Array(made.certificate.der), Array(try made.key.publicKey.der),
            try made.key.pkcs8().withBytes { Array($0) }, Array(try made.pkcs12(passphrase: passphrase)),
        ]
        for file in files {
            for count in stride(from: 0, to: file.count, by: 7) {
                XCTAssertThrowsError(try read(file[..<count], passphrase), "\(count)") { error in
                    let status = (error as? StoreError)?.status
                    XCTAssert([.decode, .unknownFormat, .unimplemented].contains(status), "\(error)")
                }
            }
        }
    }
}
