import Dispatch
import SecureStore
import SecureStoreCLI
import XCTest

@testable import SecureStoreSecretService

/// An item that is replaced while another program gives it other attributes.
final class ReplacingTests: XCTestCase {
    func test_create_whileTheItemGetsOtherAttributes_leavesItsSecret() throws {
        let items = try ItemStore.inMemory(options: DefaultStore.options)
        let (old, new) = (try SecretBytes(utf8: "old"), try SecretBytes(utf8: "new"))
        let other = SecretToolItem([("a", "2")]).item(label: "")
        for round in 1...Effort.rounds(1_000) {
            let item = try items.add(SecretToolItem([("a", "1")]).item(label: ""), secret: old)
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                do {
                    if turn == 0 {
                        _ = try CollectionStore("login", label: "Login", items).create(
                            [("a", "1")], label: nil, new, "text/plain", in: "login", replacing: true)
                    } else {
                        try items.update(
                            ServiceItem.query.reference(item),
                            Changes().set(.account, to: other.account).secret(old))
                    }
                } catch { XCTFail("\(error)") }
            }
            let moved = try items.first(ServiceItem.query.reference(item))
            XCTAssertEqual(moved?.secret, old, "round \(round)")
            try items.delete(ServiceItem.query)
        }
    }
}
