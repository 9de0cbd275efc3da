import Foundation
import XCTest

@testable import SecureStore

/// A call that is awaited runs on a thread of the store's own, or not at all.
final class AwaitedCallTests: StoreTestCase {
    private struct Call {
        let name: String
        let run: @Sendable (ItemStore) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (ItemStore) async throws -> Void) {
            (self.name, self.run) = (name, run)
        }
    }

    private static let lookUps = [
        Call("copyMatching") { _ = try await $0.copyMatching(query("maria")) },
        Call("secret") { _ = try await $0.secret(of: password("maria")) },
        Call("match") { _ = try await $0.match(of: password("maria")) },
        Call("contains") { _ = try await $0.contains(password("maria")) },
        Call("all") { _ = try await $0.all(query("maria")) },
        Call("first") { _ = try await $0.first(query("maria")) },
        Call("only") { _ = try await $0.only(query("maria")) },
        Call("count") { _ = try await $0.count(query("maria")) },
        Call("page") { _ = try await $0.page(query("maria"), limit: 1) },
        Call("items") { for try await _ in $0.items(query("maria")) {} },
        Call("earlierSecrets") { _ = try await $0.earlierSecrets(query("maria")) },
        Call("earlierSecrets of an item") { _ = try await $0.earlierSecrets(of: password("maria")) },
        Call("value") { _ = try await $0.value(Int.self, of: password("maria")) },
        Call("reading") { store in
            _ = try await store.reading { items throws(StoreError) in try items.contains(password("maria")) }
        },
    ]

    private static let others = [
        Call("add") { try await $0.add(password("bob")) },
        Call("update") { try await $0.update(query("maria"), Changes().set(.label, to: "l")) },
        Call("update of an item") { try await $0.update(password("maria"), Changes().set(.label, to: "l")) },
        Call("delete") { try await $0.delete(query("maria")) },
        Call("delete of an item") { try await $0.delete(password("maria")) },
        Call("set") { try await $0.set(password("maria"), secret: secret("two")) },
        Call("replace") { try await $0.replace(password("maria"), secret: nil, ifGeneration: 1) },
        Call("setValue") { try await $0.setValue(2, of: password("maria")) },
        Call("updateValue") { try await $0.updateValue(of: password("maria"), as: Int.self) { $0 += 1 } },
        Call("getOrCreate") { try await $0.getOrCreate(password("bob"), secret: .random(count: 32)) },
        Call("deleteIfPresent") { try await $0.deleteIfPresent(query("maria")) },
        Call("deleteIfPresent of an item") { try await $0.deleteIfPresent(password("maria")) },
        Call("deleteAll") { try await $0.deleteAll(of: GenericPassword.self) },
        Call("transaction") { store in
            try await store.transaction { changes throws(StoreError) in _ = try changes.add(password("bob")) }
        },
        Call("unlock") { try await $0.unlock() },
        Call("rotateKeys") { try await $0.rotateKeys() },
    ]

    private static let typed = lookUps + others

    private static let untyped = [
        Call("updateValue") {
            try await $0.updateValue(of: password("maria"), as: Int.self) { _ = try half($0) }
        },
        Call("getOrCreate") { try await $0.getOrCreate(password("bob")) { try secret("made") } },
        Call("reading") { store in _ = try await store.reading { try $0.contains(password("maria")) } },
        Call("transaction") { store in try await store.transaction { _ = try $0.add(password("bob")) } },
    ]

    private static func half(_ value: Int) throws -> Int { value / 2 }

    private static func prepare(_ observer: Observer) throws -> ItemStore {
        var options = StoreOptions()
        options.interceptor = observer
        let store = try ItemStore.inMemory(options: options)
        try store.setValue(1, of: password("maria"))
        observer.threads.update { $0 = [] }
        return store
    }

    func test_call_awaited_worksOnThreadsOfTheStoreAlone() async throws {
        for call in Self.typed + Self.untyped {
            let observer = Observer()
            try await call.run(Self.prepare(observer))
            XCTAssertEqual(observer.threads.value, ["securestore\n"], call.name)
        }
    }

    func test_lookUp_whileChangesKeepTheirThreadsWaiting_isAnswered() async throws {
        let (store, gate) = (try Self.prepare(Observer()), DispatchSemaphore(value: 0))
        let (begun, ended) = (Locked(0), Locked(0))
        let changes = (0..<WorkerThreads.usualCount).map { _ in
            Task {
                try await store.perform { _ in
                    begun.update { $0 += 1 }
                    _ = gate.wait(timeout: .now() + 20)
                    ended.update { $0 += 1 }
                }
            }
        }
        while begun.value < changes.count { await Task.yield() }
        for call in Self.lookUps {
            try await call.run(store)
            XCTAssertEqual(ended.value, 0, call.name)
        }
        for _ in changes { gate.signal() }
        for change in changes { try await change.value }
    }

    func test_call_inCancelledTask_throwsUserCanceledAndDoesNothing() async throws {
        for call in Self.typed {
            let observer = Observer()
            let error = try await Self.error(of: call, on: Self.prepare(observer))
            XCTAssertEqual((error as? StoreError)?.status, .userCanceled, call.name)
            XCTAssertEqual(observer.threads.value, [], call.name)
        }
    }

    func test_callWithUntypedClosure_inCancelledTask_throwsCancellationError() async throws {
        for call in Self.untyped {
            let observer = Observer()
            let error = try await Self.error(of: call, on: Self.prepare(observer))
            XCTAssertTrue(error is CancellationError, call.name)
            XCTAssertEqual(observer.threads.value, [], call.name)
        }
    }

    /// The error that a call throws in a task that was cancelled before.
    private static func error(of call: Call, on store: ItemStore) async throws -> (any Error)? {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do { try await call.run(store) } catch { return Optional(error) }
            return nil
        }
        return await task.value
    }

    // MARK: - Long calls

    private static let long = [
        Call("rotateKeys") { try await $0.rotateKeys() },
        Call("export") { store in
            let path = try XCTUnwrap(store.path) + ".export"
            _ = try await store.export(to: path, passphrase: secret("p"), cost: .cheapest)
        },
    ]

    func test_longCall_whoseTaskIsCancelled_endsBetweenSteps() async throws {
        let (observer, store) = try observedStore()
        for call in Self.long {
            let (isObserved, observed) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for await _ in isObserved {}
                try await call.run(store)
            }
            observer.onStep.update { $0 = { task.cancel() } }
            observed.finish()
            let result = await task.result
            observer.onStep.update { $0 = {} }
            XCTAssertThrowsError(try result.get(), call.name) {
                XCTAssertEqual(($0 as? StoreError)?.status, .userCanceled, call.name)
            }
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: path + ".export"))
    }

    func test_copy_awaited_isWhole() async throws {
        let (_, store) = try observedStore()
        try await store.compact()
        try await store.backup(to: path + ".copy")
        let copy = try ItemStore.open(at: path + ".copy", options: options)
        let report = try await copy.verify()
        XCTAssertTrue(report.isIntact)
        _ = try await copy.export(to: path + ".export", passphrase: secret("p"), cost: .cheapest)
        let other = try ItemStore.create(at: path + ".other", options: options)
        let imported = try await other.importItems(from: path + ".export", passphrase: secret("p"))
        XCTAssertEqual(imported.added, 3)
    }

    private func observedStore() throws -> (Observer, ItemStore) {
        var options = options
        let observer = Observer()
        options.interceptor = observer
        let store = try ItemStore.create(at: path, options: options)
        for name in ["adam", "bob", "maria"] { try store.add(password(name), secret: secret(name)) }
        return (observer, store)
    }
}

/// Notes the threads that the steps of a store run on.
private final class Observer: EngineInterceptor {
    let threads = Locked<Set<String>>([])
    let onStep = Locked<@Sendable () -> Void>({})

    var allowsAnyCost: Bool {
        onStep.value()
        return true
    }

    var rowsPerStep: Int? {
        onStep.value()
        return 1
    }

    func willBegin(_ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?) {
        let name = FileManager.default.contents(atPath: "/proc/thread-self/comm") ?? Data()
        threads.update { $0.insert(String(decoding: name, as: UTF8.self)) }
        onStep.value()
    }
}
