import Foundation
import XCTest

@testable import SecureStore

/// A test of commands on a default store that the test damages, or leaves halfway.
class DamagedStoreTestCase: CommandTestCase {
    /// Makes the default store, with so many passwords.
    func makeStore(ofItems count: Int) throws {
        XCTAssertEqual(try run("init").code, 0)
        try defaultStore().transaction { changes in
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
            let whole = try Data(contentsOf: URL(fileURLWithPath: defaultPath))
            try damageLeaves("AND number = \(number)")
            do { try defaultStore().list(Query<GenericPassword>(), returning: .attributes) { _ in } } catch {
                return
            }
            try whole.write(to: URL(fileURLWithPath: defaultPath))
        }
        XCTFail("no leaf makes a listing incomplete")
    }

    private func damageLeaves(_ which: String) throws {
        let connection = try Connection(path: defaultPath, role: .writing)
        try connection.execute(
            "UPDATE node SET content = zeroblob(length(content)) WHERE substr(content, 1, 1) = x'00' \(which)"
        )
        try connection.foldJournal()
    }
}
