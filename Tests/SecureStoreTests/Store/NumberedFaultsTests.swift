import SecureStore
import SecureStoreTesting
import XCTest

/// Tests of failures that come after some calls have gone well.
final class NumberedFaultsTests: StoreTestCase {
    private func memory() throws -> ItemStore {
        try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
    }

    /// The numbers of the calls that failed with this status; any other error fails the test.
    private func failures(
        _ status: StoreStatus, of count: Int, _ call: (Int) throws -> Void
    ) -> [Int] {
        (1...count).filter { number in
            do { try call(number) } catch {
                XCTAssertEqual((error as? StoreError)?.status, status, "call \(number)")
                return true
            }
            return false
        }
    }

    func test_fail_atANumber_failsThatCallAlone() throws {
        let store = try memory()
        try store.faults.fail(.add, at: 3, with: .diskFull)
        XCTAssertEqual(failures(.diskFull, of: 5) { try store.add(password("\($0)")) }, [3])
        XCTAssertEqual(try store.itemCount(), 4)
    }

    func test_fail_atTwoNumbers_failsBoth() throws {
        let store = try memory()
        try store.faults.fail(.add, at: 2, with: .diskFull)
        try store.faults.fail(.add, at: 4, with: .diskFull)
        XCTAssertEqual(failures(.diskFull, of: 5) { try store.add(password("\($0)")) }, [2, 4])
    }

    func test_fail_afterCalls_countsFromNow() throws {
        let store = try memory()
        try store.add(password("before"))
        try store.faults.fail(.add, at: 2, with: .io)
        XCTAssertEqual(failures(.io, of: 3) { try store.add(password("\($0)")) }, [2])
    }

    func test_fail_ofOneOperation_doesNotCountTheOthers() throws {
        let store = try memory()
        try store.faults.fail(.add, at: 2, with: .io)
        let failed = failures(.io, of: 3) { number in
            _ = try store.first(query("nobody"))
            try store.add(password("\(number)"))
        }
        XCTAssertEqual(failed, [2])
    }

    func test_fail_ofAnyOperation_countsThemAll() throws {
        let store = try memory()
        try store.faults.fail(at: 2, with: .io)
        XCTAssertNil(try store.first(query("nobody")))
        assertThrows(.io) { try store.add(password("maria")) }
        XCTAssertNoThrow(try store.add(password("maria")))
    }

    func test_failAll_afterSome_failsTheRest() throws {
        let store = try memory()
        try store.faults.failAll(.copyMatching, after: 2, with: .interactionNotAllowed)
        let failed = failures(.interactionNotAllowed, of: 5) { _ in _ = try store.first(query("nobody")) }
        XCTAssertEqual(failed, [3, 4, 5])
        XCTAssertNoThrow(try store.add(password("maria")))
    }

    func test_failAll_afterRemoveAll_failsNoMore() throws {
        let store = try memory()
        try store.faults.failAll(with: .io)
        assertThrows(.io) { try store.add(password("maria")) }
        try store.faults.removeAll()
        XCTAssertNoThrow(try store.add(password("maria")))
    }

    func test_fail_ofStoreInFile_failsAndLeavesIt() throws {
        var options = StoreOptions(clock: SecureStoreTesting.TestClock())
        options.deviceKey = .file(directory + "/device.key")
        let store = try ItemStore.create(at: path, options: options)
        try store.faults.fail(.transaction, at: 2, with: .diskFull)
        XCTAssertEqual(failures(.diskFull, of: 3) { try store.add(password("\($0)")) }, [2])
        XCTAssertEqual(try openStore().itemCount(), 2)
        XCTAssertTrue(try openStore().verify().isIntact)
    }

    func test_fail_ofStoreOpenedWithTheSameOptions_isShared() throws {
        var options = StoreOptions(clock: SecureStoreTesting.TestClock())
        options.deviceKey = .file(directory + "/device.key")
        _ = try ItemStore.create(at: path, options: options).faults.fail(.add, at: 1, with: .io)
        let store = try ItemStore.open(at: path, options: options)
        assertThrows(.io) { try store.add(password("maria")) }
    }
}
