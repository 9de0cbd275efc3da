import FoundationEssentials
import SecureStore

/// The running refreshes of this process and those who listen for events, for all vaults over all stores.
actor RefreshDesk {
    static let shared = RefreshDesk()

    /// A vault, or one of its accounts, by the bytes of its names: strings that only look the same are equal.
    typealias Name = [[UInt8]?]

    private var refreshes: [Name: Task<TokenPair, any Error>] = [:]
    /// Answers that no store has yet, with the entries that the server was asked with.
    private(set) var held: [Name: (pair: TokenPair, old: VaultEntry)] = [:]
    private var told: [Name: VaultEntry.Revision] = [:]
    private var listeners: [UUID: (vault: Name, events: AsyncStream<VaultEvent>.Continuation)] = [:]

    /// The refresh of an account that is running, or else a new one, which goes on without its callers.
    func refresh(
        _ account: Name, _ body: @escaping @Sendable () async throws -> TokenPair
    ) -> Task<TokenPair, any Error> {
        if let running = refreshes[account] { return running }
        let new = Task {
            defer { refreshes[account] = nil }
            return try await body()
        }
        refreshes[account] = new
        return new
    }

    /// Holds an answer until it is stored or of no more use, as `isKept` says, or for a quarter of an hour.
    func hold(
        _ pair: TokenPair, over old: VaultEntry, for account: Name,
        until isKept: @escaping @Sendable () async throws -> Bool
    ) {
        held[account] = (pair, old)
        Task {
            let end = ContinuousClock.now + .seconds(900)
            var pause = Duration.milliseconds(50)
            while (try? await isKept()) != true, ContinuousClock.now < end {
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
            }
            if held[account]?.old.revision == old.revision { held[account] = nil }
        }
    }

    func events(of vault: Name) -> AsyncStream<VaultEvent> {
        let (stream, events) = AsyncStream<VaultEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let id = UUID()
        listeners[id] = (vault, events)
        events.onTermination = { _ in Task { await self.remove(id) } }
        return stream
    }

    private func remove(_ listener: UUID) { listeners[listener] = nil }

    /// Tells who listens; of the end of a grant only once, however many callers come upon it.
    func publish(_ event: VaultEvent, of vault: Name, at end: VaultEntry.Revision? = nil) {
        if let end, told.updateValue(end, forKey: vault + [Array(event.account.utf8)]) == end { return }
        for listener in listeners.values where listener.vault == vault { listener.events.yield(event) }
    }
}

extension Task where Failure == any Error {
    /// The result, or nil if it takes longer than `limit`; the task goes on, also if its caller is cancelled.
    func value(waitingAtMost limit: Duration) async throws -> Success? {
        let (results, result) = AsyncThrowingStream.makeStream(of: Success.self)
        Task<Void, Never> {
            do { result.yield(try await value) } catch { result.finish(throwing: error) }
        }
        let timer = Task<Void, any Error> {
            try await Task<Never, Never>.sleep(for: limit)
            result.finish()
        }
        defer { timer.cancel() }
        for try await value in results { return value }
        try Task<Never, Never>.checkCancellation()
        return nil
    }
}
