import Foundation
import XCTest

@testable import SecureStore

/// A test of commands on the default store with a damaged index.
class DamagedStoreTestCase: CommandTestCase {
    var store: String { home + "/.local/share/securestore/default.securestore" }

    private func opened() throws -> ItemStore {
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        return try ItemStore.open(at: store, options: options)
    }

    /// Makes the default store, with so many passwords.
    func makeStore(ofItems count: Int) throws {
        XCTAssertEqual(try run("init").code, 0)
        try opened().transaction { changes in
            for number in 0..<count {
                let item = GenericPassword(service: "mail", account: "user \(number)")
                try changes.add(item, secret: try SecretBytes(copying: "s".utf8))
            }
        }
    }

    /// Damages all leaves of the index.
    func damageAllLeaves() throws { try damageLeaves("") }

    /// Damages the first leaf without which a listing is not whole.
    func damageOneLeaf() throws {
        for number in 1..<200 {
            let whole = try Data(contentsOf: URL(fileURLWithPath: store))
            try damageLeaves("AND number = \(number)")
            do { try opened().list(Query<GenericPassword>(), returning: .attributes) { _ in } } catch {
                return
            }
            try whole.write(to: URL(fileURLWithPath: store))
        }
        XCTFail("no leaf makes a listing incomplete")
    }

    private func damageLeaves(_ which: String) throws {
        let connection = try Connection(path: store, role: .writing)
        try connection.execute(
            "UPDATE node SET content = zeroblob(length(content)) WHERE substr(content, 1, 1) = x'00' \(which)"
        )
        try connection.foldJournal()
    }
}
