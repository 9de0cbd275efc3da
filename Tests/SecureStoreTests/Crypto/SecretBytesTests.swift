import Glibc
import XCTest

@testable import SecureStore

final class SecretBytesTests: XCTestCase {
    private struct OwnError: Error {}

    // On either side of every size at which a secret moves to a larger block.
    private let counts = [0, 1, 63, 64, 65, 128, 129, 256, 257, 2048, 2049, 4096, 4097, 70_000, 3_000_000]

    func test_init_copyingBytes_holdsThem() throws {
        for count in counts {
            let bytes: [UInt8] = .counting(count: count)
            let secret = try SecretBytes(copying: bytes)
            XCTAssertEqual(secret.count, count)
            XCTAssertEqual(secret.bytes, bytes, "\(count) bytes")
        }
    }

    func test_init_copyingBytesThatAreNotContiguous_holdsThem() throws {
        let bytes = [UInt8].counting(count: 100).lazy.map { $0 ^ 0x55 }
        XCTAssertEqual(try SecretBytes(copying: bytes).bytes, Array(bytes))
    }

    func test_init_beforeItIsFilled_isZeros() throws {
        for count in counts {
            let secret = try SecretBytes(count: count) { _ in }
            XCTAssertEqual(secret.bytes, [UInt8](repeating: 0, count: count), "\(count) bytes")
        }
    }

    func test_init_fillingBytes_lendsExactlySoMany() throws {
        for count in counts {
            _ = try SecretBytes(count: count) { XCTAssertEqual($0.byteCount, count) }
        }
    }

    func test_withSpan_onEverySize_lendsTheBytes() throws {
        for count in counts where count <= 4_097 {
            let bytes: [UInt8] = .counting(count: count)
            let isSame = try SecretBytes(copying: bytes).withSpan { span in
                span.count == count && span.indices.allSatisfy { span[$0] == bytes[$0] }
            }
            XCTAssertTrue(isSame, "\(count) bytes")
        }
    }

    func test_init_whenFillThrows_throwsThat() {
        XCTAssertThrowsError(try SecretBytes(count: 10) { _ in throw OwnError() }) {
            XCTAssertTrue($0 is OwnError)
        }
    }

    func test_init_withNegativeCount_throwsParam() {
        XCTAssertEqual(thrownStatus { _ = try SecretBytes(count: -1) { _ in } }, .param)
    }

    func test_init_withMoreThanThereIs_throwsAllocate() {
        XCTAssertEqual(thrownStatus { _ = try SecretBytes(count: Int.max) { _ in } }, .allocate)
    }

    func test_random_twice_differs() throws {
        XCTAssertNotEqual(try SecretBytes.random(count: 32), try SecretBytes.random(count: 32))
    }

    // MARK: - Windows

    func test_opening_withWindow_showsOnlyThat() throws {
        for capacity in [100, 10_000] {
            let secret = try SecretBytes.opening(capacity: capacity) { bytes throws(StoreError) in
                [UInt8].counting(count: capacity).withRawBytes { bytes.copy($0, to: 0) }
                return 4..<20
            }
            XCTAssertEqual(secret.bytes, .counting(from: 4, count: 16))
        }
    }

    func test_opening_withEmptyWindow_isEmpty() throws {
        let secret = try SecretBytes.opening(capacity: 8) { _ in 8..<8 }
        XCTAssertEqual(secret, try SecretBytes(copying: []))
    }

    func test_opening_withWindowOutside_throwsInternalError() {
        for window in [0..<9, 8..<9, -1..<4, 100..<200, Int.min..<Int.max] {
            let status = thrownStatus { _ = try SecretBytes.opening(capacity: 8) { _ in window } }
            XCTAssertEqual(status, .internalError, "\(window)")
        }
    }

    func test_opening_whenFillThrows_throwsThat() {
        let status = thrownStatus {
            _ = try SecretBytes.opening(capacity: 8) { (_) throws(StoreError) in
                throw StoreError(.decode, "")
            }
        }
        XCTAssertEqual(status, .decode)
    }

    // MARK: - Equality

    func test_equals_withSameBytes_isTrue() throws {
        for count in counts {
            let bytes: [UInt8] = .counting(count: count)
            XCTAssertEqual(try SecretBytes(copying: bytes), try SecretBytes(copying: bytes), "\(count) bytes")
        }
    }

