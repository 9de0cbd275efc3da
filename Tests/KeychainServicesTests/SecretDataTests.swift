import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// The secrets that the calls return.
final class SecretDataTests: XCTestCase {
    private let text = String(repeating: "s", count: 64)

    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria", kSecValueData: Data(text.utf8),
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
    }

    override func tearDown() { KeychainStore.useDefault() }

    private func find(_ more: [CFString: Any] = [:]) throws -> CFTypeRef {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria", kSecReturnData: true,
        ]
        var result: CFTypeRef?
        let dictionary = query.merging(more) { $1 } as CFDictionary
        unsafe XCTAssertEqual(SecItemCopyMatching(dictionary, &result), errSecSuccess)
        return try XCTUnwrap(result)
    }

    /// The address of a secret's bytes that nobody has a reference to any more.
    private func bytesAfterRelease(_ found: () throws -> NSData) throws -> UnsafeRawBufferPointer {
        let data = try found()
        XCTAssertEqual(unsafe data.bytes.load(as: UInt8.self), UInt8(ascii: "s"))
        return unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    }

    func test_find_whenItsResultIsReleased_erasesTheSecret() throws {
        // While there is a secret beside it, its memory stays mapped.
        let beside = try find()
        let bytes = unsafe try bytesAfterRelease { try XCTUnwrap(find() as? NSData) }
        withExtendedLifetime(beside) {
            unsafe XCTAssertEqual(Array(bytes), Array(repeating: 0, count: 64))
        }
    }

    func test_find_withAttributes_erasesTheSecretInThem() throws {
        let beside = try find()
        let bytes = unsafe try bytesAfterRelease {
            let found = try XCTUnwrap(find([kSecReturnAttributes: true]) as? NSDictionary)
            // As an object: Foundation makes a copy for a caller that asks by key.
            return try XCTUnwrap(found.allValues.lazy.compactMap { $0 as AnyObject as? SecretData }.first)
        }
        withExtendedLifetime(beside) {
            unsafe XCTAssertEqual(Array(bytes), Array(repeating: 0, count: 64))
        }
    }

    func test_find_asData_lendsItsBytesAtOnce() throws {
        // The calls that Foundation makes before it goes byte by byte.
        XCTAssertTrue(try find() is any ContiguousBytes)
        XCTAssertEqual(try find() as? Data, Data(text.utf8))
    }

    func test_find_result_equalsPlainBytesBothWays() throws {
        let (found, plain) = (try XCTUnwrap(find() as? NSData), NSData(data: Data(text.utf8)))
        XCTAssertTrue(found.isEqual(plain))
        XCTAssertTrue(plain.isEqual(found))
        XCTAssertEqual(found.hash, plain.hash)
        XCTAssertEqual(CFGetTypeID(found), CFDataGetTypeID())
    }

    func test_find_result_readsLikePlainBytes() throws {
        let (found, plain) = (try XCTUnwrap(find() as? NSData), NSData(data: Data(text.utf8)))
        XCTAssertEqual(found.base64EncodedString(), plain.base64EncodedString())
        XCTAssertEqual(
            found.subdata(with: NSRange(1..<3)), plain.subdata(with: NSRange(1..<3)))
        XCTAssertEqual(found.mutableCopy() as? NSMutableData, plain.mutableCopy() as? NSMutableData)
        XCTAssertEqual(found.description, plain.description)
        XCTAssertEqual(Array(found), Array(plain))
    }

    func test_find_result_isArchivedAsPlainBytes() throws {
        let found = try XCTUnwrap(find() as? NSData)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: found, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSData.self, from: archive)
        XCTAssertEqual(copy, NSData(data: Data(text.utf8)))
    }

    func test_find_ofAnEmptySecret_isEmptyBytes() throws {
        let changes: [CFString: Any] = [kSecValueData: Data()]
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
        XCTAssertEqual(SecItemUpdate(query as CFDictionary, changes as CFDictionary), errSecSuccess)
        XCTAssertEqual(try find() as? Data, Data())
    }

    func test_add_ofAFoundSecret_storesItsBytes() throws {
        let copy: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ben", kSecValueData: try find(),
        ]
        XCTAssertEqual(SecItemAdd(copy as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(try find([kSecAttrAccount: "ben"]) as? Data, Data(text.utf8))
    }
}
