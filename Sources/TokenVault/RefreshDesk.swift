import SecureStore

/// The running refreshes of this process, and the callers that wait for them.
///
/// There is one desk for the whole process, because several vault objects may use one store.
actor RefreshDesk {
    static let shared = RefreshDesk()

    /// A vault, or one of its accounts, by the bytes of its names, as the store compares them.
    ///
    /// Swift strings are equal when they look the same, so that one account could be given another one's token.
    struct Name: Hashable {
        private let parts: [[UInt8]?]
        /// A store in memory, which the refresh itself keeps alive.
        private let memory: ObjectIdentifier?

        init(_ store: ItemStore, _ parts: String?...) {
            self.parts = ([store.path] + parts).map { part in part.map { Array($0.utf8) } }
            memory = store.path == nil ? ObjectIdentifier(store) : nil
        }
    }

    private typealias Waiter = CheckedContinuation<TokenPair, any Error>

    private var waiters: [Name: [UInt64: Waiter]] = [:]
    private var subscribers: [UInt64: (vault: Name, continuation: AsyncStream<VaultEvent>.Continuation)] = [:]
    private var lastNumber: UInt64 = 0

    /// Waits for a running refresh, or starts one.
    ///
    /// The refresh is a task of its own: it goes on when the caller is cancelled or stops waiting.
    func join(
        _ account: Name, waitingAtMost patience: Duration,
        _ refresh: @escaping @Sendable () async throws -> TokenPair
    ) async throws -> TokenPair {
        try Task.checkCancellation()
        let number = nextNumber()
        let timer = Task {
            try await Task.sleep(for: patience)
            dismiss(number, of: account, TokenVaultError(.busy, "the refresh took longer than \(patience)"))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFirst = waiters[account] == nil
                waiters[account, default: [:]][number] = continuation
                if isFirst { start(account, refresh) }
            }
        } onCancel: {
            Task { await self.dismiss(number, of: account, CancellationError()) }
        }
    }

    private func start(_ account: Name, _ refresh: @escaping @Sendable () async throws -> TokenPair) {
        Task {
            let result: Result<TokenPair, any Error>
            do { result = .success(try await refresh()) } catch { result = .failure(error) }
            for waiter in (waiters.removeValue(forKey: account) ?? [:]).values { waiter.resume(with: result) }
        }
    }

    private func dismiss(_ number: UInt64, of account: Name, _ error: any Error) {
        waiters[account]?.removeValue(forKey: number)?.resume(throwing: error)
    }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: - Events

    func events(of vault: Name) -> AsyncStream<VaultEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: VaultEvent.self, bufferingPolicy: .bufferingNewest(64))
        let number = nextNumber()
        subscribers[number] = (vault, continuation)
        continuation.onTermination = { _ in Task { await self.unsubscribe(number) } }
        return stream
    }

    func publish(_ event: VaultEvent, of vault: Name) {
        for subscriber in subscribers.values where subscriber.vault == vault {
            subscriber.continuation.yield(event)
        }
    }

    private func unsubscribe(_ number: UInt64) { subscribers.removeValue(forKey: number) }
}