    func test_equals_withAnyByteChanged_isFalse() throws {
        let bytes: [UInt8] = .counting(count: 100)
        let secret = try SecretBytes(copying: bytes)
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 1
            XCTAssertNotEqual(secret, try SecretBytes(copying: changed), "byte \(position)")
        }
    }

    func test_equals_withFirstByteChanged_takesAsLongAsWithNone() throws {
        var bytes: [UInt8] = .counting(count: 3_000_000)
        let (secret, same) = (try SecretBytes(copying: bytes), try SecretBytes(copying: bytes))
        bytes[0] ^= 1
        let other = try SecretBytes(copying: bytes)
        func leastTime(of other: SecretBytes, isEqual: Bool) -> Duration {
            (0..<5).map { _ in processorTime { XCTAssertEqual(secret == other, isEqual) } }.min() ?? .zero
        }
        // A comparison that ends with the first difference takes a thousandth.
        XCTAssertGreaterThan(
            leastTime(of: other, isEqual: false) * 4, leastTime(of: same, isEqual: true))
    }

    func test_equals_withOtherLength_isFalse() throws {
        let secret = try SecretBytes(copying: [1, 2, 3])
        XCTAssertNotEqual(secret, try SecretBytes(copying: [1, 2]))
        XCTAssertNotEqual(secret, try SecretBytes(copying: []))
    }

    func test_equals_ofWindowAndCopy_isTrue() throws {
        let window = try SecretBytes.opening(capacity: 8) { _ in 2..<6 }
        XCTAssertEqual(window, try SecretBytes(copying: [0, 0, 0, 0]))
    }

    // MARK: - What shows

    func test_descriptions_always_showTheLengthAlone() throws {
        let secret = try SecretBytes(copying: Array("hunter2".utf8))
        XCTAssertEqual("\(secret)", "SecretBytes(7 bytes)")
        XCTAssertEqual(String(reflecting: secret), "SecretBytes(7 bytes)")
    }

    func test_dump_always_showsTheLengthAlone() throws {
        var text = ""
        dump(try SecretBytes(copying: Array("hunter2".utf8)), to: &text)
        XCTAssertEqual(text, "- SecretBytes(7 bytes) #0\n")
    }

    func test_mirror_always_hasNoChildren() throws {
        let mirror = Mirror(reflecting: try SecretBytes(copying: Array("hunter2".utf8)))
        XCTAssertTrue(mirror.children.isEmpty)
        XCTAssertNil(mirror.superclassMirror)
    }

    // MARK: - Memory

    func test_deinit_ofSmallSecret_erasesIt() throws {
        for count in [1, 64, 100, 4096] {
            // Held so that the slab stays mapped while its memory is looked at.
            let neighbour = try SecretBytes(count: count) { _ in }
            var secret: SecretBytes? = try SecretBytes(copying: [UInt8](repeating: 0xaa, count: count))
            let address = unsafe secret?.withRawBytes { unsafe $0.withUnsafeBytes { $0.baseAddress } }
            let start = try unsafe XCTUnwrap(address)
            XCTAssertEqual(unsafe start.load(as: UInt8.self), 0xaa)
            secret = nil
            let left = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
            XCTAssertEqual(left, [UInt8](repeating: 0, count: count), "\(count) bytes")
            withExtendedLifetime(neighbour) {}
        }
    }

    func test_init_of100000SmallSecrets_keepsThemApart() throws {
        let secrets = try (0..<100_000).map { number in
            try SecretBytes(count: 48) { $0.storeBytes(of: number, toByteOffset: 40, as: Int.self) }
        }
        let isKept = secrets.enumerated().allSatisfy { number, secret in
            secret.withRawBytes { unsafe $0.unsafeLoadUnaligned(fromByteOffset: 40, as: Int.self) } == number
        }
        XCTAssertTrue(isKept)
    }

    func test_write_intoOrBehindLargeSecret_stopsTheProgram() throws {
        let secret = try SecretBytes(count: 8192) { _ in }
        let address = unsafe secret.withRawBytes { unsafe $0.withUnsafeBytes { $0.baseAddress } }
        let start = try unsafe XCTUnwrap(address)
        for offset in [0, 8191, 8192] {
            let end = try endOfForkedChild {
                unsafe UnsafeMutableRawPointer(mutating: start + offset).storeBytes(of: 1, as: UInt8.self)
                return 0
            }
            XCTAssertEqual(end, .signal(SIGSEGV), "byte \(offset)")
        }
        withExtendedLifetime(secret) {}
    }

    func test_withBytes_inForkedChild_lendsTheBytes() throws {
        let small = try SecretBytes(copying: [1, 2, 3])
        let large = try SecretBytes(copying: [UInt8].counting(count: 9000))
        let end = try endOfForkedChild {
            small.bytes == [1, 2, 3] && large.bytes == .counting(count: 9000) ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }
}
