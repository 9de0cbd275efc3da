import KeychainServices
import XCTest

@testable import SecureStore

extension DefaultStoreTestCase {
    /// Every way to make a store; `create` and `openOrCreate` make it at the program's own path.
    private func makers() -> [(name: String, make: () throws -> ItemStore?)] {
        [
            ("create", { try ItemStore.create(at: self.path, options: self.standard) }),
            ("openOrCreate", { try ItemStore.openOrCreate(at: self.path, options: self.standard) }),
            ("create in directory", { try StoreDirectory().create(at: self.path, options: self.standard) }),
        ] + DefaultStoreDoor.makers.map { door in ("\(door)", { try door.call(self) }) }
    }

    func slots(_ store: ItemStore?) throws -> [KeySlot.Kind] {
        try ItemStore.information(at: store?.path ?? defaultPath, options: standard).slots.map(\.kind)
    }

    /// Makes a store in every way and asserts what guards it, or the status and that nothing is made.
    func assertNewStores(
        _ name: String, _ expected: Result<KeySlot.Kind, StoreError>, line: UInt = #line
    ) throws {
        for maker in makers() {
            try keepOnly(["phrase"])
            KeychainStore.useDefault()
            let words = "\(name): \(maker.name)"
            switch expected {
            case .success(let kind):
                XCTAssertEqual(try slots(maker.make()), [kind], words, line: line)
            case .failure(let error):
                assertThrows(error.status, words, line: line) { try maker.make() }
                XCTAssertEqual(try left(by: .createInDirectory), [:], words, line: line)
            }
        }
    }
}
