extension ItemStore {
    /// Runs `work` on a thread of the store's own, for async code: calls of a store wait for disks and locks, and the
    /// threads that tasks run on must not.
    ///
    /// A store has four such threads, made when they are needed; work beyond that waits its turn. A task that is cancelled
    /// before its work begins throws ``Status/userCanceled``; what has begun goes on to its end. Several calls in one
    /// `work` cost one change of threads.
    ///
    /// ```swift
    /// let match = try await store.perform { store in try store.first(query) }
    /// ```
    public func perform<R: Sendable>(
        _ work: @escaping @Sendable (ItemStore) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        guard let answer = try await answer(to: work) else {
            throw StoreError(.userCanceled, "the task was cancelled before its work began")
        }
        return try answer.get()
    }

    /// Runs `work` that may throw errors of its own; a task that is cancelled before its work begins throws
    /// `CancellationError`.
    public func perform<R: Sendable>(_ work: @escaping @Sendable (ItemStore) throws -> R) async throws -> R {
        guard let answer = try await answer(to: work) else { throw CancellationError() }
        return try answer.get()
    }

    private func answer<R: Sendable, E: Error>(
        to work: @escaping @Sendable (ItemStore) throws(E) -> R
    ) async throws(StoreError) -> Result<R, E>? {
        try engine.keys.checkProcess()
        return try await workers.run { () -> Result<R, E> in
            do throws(E) { return .success(try work(self)) } catch { return .failure(error) }
        }
    }
}
