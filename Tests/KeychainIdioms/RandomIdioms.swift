import Foundation
import KeychainServices
import XCTest

/// Random bytes into every kind of memory.
final class RandomIdioms: XCTestCase {
    private func assertRandom(_ bytes: some Sequence<UInt8>, line: UInt = #line) {
        // Sixteen zeros by chance happen once in 2 to the power of 128.
        XCTAssertTrue(bytes.contains { $0 != 0 }, line: line)
    }

    func test_bytes_intoAnArray() {
        var bytes = [UInt8](repeating: 0, count: 16)
        XCTAssertEqual(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes), errSecSuccess)
        assertRandom(bytes)
    }

    func test_bytes_intoData() {
        var data = Data(count: 32)
        let status = data.withUnsafeMutableBytes { SecRandomCopyBytes(nil, 32, $0.baseAddress!) }
        XCTAssertEqual(status, errSecSuccess)
        assertRandom(data)
        let count = data.count
        _ = data.withUnsafeMutableBytes { buffer in
            SecRandomCopyBytes(kSecRandomDefault, count, buffer.bindMemory(to: UInt8.self).baseAddress!)
        }
    }

    func test_bytes_intoANumber() {
        var number: UInt64 = 0
        XCTAssertEqual(SecRandomCopyBytes(kSecRandomDefault, 8, &number), errSecSuccess)
        XCTAssertNotEqual(number, 0)
    }

    func test_bytes_intoMutableData() throws {
        let data = try XCTUnwrap(NSMutableData(length: 16))
        XCTAssertEqual(SecRandomCopyBytes(kSecRandomDefault, data.length, data.mutableBytes), errSecSuccess)
        assertRandom(data as Data)
    }

    func test_bytes_intoAPointer() {
        let pointer = UnsafeMutablePointer<UInt8>.allocate(capacity: 10_001)
        defer { pointer.deallocate() }
        pointer.initialize(repeating: 0, count: 10_001)
        XCTAssertEqual(SecRandomCopyBytes(kSecRandomDefault, 10_000, pointer), errSecSuccess)
        assertRandom(UnsafeBufferPointer(start: pointer + 9_984, count: 16))
        XCTAssertEqual(pointer[10_000], 0, "not beyond the count")
    }

    func test_bytes_ofNoCount_answerAStatus() {
        var byte: UInt8 = 0
        XCTAssertEqual(SecRandomCopyBytes(kSecRandomDefault, 0, &byte), errSecSuccess)
        XCTAssertEqual(SecRandomCopyBytes(kSecRandomDefault, -1, &byte), errSecParam)
        XCTAssertEqual(byte, 0)
    }
}
