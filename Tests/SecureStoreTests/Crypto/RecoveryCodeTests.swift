import XCTest

@testable import SecureStore

final class RecoveryCodeTests: XCTestCase {
    private let salt: [UInt8] = .counting(count: 16)
    // The bytes 00 01 … 13, and their key with that salt, computed with another language.
    private let code = "000G-40R4-0M30-E209-185G-R38E-1W81-24GK"
    private let key = "08565b00a2e5a1f10bd3397b7376573556017bd830860385258d9cde878b3a99"

    func test_wrappingKey_withKnownCode_givesKnownKey() throws {
        XCTAssertEqual(try key(of: code), [UInt8](hexadecimal: key))
    }

    func test_wrappingKey_withTolerableSpelling_givesSameKey() throws {
        let rows = [
            code.lowercased(), code.filter { $0 != "-" }, " \(code)\r\n", code.replacing("-", with: " - "),
            code.replacing("0", with: "O"), code.replacing("0", with: "o"), code.replacing("1", with: "I"),
            code.replacing("1", with: "l"), code.replacing("1", with: "L"), code.replacing("1", with: "i"),
            "-----" + code.map { "\($0) " }.joined(),
        ]
        for row in rows { XCTAssertEqual(try key(of: row), [UInt8](hexadecimal: key), row) }
    }

    func test_wrappingKey_withWrongForm_throwsAuthFailed() {
        let rows = [
            "", "-", String(code.dropLast()), code + "0", code + "-0000", String(code.dropLast(5)),
            code.replacing("G", with: "U"), code.replacing("G", with: "u"), code.replacing("G", with: "*"),
            code.replacing("G", with: "É"), code.replacing("-", with: "–"), code.replacing("-", with: "\0"),
            code + code, String(repeating: "0", count: 10_000),
        ]
        for row in rows { XCTAssertEqual(thrownStatus { _ = try key(of: row) }, .authFailed, row) }
    }

    func test_wrappingKey_withAnySymbolChanged_givesOtherKey() throws {
        for position in code.indices where code[position] != "-" {
            let other: Character = code[position] == "Z" ? "Y" : "Z"
            let changed = code[..<position] + String(other) + code[code.index(after: position)...]
            XCTAssertNotEqual(try key(of: String(changed)), [UInt8](hexadecimal: key), String(changed))
        }
    }

    func test_wrappingKey_withOtherSalt_givesOtherKey() throws {
        let code = try SecretBytes(copying: code.utf8)
        let other = try RecoveryCode.wrappingKey(from: code, salt: .counting(from: 1, count: 16))
        XCTAssertNotEqual(other.bytes, [UInt8](hexadecimal: key))
    }

    func test_wrappingKey_withSaltOfOtherLength_throwsParam() throws {
        let code = try SecretBytes(copying: code.utf8)
        let status = thrownStatus { _ = try RecoveryCode.wrappingKey(from: code, salt: [1]) }
        XCTAssertEqual(status, .param)
    }

    func test_make_always_hasEightGroupsOfFour() throws {
        let text = String(decoding: try RecoveryCode.make().bytes, as: UTF8.self)
        XCTAssertNotNil(try /([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}/.wholeMatch(in: text), text)
    }

    func test_make_twice_differs() throws {
        XCTAssertNotEqual(try RecoveryCode.make(), try RecoveryCode.make())
    }

    func test_wrappingKey_withMadeCode_givesSameKeyEachTime() throws {
        let code = try RecoveryCode.make()
        let first = try RecoveryCode.wrappingKey(from: code, salt: salt).bytes
        XCTAssertEqual(try RecoveryCode.wrappingKey(from: code, salt: salt).bytes, first)
    }

    func test_make_manyTimes_usesEverySymbolInEveryPlace() throws {
        let codes = try (0..<1000).map { _ in
            try RecoveryCode.make().bytes.filter { $0 != UInt8(ascii: "-") }
        }
        for place in 0..<32 { XCTAssertEqual(Set(codes.map { $0[place] }).count, 32, "place \(place)") }
    }

    private func key(of code: String) throws -> [UInt8] {
        try RecoveryCode.wrappingKey(from: SecretBytes(copying: code.utf8), salt: salt).bytes
    }
}
