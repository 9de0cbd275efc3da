import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// The table of kinds, from which everything else reads what it needs to know of an algorithm.
final class KeyKindTests: XCTestCase {
    private let kinds = KeyKind.ofOneSize + [.rsa(2_048)]

    func test_kind_ofItsOwnAttributes_isItself() {
        for kind in kinds {
            XCTAssertEqual(KeyKind(type: kind.type, sizeInBits: kind.sizeInBits), kind)
        }
    }

    func test_kind_ofUnknownAttributes_isNil() {
        let rows: [(KeyType?, Int)] = [(.ecSECPrimeRandom, 192), (.rsa, 0), (.aes, 256), (nil, 256)]
        for (type, size) in rows { XCTAssertNil(KeyKind(type: type, sizeInBits: size)) }
    }

    func test_rows_haveNothingInCommon() {
        XCTAssertEqual(Set(kinds.map(\.description)).count, kinds.count)
        let rows = kinds.compactMap(\.raw)
        XCTAssertEqual(Set(rows.map(\.identifier)).count, rows.count)
        XCTAssertEqual(Set(rows.map(\.type)).count, rows.count)
        XCTAssertEqual(KeyKind.types.count, rows.count + 2)
    }

    func test_description_ofEachKind_isItsWord() {
        let words = ["p256", "p384", "p521", "ed25519", "x25519", "rsa2048"]
        XCTAssertEqual(kinds.map(\.description), words)
    }
}
