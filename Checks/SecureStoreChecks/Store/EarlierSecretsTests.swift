import FoundationEssentials
import XCTest

@testable import SecureStore

/// Tests of what an item's secret was before, for stores that are opened to keep it.
final class EarlierSecretsTests: ExportTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    private func keeping(_ most: Int) -> StoreOptions {
        var options = options
        options.earlierSecrets = most
        return options
    }

    /// A store in which the item had these secrets, a second apart.
    private func makeStore(_ secrets: [String], keeping most: Int = 4) throws -> ItemStore {
        let store = try ItemStore.create(at: path, options: keeping(most))
        for text in secrets {
            try store.set(mail, secret: secret(text))
            clock.advance(by: 1)
        }
        return store
    }

    func test_read_bySecondReader_givesThem() throws {
        let reader = try SecondReader()
        let store = try makeStore(["one", "two", String(repeating: "3", count: 300), ""])
        let answer = try reader.read(path, ["--device-key-file", directory + "/device.key"])
        XCTAssertEqual(answer.message, "")
        XCTAssertEqual(answer.items, try ReadItem.all(of: store))
        XCTAssertEqual(answer.items.first?.earlier?.count, 3)
    }
}
