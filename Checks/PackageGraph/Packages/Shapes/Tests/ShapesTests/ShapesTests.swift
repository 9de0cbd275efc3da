import Accounts
import Sessions
import XCTest

final class ShapesTests: XCTestCase {
    func test_message_throughEitherLibrary_isTheSame() {
        XCTAssertEqual(messageOfAccounts(), messageOfSessions())
    }
}
