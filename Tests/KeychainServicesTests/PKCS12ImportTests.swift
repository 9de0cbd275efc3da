import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import KeychainServices
@testable import SecureStoreCertificates

/// Identities that come in files.
final class PKCS12ImportTests: KeychainTestCase {
    private let secretWord = "open sesame"

    private func file(_ chain: MadeChain) throws -> Data {
        try chain.leaf.pkcs12(passphrase: SecretBytes(utf8: secretWord), label: "web")
    }

    private func read(
        _ file: Data, _ options: [CFString: Any]
    ) -> (status: OSStatus, items: [[String: Any]]?) {
        var items: CFArray?
        let status = unsafe SecPKCS12Import(file as CFData, options as CFDictionary, &items)
        return (status, items as? [[String: Any]])
    }

    private var passphrase: [CFString: Any] { [kSecImportExportPassphrase: secretWord] }

    func test_import_answersIdentityChainLabelAndKey() throws {
        KeychainStore.use(try ItemStore.inMemory())
        let chain = try MadeChain()
        let (status, items) = read(try file(chain), passphrase)
        XCTAssertEqual(status, errSecSuccess)
        let item = try XCTUnwrap(items?.first)
        XCTAssertEqual(item[kSecImportItemIdentity as String] as? SecIdentity, try chain.identity)
        XCTAssertEqual(
            item[kSecImportItemCertChain as String] as? [SecCertificate],
            [try chain.certificate, try SecCertificate(chain.root)])
        let trust = try XCTUnwrap(item[kSecImportItemTrust as String] as? SecTrust)
        XCTAssertEqual(SecTrustGetCertificateAtIndex(trust, 0), try chain.certificate)
        XCTAssertEqual(item[kSecImportItemLabel as String] as? String, "host.example")
        XCTAssertEqual(item[kSecImportItemKeyID as String] as? Data, chain.leaf.certificate.publicKeyHash)
        XCTAssertEqual(found([kSecClass: kSecClassCertificate]), [], "nothing was to be stored")
    }

    func test_import_answersCertificatesWithoutAKeyAsAChainAlone() throws {
        let (chain, other) = (try MadeChain(), try MadeChain("other.example", issuer: "Else"))
        let (phrase, leaf) = (try SecretBytes(utf8: secretWord + "\0"), chain.leaf)
        let keyID = leaf.certificate.publicKeyHash
        let key = PKCS12File.Entry(content: try leaf.key.pkcs8(), label: "web", keyID: keyID)
        let own = PKCS12File.Entry(content: leaf.certificate.handle, label: "web", keyID: keyID)
        let others = [chain.root.handle, other.leaf.certificate.handle].map {
            PKCS12File.Entry(content: $0, label: nil, keyID: nil)
        }
        for (keys, certificates) in [([key], [own] + others), ([], others)] {
            let file = try PKCS12File.write(keys, certificates, phrase)
            let answer = try XCTUnwrap(read(file, passphrase).items)
            XCTAssertEqual(answer.count, keys.count + 1)
            XCTAssertEqual(answer.last?.keys.sorted(), [kSecImportItemCertChain as String])
            let rest = answer.last?[kSecImportItemCertChain as String] as? [SecCertificate]
            XCTAssertEqual(rest?.last, try other.certificate)
            XCTAssertEqual(rest?.count, keys.isEmpty ? 2 : 1)
        }
    }

    func test_import_ofWrongPassphraseOrFile_saysWhich() throws {
        let good = try file(try MadeChain())
        let rows: [(Data, [CFString: Any], OSStatus)] = [
            (good, [:], errSecAuthFailed), (good, [kSecImportExportPassphrase: "x"], errSecAuthFailed),
            (good, [kSecImportExportPassphrase: 1], errSecParam), (Data(), passphrase, errSecDecode),
            (good.prefix(100), passphrase, errSecDecode), (Data("text".utf8), passphrase, errSecDecode),
        ]
        for (data, options, status) in rows { XCTAssertEqual(read(data, options).status, status) }
        XCTAssertNil(read(good, [:]).items)
        XCTAssertEqual(SecPKCS12Import(good as CFData, passphrase as CFDictionary, nil), errSecParam)
    }

    func test_import_intoAKeychain_storesOnceWithTheAttributesGiven() throws {
        KeychainStore.use(try ItemStore.inMemory())
        let chain = try MadeChain()
        let file = try file(chain)
        let options = passphrase.merging([
            kSecUseDataProtectionKeychain: true, kSecAttrAccessGroup: "g",
            kSecAttrApplicationTag: Data("tag".utf8),
        ]) { $1 }
        for _ in 1...2 { XCTAssertEqual(read(file, options).status, errSecSuccess) }
        XCTAssertEqual(
            found([kSecClass: kSecClassIdentity, kSecAttrLabel: "web", kSecAttrAccessGroup: "g"]),
            [try chain.identity])
        XCTAssertEqual(
            found([kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("tag".utf8)]), [try chain.key])
        XCTAssertEqual(found([kSecClass: kSecClassCertificate]).count, 2)
    }

    func test_import_withKeychainAndToMemoryOnly_storesWhereAndIfSaid() throws {
        let keychain = try create("build")
        let chain = try MadeChain()
        let file = try file(chain)
        let into = passphrase.merging([kSecImportExportKeychain: keychain]) { $1 }
        let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecMatchSearchList: [keychain]]
        let onlyRead = into.merging([kSecImportToMemoryOnly: true]) { $1 }
        XCTAssertEqual(read(file, onlyRead).status, errSecSuccess)
        XCTAssertEqual(found(query), [])
        XCTAssertEqual(read(file, into).status, errSecSuccess)
        XCTAssertEqual(found(query), [try chain.identity])
    }

    func test_import_thatFailsInTheMiddle_storesNothing() throws {
        let store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        KeychainStore.use(store)
        let chain = try MadeChain()
        let options = passphrase.merging([kSecUseDataProtectionKeychain: true]) { $1 }
        // The certificate, its key, and the certificate above it.
        for number in 1...3 {
            try store.faults.fail(.add, at: number, with: .diskFull)
            XCTAssertEqual(read(try file(chain), options).status, errSecDiskFull)
            XCTAssertEqual(try store.itemCount(), 0, "\(number)")
        }
        XCTAssertEqual(read(try file(chain), options).status, errSecSuccess)
        XCTAssertEqual(try store.itemCount(), 3)
    }

    func test_createIdentity_withCertificate_findsItsKey() throws {
        let keychain = try create("build")
        let (chain, other) = (try MadeChain(), try MadeChain())
        let item: [CFString: Any] = [kSecValueRef: try chain.key, kSecUseKeychain: keychain]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        var identity: SecIdentity?
        for place in [keychain, [keychain] as NSArray] {
            let status = unsafe SecIdentityCreateWithCertificate(place, try chain.certificate, &identity)
            XCTAssertEqual(status, errSecSuccess)
            XCTAssertEqual(identity, try chain.identity)
        }
        let status = unsafe SecIdentityCreateWithCertificate(keychain, try other.certificate, &identity)
        XCTAssertEqual(status, errSecItemNotFound)
        XCTAssertNil(identity)
    }
}
