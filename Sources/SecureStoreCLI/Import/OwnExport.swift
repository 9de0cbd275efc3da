import SecureStore

/// An export of our own that is imported.
struct OwnExport {
    private let arguments: Arguments
    private let policy: ImportPolicy
    private let passphrase: SecretBytes
    private let input: RereadFile
    /// The store that it goes to: one in memory where there is none yet, and only a trial is made.
    private let store: ItemStore
    private let access: StoreAccess
    private let isNew: Bool
    private var isTrial: Bool { arguments.has(.dryRun) }
    private var asks: Bool { arguments.value(of: .policy) == "ask" && !isTrial }

    /// Reads the passphrase, and makes no store.
    init(_ input: ImportInput, _ arguments: Arguments, _ policy: ImportPolicy) throws {
        (self.arguments, self.policy) = (arguments, policy)
        access = try StoreAccess(arguments)
        isNew = !arguments.has(.dryRun) && FileFacts(access.path) == nil
        store =
            try isNew || arguments.has(.dryRun)
            ? access.openOrEmpty() : access.openOrCreate(History.options())
        passphrase = try Self.passphrase(arguments)
        self.input = try store.rereadable(input.descriptor, named: input.shownName)
    }

    private static func passphrase(_ arguments: Arguments) throws -> SecretBytes {
        if arguments.has(.stdin) || arguments.has(.descriptor) { return try NewPassphrase.read(arguments) }
        if let typed = try Prompt.secret("passphrase of the export: ") { return typed }
        throw SecretSource.noTerminal(toAskFor: "passphrase of the export")
    }

    func run() throws {
        if policy != .keepExisting, !isTrial {
            let which = policy == .newest ? "older items" : "the items"
            try arguments.confirm("replace \(which) that are in both?")
        }
        var chosen: Set<ItemReference> = []
        if asks || isNew {
            // Before a store is made: an export that cannot be read leaves none.
            let conflicts = try self.conflicts()
            if asks { chosen = try choose(among: conflicts) }
        }
        let store = try isNew ? access.openOrCreate(History.options()) : store
        // Neither a person nor a date has decided about these.
        var left: [ItemReference] = []
        let isDecided = policy != .keepExisting || asks
        let report = try take(into: store, replacing: chosen, isTrial: isTrial) { item in
            if !isDecided, item.outcome == .kept, let stored = item.reference { left.append(stored) }
        }
        let kept = report.kept + report.unchanged
        try arguments.tell(
            takenIn: "\(report.added) added, \(report.replaced) replaced, \(kept) kept as they were")
        let refused = report.refused.sorted { $0.key.rawValue > $1.key.rawValue }
        for (status, count) in refused { Terminal.tell("\(count) refused: \(status.message)") }
        for name in try left.map(name(of:)) {
            Terminal.tell("left out: \(Terminal.harmless(name)) is there with other content")
        }
        try require(refused.isEmpty && left.isEmpty, "not everything was taken in")
    }

    private func take(
        into store: ItemStore, replacing chosen: Set<ItemReference> = [], isTrial: Bool,
        onItem: @escaping (ImportedItem) -> Void
    ) throws -> ImportReport {
        try ProgressBar.showing("import") { observer in
            do throws(StoreError) {
                return try store.importItems(
                    from: input, passphrase: passphrase, policy: policy, replacing: chosen,
                    isTrial: isTrial, onProgress: observer, onItem: onItem)
            } catch {
                // The reason says what can be done about an export; the usual hint is about stores.
                guard error.status == .decode, error.reason.contains("the export ") else { throw error }
                throw CommandError(error).hinting("nothing of it was taken in")
            }
        }
    }

    private func conflicts() throws -> [(exported: ItemReference, stored: ItemReference)] {
        var conflicts: [(exported: ItemReference, stored: ItemReference)] = []
        _ = try take(into: store, isTrial: true) { item in
            guard item.outcome == .kept, let stored = item.reference else { return }
            conflicts.append((item.exported, stored))
        }
        return conflicts
    }

    private func choose(
        among conflicts: [(exported: ItemReference, stored: ItemReference)]
    ) throws -> Set<ItemReference> {
        let names = try conflicts.map { try name(of: $0.stored) }
        let choices = try ImportPlan.choices(for: names, [.keep, .replace])
        return Set(zip(conflicts, choices).filter { $1 == .replace }.map(\.0.exported))
    }

    private func name(of reference: ItemReference) throws -> String {
        func name<Item: StorableItem>(_ type: Item.Type) throws -> String? {
            let query = Query<Item>().reference(reference)
            return try store.first(query, returning: .attributes)?.item.attributes.name
        }
        return try name(reference.itemClass.storableType) ?? reference.text
    }
}

extension Arguments {
    func tell(takenIn counts: String) throws(CommandError) {
        try Output.print((has(.dryRun) ? "nothing was stored; it would be: " : "") + counts)
    }
}
