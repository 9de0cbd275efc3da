import FoundationEssentials
import XCTest

@testable import SecureStore

final class ItemReferenceTests: XCTestCase {
    private let reference = ItemReference(
        .internetPassword, Bytes16(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10))

    func test_persistent_always_isClassAndSixteenBytes() {
        XCTAssertEqual(reference.persistent, Data("inet".utf8) + Data(1...16))
    }

    func test_init_withPersistentForm_isTheSame() throws {
        XCTAssertEqual(try ItemReference(persistent: reference.persistent), reference)
    }

    func test_init_withPersistentFormOfEachClass_keepsTheClass() throws {
        for itemClass in ItemClass.allCases {
            let bytes = Data(itemClass.code.utf8) + Data(1...16)
            XCTAssertEqual(try ItemReference(persistent: bytes).itemClass, itemClass)
        }
    }

    func test_init_withSliceOfBytes_readsIt() throws {
        let slice = (Data([7, 7, 7]) + reference.persistent)[3...]
        XCTAssertEqual(try ItemReference(persistent: slice), reference)
    }

    func test_init_withWrongBytes_throwsParam() {
        let rows: [(String, Data)] = [
            ("nothing", Data()), ("a byte less", reference.persistent.dropLast()),
            ("a byte more", reference.persistent + [0]),
            ("former form", Data("inet".utf8) + Data(count: 8)),
            ("unknown class", Data("apls".utf8) + Data(count: 16)),
            ("class that is not text", Data([0xff, 0xff, 0xff, 0xff]) + Data(count: 16)),
        ]
        for (name, bytes) in rows { assertThrows(.param, name) { try ItemReference(persistent: bytes) } }
    }

    func test_description_always_namesClassAndId() {
        XCTAssertEqual(reference.description, "inet 0102030405060708090a0b0c0d0e0f10")
    }
}
