import XCTest

@testable import SecureStore

/// Looking at a file must not cost the process the locks it has on it: closing any descriptor of a file gives
/// up all of a process's record locks, and SQLite's are such.
final class RawDatabaseTests: StoreTestCase {
    /// Opens the store in another process, which adds an item; without locks of ours it would tidy up as the
    /// last one to close.
    private func addInAnotherProcess(_ name: String) throws -> [String] {
        let process = try Exerciser("add", self, name: name, count: 1)
        process.waitUntilReady()
        try process.go()
        return process.lines()
    }

    /// Adds an item after another process came and went, and asserts that one more process meets it.
    private func assertAnotherProcessMeetsWhatIsAdded(
        afterLook look: () throws -> Void, line: UInt = #line
    ) throws {
        let store = try makeStore()
        try look()
        _ = try addInAnotherProcess("other")
        try store.add(GenericPassword(service: "kept", account: "0"))
        let said = try addInAnotherProcess("kept")
        XCTAssertTrue(said.contains { $0.contains("duplicateItem") }, "\(said)", line: line)
    }

    func test_open_whileAnotherOpens_keepsWhatIsAddedLater() throws {
        try assertAnotherProcessMeetsWhatIsAdded { _ = try self.openStore() }
    }

    func test_open_ofOpenStoreThatIsRefused_keepsWhatIsAddedLater() throws {
        try assertAnotherProcessMeetsWhatIsAdded {
            assertThrows(.authFailed) { try self.openStore(.passphrase(secret("wrong"))) }
        }
    }

    func test_salvage_ofOpenStore_keepsWhatIsAddedLater() throws {
        try assertAnotherProcessMeetsWhatIsAdded {
            _ = try ItemStore.salvage(
                from: self.path, to: self.directory + "/saved.store", options: self.options)
        }
    }

    func test_restore_fromOpenStore_keepsWhatIsAddedLater() throws {
        try assertAnotherProcessMeetsWhatIsAdded {
            _ = try ItemStore.restore(
                from: self.path, to: self.directory + "/other.store", options: self.options)
        }
    }

    func test_information_ofOpenStore_keepsWhatIsAddedLater() throws {
        try assertAnotherProcessMeetsWhatIsAdded { _ = try ItemStore.information(at: self.path) }
    }
}
