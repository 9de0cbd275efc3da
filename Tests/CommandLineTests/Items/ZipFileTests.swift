import SecureStore
import XCTest

@testable import SecureStoreCLI

/// An archive with one file, made here, so that each number in it can be a wrong one.
final class ZipFileTests: XCTestCase {
    private struct Numbers {
        var flags = 0
        var method = 0
        var checksum: Int?
        var packedCount = 5
        var count = 5
        var offset = 0
        var directory = 41
        var remark = 0
    }

    private func read(_ numbers: Numbers = Numbers(), limit: Int = 5) throws -> String? {
        func bytes(_ values: (Int, Int)...) -> [UInt8] {
            values.flatMap { value, count in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
        }
        let name = Array("a.data".utf8)
        let sum = try numbers.checksum ?? SecretBytes(text: "hello").crc32
        let local = bytes((0x0403_4b50, 4), (0, 22), (6, 2), (0, 2)) + name + Array("hello".utf8)
        let entry =
            bytes(
                (0x0201_4b50, 4), (0, 4), (numbers.flags, 2), (numbers.method, 2), (0, 4), (sum, 4),
                (numbers.packedCount, 4), (numbers.count, 4), (6, 2), (0, 12), (numbers.offset, 4)) + name
        let end = bytes(
            (0x0605_4b50, 4), (0, 8), (entry.count, 4), (numbers.directory, 4), (numbers.remark, 2))
        let file = try SecretBytes(
            copying: local + entry + end + [UInt8](repeating: 0, count: numbers.remark))
        return try ZipFile(file).file("a.data", limit: limit)?.text()
    }

    func test_file_thatIsStored_isReadWithAndWithoutARemark() throws {
        XCTAssertEqual(try read(), "hello")
        XCTAssertEqual(try read(Numbers(remark: 30)), "hello")
    }

    func test_file_withWrongNumbers_isRefused() {
        let rows = [
            Numbers(flags: 1), Numbers(method: 12), Numbers(method: 8), Numbers(checksum: 1),
            Numbers(packedCount: 6), Numbers(packedCount: 0xffff_ffff), Numbers(count: 4), Numbers(count: 6),
            Numbers(offset: 1), Numbers(offset: 0xffff_ffff), Numbers(directory: 40),
            Numbers(directory: 0xffff_ffff),
        ]
        for (number, row) in rows.enumerated() { XCTAssertThrowsError(try read(row, limit: 6), "\(number)") }
        XCTAssertThrowsError(try read(limit: 4))
    }

    func test_init_ofWhatIsNoArchive_isRefused() throws {
        for text in ["", "PK", String(repeating: "x", count: 100)] {
            XCTAssertThrowsError(try ZipFile(SecretBytes(text: text)))
        }
    }
}
