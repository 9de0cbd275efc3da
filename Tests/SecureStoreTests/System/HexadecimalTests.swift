import XCTest

@testable import SecureStore

final class HexadecimalTests: XCTestCase {
    private let every = (0...255).map { UInt8($0) }

    func test_byteOfDigits_ofEveryByte_isTheOneThatWasWritten() {
        for (letter, byte) in [Unicode.Scalar("a"), "A"].flatMap({ letter in every.map { (letter, $0) } }) {
            let digits = Hexadecimal.digits(of: byte, letter: letter)
            XCTAssertEqual(Hexadecimal.byte(ofDigits: digits.high, digits.low), byte)
        }
    }

    func test_text_ofSomeBytes_isAsTheStandardLibraryWritesThem() {
        for byte in every {
            let expected = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            XCTAssertEqual(Hexadecimal.text(of: [byte, 0]), expected + "00")
        }
    }

    func test_value_ofEveryCharacter_isAsTheStandardLibraryReadsIt() {
        for character in every where character < 128 {
            let expected = Character(Unicode.Scalar(character)).hexDigitValue.map { UInt8($0) }
            XCTAssertEqual(Hexadecimal.value(ofDigit: character), expected)
        }
        for character in every where character >= 128 { XCTAssertNil(Hexadecimal.value(ofDigit: character)) }
    }
}
