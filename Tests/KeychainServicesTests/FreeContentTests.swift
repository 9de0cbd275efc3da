import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Tests of what becomes of the secrets that searches hand out as plain memory.
final class FreeContentTests: KeychainTestCase {
    /// A copy of a secret of these bytes, as a search hands it out.
    private func handedOut(_ bytes: some Collection<UInt8>) throws -> UnsafeMutableRawPointer {
        try unsafe HandedOutContent.copy(of: SecretBytes(copying: bytes))
    }

    /// Takes memory back and returns the bytes that are left in it when it may be freed; nil when it may not.
    private func leftInReturned(_ memory: UnsafeMutableRawPointer, count: Int) -> [UInt8]? {
        guard unsafe HandedOutContent.takeBack(memory) else { return nil }
        defer { unsafe free(memory) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
    }

    func test_takeBack_ofSecret_erasesAllOfIt() throws {
        for count in [1, 16, 24, 4_099, 300_000] {
            let content = try unsafe handedOut([UInt8](repeating: 0xa5, count: count))
            XCTAssertEqual(unsafe content.load(fromByteOffset: count - 1, as: UInt8.self), 0xa5)
            XCTAssertEqual(unsafe leftInReturned(content, count: count), [UInt8](repeating: 0, count: count))
        }
    }

    func test_takeBack_ofSmallerBlockThatLiesAtTheAddressNow_erasesNothingBeyondIt() throws {
        let block = unsafe try XCTUnwrap(calloc(24, 1))
        unsafe memset(block, 0xa5, 24)
        unsafe HandedOutContent.note(block, size: .max)
        XCTAssertEqual(unsafe leftInReturned(block, count: 24), [UInt8](repeating: 0, count: 24))
    }

    func test_takeBack_ofLargerBlockThatLiesAtTheAddressNow_leavesTheRestOfIt() throws {
        let block = unsafe try XCTUnwrap(calloc(24, 1))
        unsafe memset(block, 0xa5, 24)
        unsafe HandedOutContent.note(block, size: 8)
        let expected = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xa5, count: 16)
        XCTAssertEqual(unsafe leftInReturned(block, count: 24), expected)
    }

    func test_freeContent_ofSearchedSecret_takesItOnce() throws {
        XCTAssertEqual(
            unsafe SecKeychainAddGenericPassword(nil, 4, "mail", 0, nil, 6, "secret", nil), errSecSuccess)
        var (length, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        let status = unsafe SecKeychainFindGenericPassword(nil, 4, "mail", 0, nil, &length, &data, nil)
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, data), errSecSuccess)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, data), errSecParam, "already free")
    }

    func test_freeContent_ofEmptySecret_takesItOnce() throws {
        let content = try unsafe handedOut([])
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, content), errSecSuccess)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, content), errSecParam, "already free")
    }

    func test_freeContent_ofNothing_succeeds() {
        XCTAssertEqual(SecKeychainItemFreeContent(nil, nil), errSecSuccess)
    }

    func test_freeContent_ofForeignMemory_leavesItAsItIs() throws {
        var number: UInt64 = 7
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, &number), errSecParam)
        XCTAssertEqual(number, 7)
        let content = try unsafe handedOut("secret".utf8)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, content + 1), errSecParam, "the middle of one")
        XCTAssertEqual(unsafe leftInReturned(content, count: 6), [0, 0, 0, 0, 0, 0])
    }

    func test_freeContent_ofAttributeList_isRefusedAndFreesNothing() throws {
        let content = try unsafe handedOut("x".utf8)
        var list = unsafe SecKeychainAttributeList(count: 0, attr: nil)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(&list, content), errSecUnimplemented)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, content), errSecSuccess)
    }
}
