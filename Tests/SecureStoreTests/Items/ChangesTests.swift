import XCTest

@testable import SecureStore

final class ChangesTests: XCTestCase {
    func test_set_always_leavesTheOriginalAsItWas() {
        let changes = Changes<GenericPassword>()
        _ = changes.set(.label, to: "l")
        XCTAssertTrue(changes.change.attributes.isEmpty)
    }

    func test_set_twiceOfOneAttribute_keepsTheSecond() {
        let changes = Changes<GenericPassword>().set(.label, to: "a").set(.label, to: "b")
        XCTAssertEqual(changes.change.attributes.map(\.name), [.label])
        XCTAssertEqual(changes.change.attributes.first?.value, .string("b"))
    }

    func test_secret_always_isKept() throws {
        let changes = Changes<GenericPassword>().secret(try secret("one"))
        XCTAssertEqual(changes.change.secret?.text, "one")
    }

    func test_set_ofAccessibility_isItsCode() {
        let changes = Changes<KeyItem>().set(.accessibility, to: .afterFirstUnlock)
        XCTAssertEqual(changes.change.attributes.map(\.name), [.accessible])
        XCTAssertEqual(changes.change.attributes.first?.value, .string("ck"))
    }
}
