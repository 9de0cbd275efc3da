import SecureStoreCertificates
import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import KeychainServices

/// Keys, certificates and identities as bytes, out and in again.
final class ItemTransferTests: KeychainTestCase {
    private let secretWord = "open sesame" as NSString

    /// Parameters with a passphrase, or without.
    private func parameters(_ passphrase: Bool) -> SecItemImportExportKeyParameters {
        var parameters = unsafe SecItemImportExportKeyParameters()
        if passphrase { unsafe parameters.passphrase = Unmanaged.passUnretained(secretWord) }
        return unsafe parameters
    }

    private func export(
        _ item: AnyObject, _ format: SecExternalFormat = .formatUnknown, text: Bool = false,
        sealed: Bool = false
    ) -> (status: OSStatus, data: Data?) {
        var (given, data) = unsafe (parameters(sealed), CFData?.none)
        let status = unsafe SecItemExport(item, format, text ? .pemArmour : [], &given, &data)
        return (status, data as Data?)
    }

    private func read(
        _ data: Data?, sealed: Bool = false, only: Bool = false, into keychain: SecKeychain? = nil
    ) throws -> (status: OSStatus, format: SecExternalFormat, type: SecExternalItemType, items: [NSObject]?) {
        var given = unsafe parameters(sealed)
        if only { unsafe given.flags = .importOnlyOne }
        var (format, type) = (SecExternalFormat.formatUnknown, SecExternalItemType.itemTypeUnknown)
        var items: CFArray?
        let status = unsafe SecItemImport(
            try XCTUnwrap(data) as CFData, nil, &format, &type, [], &given, keychain, &items)
        return (status, format, type, items as? [NSObject])
    }

    func test_exported_isReadAgainAsWhatItWas() throws {
        let chain = try MadeChain()
        let (certificate, key) = (try chain.certificate, try chain.key)
        let publicKey = try SecKey(chain.leaf.key.publicKey)
        let rows: [(NSObject, SecExternalFormat, Bool, SecExternalFormat, SecExternalItemType)] = [
            (certificate, .formatUnknown, false, .formatX509Cert, .itemTypeCertificate),
            (certificate, .formatX509Cert, true, .formatX509Cert, .itemTypeCertificate),
            (key, .formatOpenSSL, false, .formatOpenSSL, .itemTypePrivateKey),
            (key, .formatUnknown, true, .formatOpenSSL, .itemTypePrivateKey),
            (publicKey, .formatUnknown, false, .formatOpenSSL, .itemTypePublicKey),
            (publicKey, .formatPEMSequence, false, .formatOpenSSL, .itemTypePublicKey),
        ]
        for (index, row) in rows.enumerated() {
            let (status, data) = export(row.0, row.1, text: row.2)
            XCTAssertEqual(status, errSecSuccess, "row \(index)")
            let again = try read(data)
            XCTAssertEqual(again.items, [row.0], "row \(index)")
            XCTAssertEqual(again.format, row.3, "row \(index)")
            XCTAssertEqual(again.type, row.4, "row \(index)")
        }
    }

    func test_sealed_isReadWithItsPassphraseAlone() throws {
        let chain = try MadeChain()
        let rows: [(NSObject, SecExternalFormat, OSStatus)] = [
            (try chain.key, .formatWrappedPKCS8, errSecPassphraseRequired),
            (try chain.identity, .formatPKCS12, errSecPassphraseRequired),
        ]
        for (item, format, status) in rows {
            XCTAssertEqual(export(item, format).status, errSecPassphraseRequired)
            let data = export(item, format, sealed: true).data
            XCTAssertEqual(try read(data).status, status)
            XCTAssertEqual(try read(data, sealed: true).items, [item])
        }
    }

    func test_privateKey_withAPassphraseAndNoFormat_isNeverInTheOpen() throws {
        let key = try MadeChain().key
        for format in [SecExternalFormat.formatUnknown, .formatOpenSSL] {
            for isText in [true, false] {
                let data = export(key, format, text: isText, sealed: true).data
                XCTAssertEqual(try read(data).status, errSecPassphraseRequired)
                XCTAssertEqual(try read(data, sealed: true).items, [key])
            }
        }
    }

