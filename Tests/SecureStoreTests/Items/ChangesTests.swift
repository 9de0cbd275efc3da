import XCTest

@testable import SecureStore

final class ChangesTests: XCTestCase {
    func test_set_always_leavesTheOriginalAsItWas() {
        let changes = Changes<GenericPassword>()
        _ = changes.set(.label, to: "l")
        XCTAssertTrue(changes.entries.isEmpty)
    }

    func test_set_twiceOfOneAttribute_keepsTheSecond() {
        let changes = Changes<GenericPassword>().set(.label, to: "a").set(.label, to: "b")
        XCTAssertEqual(changes.entries, [.init(name: .label, value: .string("b"))])
    }

    func test_secret_always_isKept() throws {
        let changes = Changes<GenericPassword>().secret(try secret("one"))
        XCTAssertEqual(changes.secret?.text, "one")
    }

    func test_set_ofAccessibility_isItsCode() {
        let changes = Changes<Key>().set(.accessibility, to: .afterFirstUnlock)
        XCTAssertEqual(changes.entries, [.init(name: .accessible, value: .string("ck"))])
    }
}
