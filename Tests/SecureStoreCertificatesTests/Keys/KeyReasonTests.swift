import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

/// Errors that users of keys and files provoke: each text says what to do next.
final class KeyReasonTests: XCTestCase {
    private let word = "the word"

    private func check(_ rows: [Provoked]) { for row in rows { row.check(withoutValues: [word]) } }

    func test_keys_thatCannotBeHad_sayWhatCan() throws {
        let key = try PrivateKey.generate(.p256)
        let sealed = try key.pem(passphrase: secret(word))
        let store = try ItemStore.inMemory()
        try store.add(key, isExtractable: false)
        let own = try XCTUnwrap(store.privateKey(Query()))
        check([
            Provoked("stays", .keyIsSensitive, ["not extractable", "use it there"]) { try own.pkcs8() },
            Provoked("none", .passphraseRequired, ["give the passphrase"]) { try PrivateKey(pem: sealed) },
            Provoked("wrong", .authFailed, ["give the one that it was written with"]) {
                try PrivateKey(pem: sealed, passphrase: secret("another"))
            },
            Provoked("size", .keySizeNotAllowed, ["512 bits", "1024 to 8192"]) {
                try PrivateKey.generate(.rsa(512))
            },
            Provoked("no key", .unknownFormat, ["PKCS#8"]) { try PrivateKey(der: secret("text")) },
            Provoked("cipher", .decode, ["made with"]) {
                try key.decrypt(Data("text".utf8), .ecies(.sha256))
            },
        ])
    }

    func test_file_ofWrongPassphraseOrNone_saysWhichOneIsMeant() throws {
        let authority = try Authority()
        let identity = try Identity(certificate: authority.certificate, key: authority.key)
        let file = try identity.pkcs12(passphrase: secret(word))
        check([
            Provoked("wrong", .authFailed, ["give the one that it was written with"]) {
                try PKCS12(file, passphrase: secret("another"))
            },
            Provoked("none", .decode, ["DER"]) { try PKCS12(Data("text".utf8), passphrase: nil) },
        ])
    }

    func test_keys_thatAreBroken_sayWhatToTake() throws {
        let (copy, text) = ("another copy", try secret("-----BEGIN PRIVATE KEY-----\n"))
        var point = [UInt8](try PrivateKey.generate(.p256).publicKey.externalRepresentation)
        point[40] ^= 1
        check([
            Provoked("DER", .decode, [copy]) { try PublicKey(der: [0x30, 0x03]) },
            Provoked("PEM", .decode, [copy]) { try PrivateKey(pem: text) },
            Provoked("point", .decode, [copy]) { try PublicKey(x963: point) },
            Provoked("curve", .unknownFormat, ["65, 97 or 133 bytes"]) { try PublicKey(x963: [4]) },
            Provoked("raw", .decode, ["32 bytes"]) { try PublicKey(rawRepresentation: [1], .ed25519) },
            Provoked("weak", .decode, ["another key"]) {
                try PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 32), .ed25519)
            },
            Provoked("public", .unknownFormat, ["PUBLIC KEY"]) {
                try PublicKey(pem: PrivateKey.generate(.p256).pem().withBytes { Array($0) })
            },
            Provoked("raw private", .param, ["PKCS#8"]) {
                try PrivateKey(rawRepresentation: secret("a"), .p256)
            },
            Provoked("no certificate", .unknownFormat, ["give a certificate in PEM"]) {
                try Certificate(pem: text.withBytes { Array($0) })
            },
            Provoked("OpenSSH", .unknownFormat, ["OPENSSH PRIVATE KEY"]) {
                try PrivateKey(openSSH: PrivateKey.generate(.p256).pem())
            },
        ])
    }

    func test_keys_thatCannotDoIt_sayWhichOnesCan() throws {
        let (key, curve) = (try PrivateKey.generate(.rsa(2_048)), try PrivateKey.generate(.p256))
        let long = [UInt8](repeating: 1, count: 4_096)
        check([
            Provoked("kind", .param, ["choose one for keys of this kind"]) {
                try curve.publicKey.encrypt(long, .rsaOAEP(.sha256))
            },
            Provoked("signing", .param, ["choose one for keys of this kind"]) {
                try curve.sign(long, .rsaPKCS1(.sha256))
            },
            Provoked("long", .param, ["rsaOAEPAESGCM"]) {
                try key.publicKey.encrypt(long, .rsaOAEP(.sha256))
            },
            Provoked("derived", .param, ["at most 65536"]) {
                try curve.sharedSecret(with: curve.publicKey, deriving: 70_000, .sha256)
            },
            Provoked("passphrase", .param, ["at most 4096"]) {
                try curve.pem(passphrase: secret(String(repeating: "a", count: 5_000)))
            },
        ])
    }

    func test_certificates_thatDoNotFit_sayWhatDoes() throws {
        let (authority, other) = (try Authority(), try Authority("Other"))
        let name = try DistinguishedName([.commonName: "host.example"])
        let request = try CertificateRequest(subject: name, key: other.key)
        let days = Authority.today...Authority.today + 86_400
        check([
            Provoked("DER", .decode, ["another copy"]) { try Certificate(der: [1]) },
            Provoked("request", .decode, ["another copy"]) { try CertificateRequest(der: [1]) },
            Provoked("issuer", .param, ["the authority and its own key"]) {
                try authority.certificate.issue(request, key: other.key, validity: days)
            },
            Provoked("pair", .param, ["the certificate of this key"]) {
                try Identity(certificate: authority.certificate, key: other.key)
            },
            Provoked("text", .param, ["put its certificate into it"]) {
                try Identity(pem: authority.key.pem())
            },
            Provoked("signing", .param, ["RSA, a curve or Ed25519"]) {
                try CertificateRequest(subject: name, key: PrivateKey.generate(.x25519))
            },
        ])
    }
}
