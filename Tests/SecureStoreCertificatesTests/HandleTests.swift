import Synchronization
import XCTest

@testable import SecureStoreCertificates

final class HandleTests: XCTestCase {
    func test_handle_onNull_isNil() {
        XCTAssertNil(unsafe Handle(nil) { _ in XCTFail("nothing to give back") })
    }

    func test_handle_whenItsLastHolderGoes_isReleasedOnce() throws {
        let releases = Mutex(0)
        do {
            let handle = try XCTUnwrap(
                unsafe Handle(OpaquePointer(bitPattern: 8)) { _ in releases.withLock { $0 += 1 } })
            let other = handle
            XCTAssertTrue(other === handle)
            XCTAssertEqual(releases.withLock { $0 }, 0)
        }
        XCTAssertEqual(releases.withLock { $0 }, 1)
    }
}
