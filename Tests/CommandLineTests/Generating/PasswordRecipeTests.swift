import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Passwords that are made: every one that is possible is as likely as any other, and the entropy says how
/// many there are.
final class PasswordRecipeTests: XCTestCase {
    private let small: [Set<UInt8>] = [Set("abc".utf8), Set("01".utf8), Set("!".utf8)]

    func test_bits_ofCharacters_countThePasswordsThatHaveEveryClass() {
        for length in 3...7 {
            let all = passwords(of: length, from: Array("abc01!".utf8))
            let accepted = all.filter { password in small.allSatisfy { !$0.isDisjoint(with: password) } }
            let bits = PasswordRecipe.characters(length, of: small).bits
            XCTAssertEqual(bits, log2(Double(accepted.count)), accuracy: 1e-9)
        }
    }

    func test_bits_ofTheUsualPassword_areThoseOfTheFormula() {
        let classes = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"]
        let bits = PasswordRecipe.characters(20, of: classes.map { Set($0.utf8) }).bits
        // In whole numbers: 62^20 - 52^20 - 2 * 36^20 + 2 * 26^20 + 10^20.
        XCTAssertEqual(bits, 119.040_425_823_510, accuracy: 1e-11)
    }

    func test_bits_ofTheLongestPassword_areANumber() {
        let bits = PasswordRecipe.characters(1024, of: small).bits
        XCTAssertEqual(bits, 1024 * log2(6), accuracy: 1e-6)
    }

    func test_bits_ofWordsAndLetters_areTheSumOfTheChoices() {
        let list = ["one", "two", "three"].map { Array($0.utf8) }
        XCTAssertEqual(
            PasswordRecipe.words(4, from: list, separator: [46]).bits, 4 * log2(3), accuracy: 1e-9)
        XCTAssertEqual(PasswordRecipe.letters(3).bits, log2(16 * 5 * 16), accuracy: 1e-9)
        XCTAssertEqual(
            PasswordRecipe.inventedWords(2, separator: [46]).bits, 2 * log2(102_400), accuracy: 1e-9)
    }

    func test_make_manyTimes_givesEveryPasswordAsOften() throws {
        let recipe = PasswordRecipe.characters(3, of: small)
        var random = SeededGenerator(seed: 20_261_122)
        var counts: [String: Int] = [:]
        let rounds = 9_000
        for _ in 0..<rounds { counts[try recipe.make(using: &random).text(), default: 0] += 1 }
        XCTAssertEqual(counts.count, 36)
        let expected = Double(rounds) / 36
        let deviation = counts.values.reduce(0) { $0 + pow(Double($1) - expected, 2) / expected }
        // Chi squared with 35 degrees of freedom exceeds 80 once in forty thousand seeds.
        XCTAssertLessThan(deviation, 80)
    }

    func test_make_ofWords_joinsWordsOfTheList() throws {
        let list = ["a", "bcd"].map { Array($0.utf8) }
        var random = SeededGenerator(seed: 1)
        var made: Set<String> = []
        for _ in 0..<100 {
            made.insert(try PasswordRecipe.words(2, from: list, separator: [45]).make(using: &random).text())
        }
        XCTAssertEqual(made, ["a-a", "a-bcd", "bcd-a", "bcd-bcd"])
    }

    func test_make_ofLetters_canBeSpoken() throws {
        var random = SeededGenerator(seed: 1)
        let text = try PasswordRecipe.letters(9).make(using: &random).text()
        let isVowel = text.map { "aeiou".contains($0) }
        XCTAssertEqual(isVowel, [false, true, false, true, false, true, false, true, false], text)
    }

    private func passwords(of length: Int, from characters: [UInt8]) -> [[UInt8]] {
        (0..<length).reduce([[]]) { made, _ in made.flatMap { start in characters.map { start + [$0] } } }
    }
}
