import SecureStore

/// The running refreshes of this process, and the callers that wait for them.
///
/// There is one desk for the whole process, because several vault objects may use one store.
actor RefreshDesk {
    static let shared = RefreshDesk()

    /// A vault by the bytes of its names, as the store compares them.
    ///
    /// Swift strings are equal when they look the same, so that one account could be given another one's token.
    struct VaultName: Hashable {
        private enum Home: Hashable {
            case file([UInt8])
            /// A store in memory, which the refresh itself keeps alive.
            case memory(ObjectIdentifier)
        }

        private let home: Home
        private let service: [UInt8]
        private let group: [UInt8]?

        init(_ store: ItemStore, service: String, group: String?) {
            home = store.path.map { .file(Array($0.utf8)) } ?? .memory(ObjectIdentifier(store))
            self.service = Array(service.utf8)
            self.group = group.map { Array($0.utf8) }
        }
    }

    struct Flight: Hashable {
        private let vault: VaultName
        private let account: [UInt8]

        init(vault: VaultName, account: String) { (self.vault, self.account) = (vault, Array(account.utf8)) }
    }

    private typealias Waiter = CheckedContinuation<TokenPair, any Error>

    private var waiters: [Flight: [UInt64: Waiter]] = [:]
    private var subscribers:
        [UInt64: (vault: VaultName, continuation: AsyncStream<VaultEvent>.Continuation)] = [:]
    private var lastNumber: UInt64 = 0

    /// Waits for a running refresh, or starts one.
    ///
    /// The refresh is a task of its own: it goes on when the caller is cancelled or stops waiting.
    func join(
        _ flight: Flight, waitingAtMost patience: Duration,
        _ refresh: @escaping @Sendable () async throws -> TokenPair
    ) async throws -> TokenPair {
        try Task.checkCancellation()
        let number = nextNumber()
        let timer = Task {
            try await Task.sleep(for: patience)
            dismiss(number, of: flight, TokenVaultError(.busy, "the refresh took longer than \(patience)"))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFirst = waiters[flight] == nil
                waiters[flight, default: [:]][number] = continuation
                if isFirst { start(flight, refresh) }
            }
        } onCancel: {
            Task { await self.dismiss(number, of: flight, CancellationError()) }
        }
    }

    private func start(_ flight: Flight, _ refresh: @escaping @Sendable () async throws -> TokenPair) {
        Task {
            let result: Result<TokenPair, any Error>
            do { result = .success(try await refresh()) } catch { result = .failure(error) }
            for waiter in (waiters.removeValue(forKey: flight) ?? [:]).values { waiter.resume(with: result) }
        }
    }

    private func dismiss(_ number: UInt64, of flight: Flight, _ error: any Error) {
        waiters[flight]?.removeValue(forKey: number)?.resume(throwing: error)
    }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: - Events

    func events(of vault: VaultName) -> AsyncStream<VaultEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: VaultEvent.self, bufferingPolicy: .bufferingNewest(64))
        let number = nextNumber()
        subscribers[number] = (vault, continuation)
        continuation.onTermination = { _ in Task { await self.unsubscribe(number) } }
        return stream
    }

    func publish(_ event: VaultEvent, of vault: VaultName) {
        for subscriber in subscribers.values where subscriber.vault == vault {
            subscriber.continuation.yield(event)
        }
    }

    private func unsubscribe(_ number: UInt64) { subscribers.removeValue(forKey: number) }
}