    func test_import_withWrongPassphraseOfPKCS12_isVerifyFailure() throws {
        let file = try MadeChain().leaf.pkcs12(passphrase: SecretBytes(utf8: "another"))
        XCTAssertEqual(try read(file, sealed: true).status, errSecPkcs12VerifyFailure)
    }

    func test_export_ofSeveral_isTextWithAllOfThem() throws {
        let chain = try MadeChain()
        let items: [NSObject] = [try SecCertificate(chain.root), try chain.identity]
        let again = try read(export(items as NSArray).data)
        XCTAssertEqual(again.type, .itemTypeAggregate)
        XCTAssertEqual(
            again.items, [try chain.key, try SecCertificate(chain.root), try chain.certificate])
        let file = export(items as NSArray, .formatPKCS12, sealed: true).data
        XCTAssertEqual(
            try read(file, sealed: true).items, [try chain.identity, try SecCertificate(chain.root)])
    }

    func test_export_ofWhatAFormatDoesNotHave_isUnsupported() throws {
        let chain = try MadeChain()
        let formats: [SecExternalFormat] = [
            .formatSSH, .formatBSAFE, .formatWrappedOpenSSL, .formatWrappedSSH, .formatWrappedLSH,
            .formatSSHv2,
        ]
        for format in formats {
            XCTAssertEqual(export(try chain.key, format, sealed: true).status, errSecUnsupportedFormat)
        }
        let stranger: NSArray = [try chain.identity, try MadeChain().certificate]
        for items in [stranger, [try chain.certificate]] as [NSArray] {
            XCTAssertEqual(export(items, .formatPKCS12, sealed: true).status, errSecUnsupportedFormat)
        }
    }

    func test_import_ofWhatIsNothing_saysSo() throws {
        let rows: [(Data, OSStatus)] = [
            (Data(), errSecParam), (Data("text".utf8), errSecUnknownFormat),
            (Data("-----BEGIN X-----\n-----END X-----\n".utf8), errSecUnknownFormat),
            (Data([0x30, 3, 2, 1, 3]), errSecUnknownFormat),
            (SampleCertificate.der.dropLast(), errSecUnknownFormat),
        ]
        for (data, status) in rows { XCTAssertEqual(try read(data).status, status, "\(data.count)") }
    }

    func test_import_ofSeveralKeys_isAllOrRefused() throws {
        let keys: [NSObject] = [try MadeChain().key, try MadeChain().key]
        let data = export(keys as NSArray).data
        XCTAssertEqual(try read(data).items, keys)
        XCTAssertEqual(try read(data, only: true).status, errSecMultiplePrivKeys)
    }

    func test_import_intoKeychain_storesThereOnce() throws {
        let (keychain, chain) = (try create("build"), try MadeChain())
        let data = export(try chain.identity, .formatPKCS12, sealed: true).data
        for _ in 1...2 {
            XCTAssertEqual(try read(data, sealed: true, into: keychain).status, errSecSuccess)
        }
        let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecMatchSearchList: [keychain]]
        XCTAssertEqual(found(query), [try chain.identity])
    }

    func test_import_thatFailsInTheMiddle_storesNothing() throws {
        let store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        KeychainStore.use(store)
        let keys: [NSObject] = [try MadeChain().key, try MadeChain().key]
        let (data, keychain) = (export(keys as NSArray).data, try KeychainStore.keychain())
        try store.faults.fail(.add, at: 2, with: .diskFull)
        XCTAssertEqual(try read(data, into: keychain).status, errSecDiskFull)
        XCTAssertEqual(found([kSecClass: kSecClassKey]), [])
        XCTAssertEqual(try read(data, into: keychain).status, errSecSuccess)
        XCTAssertEqual(found([kSecClass: kSecClassKey]), keys)
    }

    func test_export_ofNothing_isParam() {
        XCTAssertEqual(export(NSArray()).status, errSecParam)
    }
}
