extension ItemStore {
    /// Runs `work` on a thread of the store's own, so that async code does not block the threads that tasks
    /// run on.
    ///
    /// A store has at most four such threads, started when they are needed; more work waits. Awaited look-ups
    /// have others, and so has `reading(_:)`. If the task is cancelled before its work begins, this throws
    /// ``StoreStatus/userCanceled``; work that has begun runs to its end. Put several calls into one closure
    /// to change threads once. Do not wait in it for other work of `perform`: four closures that wait take up
    /// all the threads.
    ///
    /// ```swift
    /// let counts = try await store.perform { store in try (store.count(passwords), store.count(logins)) }
    /// ```
    public func perform<R: Sendable>(
        _ work: @escaping @Sendable (ItemStore) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        try await perform(on: workers, work)
    }

    /// Runs `work` that may throw any error.
    ///
    /// If the task is cancelled before its work begins, this throws `CancellationError`.
    public func perform<R: Sendable>(_ work: @escaping @Sendable (ItemStore) throws -> R) async throws -> R {
        try await perform(on: workers, work)
    }

    /// Runs `work` on these threads of the store.
    func perform<R: Sendable>(
        on threads: WorkerThreads, _ work: @escaping @Sendable (ItemStore) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        guard let answer = try await answer(to: work, on: threads) else {
            throw StoreError(.userCanceled, "the task was cancelled before its work began")
        }
        return try answer.get()
    }

    /// Runs `work` that may throw any error on these threads of the store.
    func perform<R: Sendable>(
        on threads: WorkerThreads, _ work: @escaping @Sendable (ItemStore) throws -> R
    ) async throws -> R {
        guard let answer = try await answer(to: work, on: threads) else { throw CancellationError() }
        return try answer.get()
    }

    private func answer<R: Sendable, E: Error>(
        to work: @escaping @Sendable (ItemStore) throws(E) -> R, on threads: WorkerThreads
    ) async throws(StoreError) -> Result<R, E>? {
        try engine.keys.checkProcess()
        return try await threads.run { () -> Result<R, E> in
            do throws(E) { return .success(try work(self)) } catch { return .failure(error) }
        }
    }
}
