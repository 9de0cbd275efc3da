import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Keys that are not extractable: a reference does their work, and no call gives their bytes.
final class StayingKeyTests: KeychainTestCase {
    private let keys: [CFString: Any] = [kSecClass: kSecClassKey]
    private let identities: [CFString: Any] = [kSecClass: kSecClassIdentity]

    /// A store with an identity whose key stays.
    @discardableResult
    private func stored() throws -> MadeChain {
        let (store, chain) = (try ItemStore.inMemory(), try MadeChain())
        try store.add(chain.leaf, label: "web", isExtractable: false)
        KeychainStore.use(store)
        return chain
    }

    private func search(_ query: [CFString: Any], _ more: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
        var answer: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &answer)
        return (status, answer)
    }

    private func code(of key: SecKey) -> Int? {
        var error: Unmanaged<CFError>?
        XCTAssertNil(unsafe SecKeyCopyExternalRepresentation(key, &error))
        return unsafe error?.takeRetainedValue().code
    }

    private func add(_ reference: AnyObject, _ more: [CFString: Any]) -> OSStatus {
        SecItemAdd([kSecValueRef: reference].merging(more) { $1 } as CFDictionary, nil)
    }

    private var key: SecKey { get throws { try XCTUnwrap(found(keys).first as? SecKey) } }

    // MARK: - Search

    func test_search_forBytes_isRefusedInEveryShape() throws {
        try stored()
        let shapes: [[CFString: Any]] = [
            [:], [kSecReturnAttributes: true], [kSecReturnRef: true], [kSecReturnPersistentRef: true],
            [kSecMatchLimit: kSecMatchLimitAll], [kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true],
        ]
        for query in [keys, identities] {
            for shape in shapes {
                let (status, answer) = search(query, shape.merging([kSecReturnData: true]) { $1 })
                XCTAssertEqual(status, errSecKeyIsSensitive, "\(query) \(shape)")
                XCTAssertNil(answer)
            }
            let (_, reference) = search(query, [kSecReturnPersistentRef: true])
            let named: [CFString: Any] = [
                kSecValuePersistentRef: try XCTUnwrap(reference), kSecReturnData: true,
            ]
            XCTAssertEqual(search(named, [:]).0, errSecKeyIsSensitive)
        }
    }

    func test_search_forBytesOfOtherKeys_findsThem() throws {
        try stored()
        let other = try SecKey(PrivateKey.generate(.p256))
        XCTAssertEqual(add(other, [:]), errSecSuccess)
        XCTAssertEqual(
            search(keys, [kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]).0, errSecKeyIsSensitive)
        let (status, bytes) = search(keys, [kSecReturnData: true, kSecAttrIsExtractable: true])
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(bytes as? Data, SecKeyCopyExternalRepresentation(other, nil) as Data?)
    }

    func test_identity_givesAKeyThatStays() throws {
        try stored()
        let identity = try XCTUnwrap(found(identities).first as? SecIdentity)
        var key: SecKey?
        XCTAssertEqual(unsafe SecIdentityCopyPrivateKey(identity, &key), errSecSuccess)
        XCTAssertEqual(code(of: try XCTUnwrap(key)), Int(errSecKeyIsSensitive))
        for item in [identity, try XCTUnwrap(key)] {
            var data: CFData?
            XCTAssertEqual(
                unsafe SecItemExport(item, .formatPEMSequence, [], nil, &data), errSecKeyIsSensitive)
            XCTAssertNil(data)
        }
    }

    func test_reference_signsAndDecrypts() throws {
        try stored()
        let (key, message) = (try key, Data("a message".utf8) as CFData)
        let (signing, sealing) = (
            SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256,
            SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
        )
        let publicKey = try XCTUnwrap(SecKeyCopyPublicKey(key))
        let signature = try XCTUnwrap(SecKeyCreateSignature(key, signing, message, nil))
        XCTAssertTrue(SecKeyVerifySignature(publicKey, signing, message, signature, nil))
        let sealed = try XCTUnwrap(SecKeyCreateEncryptedData(publicKey, sealing, message, nil))
        XCTAssertEqual(SecKeyCreateDecryptedData(key, sealing, sealed, nil), message)
    }

    // MARK: - Changes

    func test_update_toExtractableOrToAPublicHalf_isRefused() throws {
        try stored()
        let changes: [[CFString: Any]] = [
            [kSecAttrIsExtractable: true], [kSecAttrIsExtractable: 2], [kSecAttrIsExtractable: "1"],
            [kSecAttrKeyClass: kSecAttrKeyClassPublic], [kSecAttrLabel: "x", kSecAttrIsExtractable: true],
        ]
        for change in changes {
            let status = SecItemUpdate(keys as CFDictionary, change as CFDictionary)
            XCTAssertEqual(status, errSecKeyIsSensitive, "\(change)")
        }
        let both = SecItemUpdate(identities as CFDictionary, [kSecAttrIsExtractable: true] as CFDictionary)
        XCTAssertEqual(both, errSecNoSuchAttr)
        XCTAssertEqual(code(of: try key), Int(errSecKeyIsSensitive))
        XCTAssertEqual(found([kSecClass: kSecClassKey, kSecAttrLabel: "x"]), [])
    }

    func test_update_ofSeveral_changesAllOrNone() throws {
        let store = try ItemStore.inMemory()
        KeychainStore.use(store)
        let first = try SecKey(PrivateKey.generate(.p256))
        XCTAssertEqual(add(first, [kSecAttrLabel: "first"]), errSecSuccess)
        try store.add(try PrivateKey.generate(.p256), isExtractable: false)
        let change: [CFString: Any] = [kSecAttrLabel: "changed", kSecAttrIsExtractable: true]
        XCTAssertEqual(
            SecItemUpdate(keys as CFDictionary, change as CFDictionary), errSecKeyIsSensitive)
        XCTAssertEqual(found([kSecClass: kSecClassKey, kSecAttrLabel: "first"]), [first])
    }

    func test_update_ofOtherAttributes_goesOn() throws {
        try stored()
        for change: [CFString: Any] in [[kSecAttrLabel: "new"], [kSecAttrIsExtractable: false]] {
            XCTAssertEqual(SecItemUpdate(keys as CFDictionary, change as CFDictionary), errSecSuccess)
        }
        XCTAssertEqual(code(of: try key), Int(errSecKeyIsSensitive))
    }

    func test_add_ofTheReferenceAsExtractable_isRefused() throws {
        try stored()
        let identity = try XCTUnwrap(found(identities).first)
        let weaker: [[CFString: Any]] = [
            [kSecAttrIsExtractable: true], [kSecAttrKeyClass: kSecAttrKeyClassPublic],
        ]
        for reference in [try key, identity] {
            for more in weaker {
                let elsewhere = more.merging([kSecAttrAccessGroup: "other"]) { $1 }
                XCTAssertEqual(add(reference, elsewhere), errSecKeyIsSensitive, "\(reference) \(more)")
            }
        }
        // With the root of its chain.
        XCTAssertEqual(found([kSecClass: kSecClassCertificate]).count, 2)
        XCTAssertEqual(found(keys).count, 1)
    }

    func test_add_ofTheReferenceAgain_keepsTheMark() throws {
        try stored()
        let asked: [CFString: Any] = [kSecValueRef: try key, kSecAttrAccessGroup: "b", kSecReturnData: true]
        var answer: CFTypeRef?
        XCTAssertEqual(unsafe SecItemAdd(asked as CFDictionary, &answer), errSecKeyIsSensitive)
        XCTAssertNil(answer)
        XCTAssertEqual(add(try key, [kSecAttrAccessGroup: "other"]), errSecSuccess)
        XCTAssertEqual(found(keys).count, 2)
        for key in found(keys) {
            XCTAssertEqual(code(of: try XCTUnwrap(key as? SecKey)), Int(errSecKeyIsSensitive))
        }
    }

    func test_publicHalf_withTheMark_leaves() throws {
        KeychainStore.use(try ItemStore.inMemory())
        let publicKey = try SecKey(PrivateKey.generate(.p256).publicKey)
        XCTAssertEqual(add(publicKey, [kSecAttrIsExtractable: false]), errSecSuccess)
        XCTAssertEqual(search(keys, [kSecReturnData: true]).0, errSecSuccess)
        let change: [CFString: Any] = [kSecAttrIsExtractable: true]
        XCTAssertEqual(SecItemUpdate(keys as CFDictionary, change as CFDictionary), errSecSuccess)
    }

    // MARK: - Imports

    private func imported(_ more: [CFString: Any]) throws -> (status: OSStatus, key: SecKey?) {
        let file = try MadeChain().leaf.pkcs12(passphrase: SecretBytes(utf8: "word"))
        let options = [kSecImportExportPassphrase: "word"].merging(more) { $1 }
        var items: CFArray?
        let status = unsafe SecPKCS12Import(file as CFData, options as CFDictionary, &items)
        let item = (items as? [[String: Any]])?.first
        return (status, (item?[kSecImportItemIdentity as String] as? SecIdentity)?.key)
    }

    func test_importOfPKCS12_thatIsNotExtractable_answersWithAKeyThatStays() throws {
        for isStored in [false, true] {
            KeychainStore.use(try ItemStore.inMemory())
            let (status, key) = try imported([
                kSecAttrIsExtractable: false, kSecUseDataProtectionKeychain: isStored,
            ])
            XCTAssertEqual(status, errSecSuccess)
            let own = try XCTUnwrap(key)
            XCTAssertEqual(code(of: own), Int(errSecKeyIsSensitive))
            let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
            XCTAssertNotNil(SecKeyCreateSignature(own, algorithm, NSData(), nil))
            XCTAssertEqual(found(keys), isStored ? [own] : [])
            if isStored {
                XCTAssertEqual(search(identities, [kSecReturnData: true]).0, errSecKeyIsSensitive)
            }
        }
    }

    func test_importOfPKCS12_withAMarkThatIsNone_isParam() throws {
        KeychainStore.use(try ItemStore.inMemory())
        XCTAssertEqual(try imported([kSecAttrIsExtractable: NSArray()]).status, errSecParam)
        for more: [CFString: Any] in [[:], [kSecAttrIsExtractable: true]] {
            XCTAssertNotNil(SecKeyCopyExternalRepresentation(try XCTUnwrap(imported(more).key), nil))
        }
    }

    /// The key of a file that was read with these attributes, by the newer call and by the older one.
    private func read(_ attributes: [CFString], bits: UInt32) throws -> [SecKey] {
        let file = Data(try PrivateKey.generate(.p256).pkcs8()) as CFData
        var (first, second): (CFArray?, CFArray?)
        let marks = attributes as NSArray
        var newer = unsafe SecItemImportExportKeyParameters()
        unsafe newer.keyAttributes = Unmanaged.passUnretained(marks)
        var older = unsafe SecKeyImportExportParameters()
        unsafe older.keyAttributes = bits
        withExtendedLifetime(marks) {
            _ = unsafe SecItemImport(file, nil, nil, nil, [], &newer, nil, &first)
            _ = unsafe SecKeychainItemImport(file, nil, nil, nil, [], &older, nil, &second)
        }
        return (first as? [SecKey] ?? []) + (second as? [SecKey] ?? [])
    }

    func test_importOfAKey_withAttributesButNotExtractable_stays() throws {
        let rows: [([CFString], UInt32, Bool)] = [
            ([], 0, false), ([kSecAttrIsSensitive, kSecAttrIsExtractable], 0x28, false),
            ([kSecAttrIsPermanent, kSecAttrIsSensitive], 0x09, true),
        ]
        for (attributes, bits, stays) in rows {
            let keys = try read(attributes, bits: bits)
            XCTAssertEqual(keys.count, 2)
            for key in keys {
                XCTAssertEqual(SecKeyCopyExternalRepresentation(key, nil) == nil, stays, "\(attributes)")
                XCTAssertNotNil(SecKeyCopyPublicKey(key))
            }
        }
    }
}
