import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Secrets that callers give are copied into memory that is erased, and nowhere else.
final class SecretArgumentTests: XCTestCase {
    /// Bytes that count how often Foundation reads them to make a `Data`.
    private final class Watched: NSData, ContiguousBytes {
        private let content: NSData
        private(set) var copies = 0

        init(_ content: Data) {
            self.content = NSData(data: content)
            super.init()
        }
        required init?(coder: NSCoder) { nil }

        override var length: Int { content.length }
        override var bytes: UnsafeRawPointer { unsafe content.bytes }
        func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            copies += 1
            return try unsafe body(UnsafeRawBufferPointer(start: content.bytes, count: content.length))
        }
    }

    func test_createWithData_doesNotCopyTheKeyElsewhere() throws {
        let bytes = Watched(Data(try PrivateKey.generate(.p256).externalRepresentation()))
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
        XCTAssertNotNil(SecKeyCreateWithData(bytes, attributes as CFDictionary, nil))
        XCTAssertEqual(bytes.copies, 0)
    }

    func test_import_doesNotCopyFileOrPassphraseElsewhere() throws {
        let file = Watched(Data(try PrivateKey.generate(.p256).pkcs8(passphrase: secret("word"))))
        let word = Watched(Data("word".utf8))
        var parameters = unsafe SecItemImportExportKeyParameters()
        unsafe parameters.passphrase = Unmanaged.passUnretained(word)
        var items: CFArray?
        XCTAssertEqual(
            unsafe SecItemImport(file, nil, nil, nil, [], &parameters, nil, &items), errSecSuccess)
        XCTAssertEqual(items?.count, 1)
        XCTAssertEqual([file.copies, word.copies], [0, 0])
    }

    func test_importOfPKCS12_doesNotCopyTheFileElsewhere() throws {
        let made = try MadeChain().leaf.pkcs12(passphrase: secret("word"), label: nil)
        let file = Watched(made)
        let options = [kSecImportExportPassphrase: "word"] as CFDictionary
        var items: CFArray?
        XCTAssertEqual(unsafe SecPKCS12Import(file, options, &items), errSecSuccess)
        XCTAssertEqual(file.copies, 0)
    }

    func test_encrypt_doesNotCopyTheTextElsewhere() throws {
        let text = Watched(Data("text".utf8))
        let key = try SecKey(PrivateKey.sample(.rsa(2_048)).publicKey)
        XCTAssertNotNil(SecKeyCreateEncryptedData(key, .rsaEncryptionOAEPSHA256, text, nil))
        XCTAssertEqual(text.copies, 0)
    }
}
