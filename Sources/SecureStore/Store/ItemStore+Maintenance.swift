extension ItemStore {
    /// Copies the store as it is now into a new file, while others read and write.
    ///
    /// The copy is a store itself, encrypted as this one is, and opens with the same credentials. The device
    /// key is not in it: for the day the machine is gone, keep a passphrase, a recovery code or a copy of the
    /// key. Works on a locked store too, but not on one in memory: ``StoreStatus/unimplemented``.
    ///
    /// Throws ``StoreStatus/duplicateKeychain`` if `path` is taken. Nobody else may be able to write to its
    /// directory. Progress counts pages of the file. If it is cancelled or killed, no copy is left.
    public func backup(
        to path: String, onProgress observer: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        try engine.backup(to: path, observer)
    }

    /// Frees the space of deleted items: writes the whole file again without them, and cuts the journal off.
    ///
    /// No byte of a deleted item is left afterwards. Others can read meanwhile; writers wait. Needs room for
    /// two copies: one beside the store, and one, encrypted too, in the system's directory for temporary
    /// files. If it is cancelled or killed, the file is as it was. The total of the progress is an estimate.
    ///
    /// Throws ``StoreStatus/unimplemented`` for a store in memory, and ``StoreStatus/databaseLocked`` if
    /// others are in the way for longer than ``StoreOptions/patience``. If that happens at the very end, the
    /// next program that closes the store cuts the journal off.
    public func compact(onProgress observer: WorkProgress.Observer? = nil) throws(StoreError) {
        try engine.compact(options.patience, observer)
    }

    /// Checks every item, and all else in the file: slots, keys, the index and SQLite's own structures.
    ///
    /// Returns what is damaged; throws only if the check itself cannot be done. Reads the whole file. Others
    /// can read and write meanwhile. Cancelling it changes nothing.
    public func verify(onProgress: WorkProgress.Observer? = nil) throws(StoreError) -> VerificationReport {
        try engine.verify(onProgress)
    }

    /// Replaces all keys: the one that every slot gives, and those that encrypt the items.
    ///
    /// Afterwards an old copy of the file, together with what opened it, no longer helps to open this one.
    /// Passphrases and recovery codes stay the same. Other processes go on reading and writing meanwhile,
    /// except for the end, when writers wait.
    ///
    /// If it is cancelled or the process ends, the store is whole, some items have new keys, and the next
    /// call finishes what was begun. A replica of a fleet then does it all again, because another host may
    /// have begun it that was removed since; so does a store in which another machine began it. If keys have
    /// leaked, and a rotation was interrupted before that, call it twice. A damaged item throws
    /// ``StoreStatus/decode`` before anything is changed. If the store has items for one device alone, the
    /// device key of that device is needed. If it has none, it can have some here afterwards, wherever it was
    /// made. Progress counts items, which are checked first and then encrypted again.
    ///
    /// At the end the whole file is written again, so that no byte under the old keys is left. That needs
    /// room for two more copies, one of them in the system's directory for temporary files. Then the journal
    /// is cut off; if another process reads from it for longer than a second, that happens when the store is
    /// next closed.
    public func rotateKeys(onProgress: WorkProgress.Observer? = nil) throws(StoreError) {
        var rotation = KeyRotation(engine, over: committer, onProgress)
        try rotation.run()
    }
}

// MARK: - Awaited

/// The same calls from async code, and others that take long, on a thread of the store's own: see
/// `perform(_:)`.
///
/// Each throws what the call of its name throws. If the task is cancelled, it ends as one whose observer
/// cancels: it throws ``StoreStatus/userCanceled``, and leaves behind what its description says. For an
/// observer of your own, put the call into `perform(_:)`.
extension ItemStore {
    /// Copies the store into a new file, as ``backup(to:onProgress:)`` does.
    ///
    /// Throws ``StoreStatus/duplicateKeychain`` if `path` is taken. If the task is cancelled, no copy is
    /// left.
    public func backup(to path: String) async throws(StoreError) {
        try await performSteps { store, observer throws(StoreError) in
            try store.backup(to: path, onProgress: observer)
        }
    }

    /// Frees the space of deleted items, as ``compact(onProgress:)`` does.
    ///
    /// Writers wait meanwhile. Throws ``StoreStatus/databaseLocked`` if others are in the way for too long,
    /// and ``StoreStatus/diskFull`` without room for two copies. Cancelled, it leaves the file as it was.
    public func compact() async throws(StoreError) {
        try await performSteps { store, observer throws(StoreError) in try store.compact(onProgress: observer)
        }
    }

    /// Checks all that is in the file, as ``verify(onProgress:)`` does.
    ///
    /// Damage is in the report and not thrown; ask ``VerificationReport/isIntact``. Cancelled, it throws
    /// ``StoreStatus/userCanceled``, without what it found so far.
    public func verify() async throws(StoreError) -> VerificationReport {
        try await performSteps { store, observer throws(StoreError) in try store.verify(onProgress: observer)
        }
    }

    /// Replaces all keys, as ``rotateKeys(onProgress:)`` does.
    ///
    /// Cancelled, it leaves some items with new keys, and the next call finishes. Throws
    /// ``StoreStatus/decode`` for a damaged item before it changes anything.
    public func rotateKeys() async throws(StoreError) {
        try await performSteps { store, observer throws(StoreError) in
            try store.rotateKeys(onProgress: observer)
        }
    }

    /// Writes an export into a new file, as ``export(to:passphrase:cost:onProgress:)`` does.
    ///
    /// Throws ``StoreStatus/interactionNotAllowed`` if the store is locked, and
    /// ``StoreStatus/duplicateKeychain`` if `path` is taken. Cancelled, it leaves no file.
    public func export(
        to path: String, passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) async throws(StoreError) -> ExportReport {
        try await performSteps { store, observer throws(StoreError) in
            try store.export(to: path, passphrase: passphrase, cost: cost, onProgress: observer)
        }
    }

    /// Adds the items of an export, as
    /// ``importItems(from:passphrase:policy:replacing:isTrial:onProgress:onItem:)`` does.
    ///
    /// Throws ``StoreStatus/authFailed`` for a wrong passphrase and ``StoreStatus/decode`` for a damaged
    /// export, before it adds anything. Cancelled, it leaves what it added so far; run it again for the rest.
    public func importItems(
        from path: String, passphrase: SecretBytes, policy: ImportPolicy = .keepExisting,
        replacing: Set<ItemReference> = [], isTrial: Bool = false
    ) async throws(StoreError) -> ImportReport {
        try await performSteps { store, observer throws(StoreError) in
            try store.importItems(
                from: path, passphrase: passphrase, policy: policy, replacing: replacing, isTrial: isTrial,
                onProgress: observer)
        }
    }

    /// Runs work in steps, which ends after one of them when the task is cancelled.
    private func performSteps<R: Sendable>(
        _ work: @escaping @Sendable (ItemStore, @escaping WorkProgress.Observer) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
        let isCancelled = SystemMutex(false)
        let answer: Result<R, StoreError> = await withTaskCancellationHandler {
            do throws(StoreError) {
                return .success(
                    try await perform { store throws(StoreError) in
                        try work(store) { _ in isCancelled.withLock { $0 } ? .cancel : .proceed }
                    })
            } catch { return .failure(error) }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try answer.get()
    }
}
