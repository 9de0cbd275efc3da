extension ItemStore {
    /// Writes everything that may leave this device into a new file, sealed under a passphrase.
    ///
    /// One consistent state of the store: others read and write on meanwhile, and the journal grows until it is
    /// done. The file (mode 600) has its name only when it is complete; what has the name already stays, with
    /// ``Status/duplicateKeychain``. Cancelling leaves nothing behind, and what a kill leaves goes with the next
    /// export to that path. **Whoever guesses the passphrase has it all**: see <doc:ExportFormat>. Look at
    /// ``ExportReport/isComplete``.
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

    /// Writes the same into an open file, pipe or socket, as the standard output of a command.
    ///
    /// What was written when it fails is no export and cannot be imported. Throws ``Status/interactionNotAllowed``
    /// when the other end takes nothing for a minute. The descriptor stays open.
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
    }
}
