import Foundation
import KeychainServices
import XCTest

/// Bytes as Core Foundation makes them.
final class CFDataTests: XCTestCase {
    private let bytes: [UInt8] = [1, 2, 3, 4]

    func test_create_copiesTheBytes() {
        var source = bytes
        let data = unsafe CFDataCreate(kCFAllocatorDefault, &source, source.count)
        source[0] = 9
        XCTAssertEqual(data as Data?, Data(bytes))
        XCTAssertEqual(data.map { CFDataGetLength($0) }, 4)
    }

    func test_createNoCopy_leavesTheBytesWhereTheyAre() {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4)
        defer { unsafe buffer.deallocate() }
        _ = unsafe buffer.initialize(from: bytes)
        let place = unsafe buffer.baseAddress.map { unsafe UnsafePointer($0) }
        let data = unsafe CFDataCreateWithBytesNoCopy(nil, place, 4, kCFAllocatorNull)
        XCTAssertEqual(data as Data?, Data(bytes))
        XCTAssertTrue(unsafe data.flatMap { unsafe CFDataGetBytePtr($0) } == place)
    }

    func test_createNoCopy_withTheUsualAllocator_freesTheBytes() throws {
        // A leak or a double free is what a sanitizer would report.
        let place = unsafe try XCTUnwrap(malloc(4)).assumingMemoryBound(to: UInt8.self)
        unsafe place.update(from: bytes, count: 4)
        XCTAssertEqual(unsafe CFDataCreateWithBytesNoCopy(nil, place, 4, nil) as Data?, Data(bytes))
    }

    func test_create_withoutBytes_isEmptyOrNil() {
        XCTAssertEqual(CFDataCreate(nil, nil, 0), NSData())
        XCTAssertEqual(CFDataCreateWithBytesNoCopy(nil, nil, 0, kCFAllocatorNull), NSData())
        XCTAssertNil(CFDataCreate(nil, nil, 1))
        XCTAssertNil(unsafe CFDataCreate(nil, bytes, -1))
        XCTAssertNil(CFDataCreateWithBytesNoCopy(nil, nil, 1, kCFAllocatorNull))
        XCTAssertNil(unsafe CFDataCreateWithBytesNoCopy(nil, bytes, -1, kCFAllocatorNull))
    }

    func test_bytePointer_ofDataOfAnySize_lastsAsLongAsTheObject() {
        for count in [1, 14, 15, 200, 100_000] {
            let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            for data in [Data(expected), Data([0] + expected)[1...]] {
                let object = data as CFData
                let found = withExtendedLifetime(object) {
                    let start = unsafe CFDataGetBytePtr(object)
                    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: CFDataGetLength(object)))
                }
                XCTAssertEqual(found, expected)
            }
        }
    }
}
