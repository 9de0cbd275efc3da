import CertificateKit
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
            Provoked("size", .keySizeNotAllowed, ["512 bits", "2048 to 4096"]) {
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
}
