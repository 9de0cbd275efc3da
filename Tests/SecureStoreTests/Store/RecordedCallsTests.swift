import SecureStore
import SecureStoreTesting
import XCTest

/// Tests of the record that a test reads.
final class RecordedCallsTests: XCTestCase {
    private var store: ItemStore!
    private var faults: InjectedFaults!

    override func setUpWithError() throws {
        store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        faults = try store.faults
    }

    /// The calls of `act`, as their operation, class and item.
    private func calls(_ act: () throws -> Void) rethrows -> [InjectedFaults.Call] {
        faults.removeCalls()
        try act()
        return faults.calls
    }

    private func check(
        _ calls: [InjectedFaults.Call], _ operations: [InjectedFaults.Operation], _ itemClass: ItemClass,
        _ reference: ItemReference?, line: UInt = #line
    ) {
        let ofItems = calls.filter { $0.operation != .transaction }
        XCTAssertEqual(ofItems.map(\.operation), operations, line: line)
        XCTAssertEqual(ofItems.map(\.itemClass), operations.map { _ in itemClass }, line: line)
        XCTAssertEqual(ofItems.map(\.reference), operations.map { _ in reference }, line: line)
    }

    func test_calls_ofChanges_nameTheItem() throws {
        var reference: ItemReference?
        let added = try calls { reference = try store.add(password("maria"), secret: secret("one")) }
        check(added, [.add], .genericPassword, reference)
        check(
            try calls { try store.set(password("maria"), secret: secret("two")) }, [.update],
            .genericPassword, reference)
        check(try calls { try store.delete(query("maria")) }, [.delete], .genericPassword, reference)
    }

    func test_calls_ofReads_nameTheClass() throws {
        try store.add(password("maria"), secret: secret("one"))
        let reads: [(String, () throws -> Void)] = [
            ("first", { _ = try self.store.first(query("maria")) }),
            ("copyMatching", { _ = try self.store.copyMatching(query("maria")) }),
            ("all", { _ = try self.store.all(query("maria")) }),
            ("count", { _ = try self.store.count(query("maria")) }),
            ("page", { _ = try self.store.page(query("maria"), limit: 3) }),
            ("earlierSecrets", { _ = try self.store.earlierSecrets(query("maria")) }),
            ("transaction", { try self.store.transaction { _ = try $0.first(query("maria")) } }),
        ]
        for (name, read) in reads {
            let calls = try calls(read).filter { $0.operation == .copyMatching }
            XCTAssertEqual(calls.map(\.itemClass), [.genericPassword], name)
        }
    }

    func test_calls_ofReadByReference_nameTheItem() throws {
        let reference = try store.add(password("maria"), secret: secret("one"))
        let read = try calls { _ = try store.first(Query<GenericPassword>().reference(reference)) }
        check(read, [.copyMatching], .genericPassword, reference)
    }

    func test_calls_ofCommit_nameNothing() throws {
        let calls = try calls { try store.add(password("maria")) }
        XCTAssertEqual(calls.map(\.operation), [.add, .transaction])
        XCTAssertNil(calls.last?.itemClass)
        XCTAssertNil(calls.last?.reference)
    }

    func test_calls_thatWereMadeToFail_areThere() throws {
        faults.failNext(.add, with: .diskFull)
        let calls = calls { assertThrows(.diskFull) { try store.add(password("maria")) } }
        XCTAssertEqual(calls.map(\.operation), [.add])
    }

    func test_removeCalls_always_beginsAgain() throws {
        try store.add(password("maria"))
        faults.removeCalls()
        XCTAssertEqual(faults.calls, [])
        XCTAssertEqual(faults.count(of: .add), 0)
    }

    func test_calls_printed_showNoAttributeAndNoSecret() throws {
        let calls = try calls {
            try store.add(GenericPassword(service: "mail", account: "maria"), secret: secret("hunter2"))
            _ = try store.first(Query<GenericPassword>().where(.account, equals: "maria"))
        }
        for word in ["mail", "maria", "hunter2"] { XCTAssertFalse("\(calls)".contains(word), word) }
    }
}
