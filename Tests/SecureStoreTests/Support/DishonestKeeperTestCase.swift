import Foundation
import XCTest

@testable import SecureStore

/// A fleet of two hosts, of which one has not seen the latest changes, and a server that lies.
class DishonestKeeperTestCase: FleetTestCase {
    private(set) var a: ItemStore!
    private(set) var b: ItemStore!
    /// The content of the server when `b` has seen everything.
    private(set) var before = KeptFleet.Content()
    /// The first of two rows that `a` has changed since.
    let (first, second): (Int64, Int64) = (1, 2)

    override func setUpWithError() throws {
        try super.setUpWithError()
        a = try begin { store in
            for name in ["maria", "erik", "nora"] { try store.add(password(name), secret: secret(name)) }
        }
        b = try join("b", lettingIn: a)
        before = fleet.content.value
        try a.set(password("maria"), secret: secret("new"))
        try a.set(password("erik"), secret: secret("new, too"))
    }

    override func tearDownWithError() throws {
        (a, b) = (nil, nil)
        try super.tearDownWithError()
    }

    /// Asserts that `b` refuses what it is shown, keeps what it has, and goes on once the server is honest.
    func assertRefused(
        _ statuses: Set<StoreStatus> = [.invalidData], file: StaticString = #filePath, line: UInt = #line,
        _ change: @escaping @Sendable (inout KeptFleet.Content) -> Void
    ) throws {
        let state = try state(b)
        fleet.show(change)
        for attempt in [{ _ = try self.b.catchUp() }, { try self.b.add(password("new"), secret: nil) }] {
            XCTAssertThrowsError(try attempt(), file: file, line: line) { error in
                let status = (error as? StoreError)?.status ?? .success
                XCTAssertTrue(statuses.contains(status), "\(error)", file: file, line: line)
            }
        }
        XCTAssertEqual(try self.state(b), state, file: file, line: line)
        fleet.shown.update { $0 = nil }
        try b.catchUp()
        try assertEqual([a, b], file: file, line: line)
    }
}
