import XCTest

@testable import SecureStore

final class ForkWipedMemoryTests: XCTestCase {
    func test_page_inForkedChild_isZeros() throws {
        let page = try unsafe XCTUnwrap(ForkWipedMemory.page())
        unsafe page.storeBytes(of: 42, as: UInt8.self)
        XCTAssertEqual(try endOfForkedChild { unsafe Int32(page.load(as: UInt8.self)) }, .exit(0))
    }

    func test_page_afterFork_isUnchangedInParent() throws {
        let page = try unsafe XCTUnwrap(ForkWipedMemory.page())
        unsafe page.storeBytes(of: 42, as: UInt8.self)
        _ = try endOfForkedChild { 0 }
        XCTAssertEqual(unsafe page.load(as: UInt8.self), 42)
    }

    func test_wipeInChildren_ofNothing_isRefused() {
        XCTAssertFalse(
            unsafe ForkWipedMemory.wipeInChildren(UnsafeMutableRawBufferPointer(start: nil, count: 0)))
    }
}
