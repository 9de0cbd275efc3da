import XCTest

@testable import SecureStore

final class Bytes16Tests: XCTestCase {
    private let bytes: [UInt8] = (0..<16).map { $0 * 0x11 }
    private let text = "00112233445566778899aabbccddeeff"

    func test_init_with16Bytes_readsThemBigEndian() {
        let value = bytes.withRawBytes { Bytes16($0) }
        XCTAssertEqual(value, Bytes16(high: 0x0011_2233_4455_6677, low: 0x8899_aabb_ccdd_eeff))
    }

    func test_init_withUnalignedBytes_readsThem() {
        let value = ([0] + bytes).withRawBytes { Bytes16($0.extracting(1...)) }
        XCTAssertEqual(value?.hexadecimal, text)
    }

    func test_init_withOtherNumberOfBytes_isNil() {
        for count in [0, 1, 15, 17, 32] {
            XCTAssertNil([UInt8](repeating: 1, count: count).withRawBytes { Bytes16($0) }, "\(count) bytes")
        }
    }

    func test_withBytes_ofReadValue_lendsSameBytes() throws {
        let value = try XCTUnwrap(bytes.withRawBytes { Bytes16($0) })
        XCTAssertEqual(value.withBytes { $0.array(at: 0, count: 16) }, bytes)
    }

    func test_append_toRecord_addsBytesAtEnd() throws {
        var record: [UInt8] = [7]
        try XCTUnwrap(Bytes16(hexadecimal: text)).append(to: &record)
        XCTAssertEqual(record, [7] + bytes)
    }

    func test_hexadecimal_ofUpperCaseDigits_isLowerCase() {
        XCTAssertEqual(Bytes16(hexadecimal: text.uppercased())?.hexadecimal, text)
    }

    func test_init_withWrongHexadecimal_isNil() {
        let rest = text.dropFirst()
        let rows = ["", "0", "\(text)0", "\(rest)", "g\(rest)", " \(rest)", "é\(rest.dropFirst())"]
        for row in rows { XCTAssertNil(Bytes16(hexadecimal: row), row) }
    }

    func test_random_twice_differs() {
        XCTAssertNotEqual(Bytes16.random(), Bytes16.random())
    }
}
