import Foundation
import XCTest

@testable import SecureStore

/// Whoever follows the changes of a store knows what is in it, however busily other processes write.
final class WatchedWritersTests: StoreTestCase {
    private typealias Model = [ItemReference: Int]

    private static let writers = 3
    /// The number of changes that the writers make together.
    private static let changes = Effort.isWhole ? 1_000_000 : 20_000

    private func listing(_ store: ItemStore) throws -> Model {
        var model: Model = [:]
        try store.list(Query<GenericPassword>(), returning: .attributes) {
            model[$0.reference] = $0.generation
        }
        return model
    }

    /// Applies a change as a program would: it reads what was named, and nothing else.
    private func apply(_ change: ItemChange, to model: inout Model, _ store: ItemStore) throws {
        switch change.kind {
        case .added, .updated:
            let query = Query<GenericPassword>().reference(change.reference)
            model[change.reference] = try store.first(query, returning: .attributes)?.generation
        case .deleted: model[change.reference] = nil
        default: model = try listing(store)
        }
    }

    func test_changes_ofThreeWritingProcesses_missNothing() async throws {
        let store = try makeStore()
        let changes = store.changes()
        var model = try listing(store)
        let writers = try (0..<Self.writers).map {
            try Exerciser("scatter", self, name: "\($0)", count: Self.changes / Self.writers)
        }
        for writer in writers { writer.waitUntilReady() }
        for writer in writers { try writer.go() }
        let done = Query<GenericPassword>().where(.service, equals: "done")
        var count = 0
        for try await change in changes {
            try apply(change, to: &model, store)
            count += 1
            // Nothing comes after what the last of them does last.
            let ended = try await store.all(done, returning: .attributes).map(\.reference)
            if ended.count == Self.writers, ended.allSatisfy({ model[$0] != nil }) { break }
        }
        XCTAssertEqual(model, try listing(store), "after \(count) changes")
        XCTAssertGreaterThan(count, 100)
    }
}
