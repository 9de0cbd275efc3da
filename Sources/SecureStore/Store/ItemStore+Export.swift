extension ItemStore {
    /// Writes every item that may leave this device into a new file, encrypted under a passphrase.
    ///
    /// **Whoever guesses the passphrase has everything**; see <doc:ExportFormat>. Look at
    /// ``ExportReport/isComplete`` before you delete anything. Throws ``StoreStatus/interactionNotAllowed``
    /// if the store is locked, and ``StoreStatus/duplicateKeychain`` if `path` is taken.
    ///
    /// The export is one consistent state. Others read and write meanwhile, and the journal grows until it is
    /// done. The file has mode 600, and gets its name only when it is complete. If it is cancelled, nothing
    /// is left; what a kill leaves is removed by the next export to that path.
    public func export(
        to path: String, passphrase: SecretBytes, cost: PassphraseCost = .moderate,
        onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ExportReport {
        try checkExport(passphrase, cost)
        let file = try NewFile(path)
        let report = try Exporter.run(engine, passphrase, cost, onProgress) { bytes throws(StoreError) in
            try file.write(bytes)
        }
        try file.publish()
        return report
    }

    /// Writes an export into an open file, pipe or socket, such as the standard output of a command.
    ///
    /// The descriptor stays open. If it fails, what was written cannot be imported. Throws
    /// ``StoreStatus/interactionNotAllowed`` if the other end takes nothing for a minute, and
    /// ``StoreStatus/io`` if it is gone, without a signal.
    public func export(
        toDescriptor descriptor: Int32, passphrase: SecretBytes, cost: PassphraseCost = .moderate,
        onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ExportReport {
        try checkExport(passphrase, cost)
        let output = try Descriptor(descriptor, named: "descriptor \(descriptor)")
        return try Exporter.run(engine, passphrase, cost, onProgress) { bytes throws(StoreError) in
            try output.write(bytes)
        }
    }

    private func checkExport(_ passphrase: SecretBytes, _ cost: PassphraseCost) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        // In a locked store some items could not be opened, and the export would look complete without them.
        guard engine.keys.isUnlocked else {
            throw StoreError(.interactionNotAllowed, "the store is locked; unlock it before exporting it")
        }
        try prepareRead(nil, nil)
    }
}
