import FoundationEssentials

/// One transaction that changes items: the rows through the connection, the authenticated state in step with them.
///
/// A class, because the caller's transaction and the engine work on the same one; never leaves its thread.
final class WriteSession {
    let connection: Connection
    private(set) var ring: KeyRing
    let settings: EngineSettings
    private(set) var state: SetState
    private var isChanged = false
    /// Why nothing may be called absent, when the store's rows are not the ones its state speaks of.
    private let doubt: Doubt?
    /// What broke the transaction: SQLite may have undone all of it, so that nothing may follow.
    private var failure: StoreError?

    init(
        _ connection: Connection, _ keys: KeyHierarchy, _ settings: EngineSettings, doubt: Doubt?
    ) throws(StoreError) {
        self.connection = connection
        self.doubt = doubt
        self.settings = settings
        var ring = try keys.ring()
        let (version, sealed) = try connection.readState()
        if version == ring.version {
            state = try SetState(sealed, keysVersion: version, ring)
        } else {
            state = try keys.follow(KeyMaterial(connection))
            ring = try keys.ring()
        }
        self.ring = ring
    }

    var codec: RecordCodec { RecordCodec(ring: ring) }
    var tokens: Tokens { Tokens(ring) }

    /// Writes the state that belongs to the changes; the last act before the commit.
    func finish() throws(StoreError) {
        try checkHolds()
        guard isChanged else { return }
        state.sequence += 1
        try connection.writeState(keysVersion: state.keysVersion, sealed: try state.seal(ring))
    }

    /// Runs `body`, and undoes its changes alone when it throws.
    func atomically<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let before = (state, isChanged)
        try changing { () throws(StoreError) in try connection.execute("SAVEPOINT step") }
        do {
            let result = try body()
            try changing { () throws(StoreError) in try connection.execute("RELEASE step") }
            return result
        } catch {
            (state, isChanged) = before
            if failure == nil {
                do throws(StoreError) {
                    try connection.execute("ROLLBACK TO step; RELEASE step")
                } catch let second {
                    // The first error is the one to tell; this one only ends the transaction.
                    failure = second
                }
            }
            throw error
        }
    }

    /// Runs a statement that changes the file; a failure other than a taken identity ends the transaction.
    ///
    /// A full disk makes SQLite undo everything at once. Were the caller to catch that and go on, what follows
    /// would be written by itself, without the state that belongs to it.
    private func changing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try checkHolds()
        do throws(StoreError) { try body() } catch {
            if error.status != .duplicateItem { failure = error }
            throw error
        }
    }

    private func checkHolds() throws(StoreError) {
        if let failure { throw failure }
    }

    /// A finder over the transaction's own view.
    func finder() -> Finder {
        Finder(
            connection: connection, codec: codec, tokens: tokens, groups: settings.groups,
            now: settings.now(),
            inspect: settings.inspectCertificate)
    }

    func find(_ selection: Selection, _ purpose: Finder.Purpose) throws(StoreError) -> [Found] {
        try checkHolds()
        if let doubt, doubt.isAboutEverything { throw doubt.error }
        guard let found = try finder().find(selection, purpose) else {
            throw StoreError(.internalError, "the keys changed inside a transaction")
        }
        return found
    }

    /// The error for a selection that led to nothing.
    func notFound(_ selection: Selection) -> StoreError { doubt?.error ?? Engine.notFound(selection) }

    /// Refuses an answer that the store's doubt does not let stand.
    func checkComplete(_ selection: Selection, isEmpty: Bool) throws(StoreError) {
        guard let doubt else { return }
        try doubt.check(isExact: QueryPlan(selection, tokens).isExact, isEmpty: isEmpty)
    }

    /// Refuses to take an item for absent in a store whose rows were changed behind its back.
    func checkAbsence() throws(StoreError) {
        if let doubt { throw doubt.error }
    }

    // MARK: - Rows

    /// Adds an item; its attributes are complete.
    ///
    /// One that comes from elsewhere may bring its id, and one that was saved from a damaged store all that it had.
    func insert(
        _ attributes: ItemAttributes, _ secret: SecretBytes?, id: Bytes16 = .random(), number: Int64? = nil,
        generation: Int64 = 1
    ) throws(StoreError) -> Found {
        let access = attributes.accessibilityOrDefault
        let zero = Bytes16(high: 0, low: 0)
        var columns = ItemColumns(
            number: number ?? state.nextNumber, id: id, itemClass: attributes.itemClass.rawValue,
            access: access.rawValue, keyset: ring.keyset, generation: generation, identity: zero, group: zero,
            variant: zero)
        let found = try write(attributes, secret, &columns, access) { item throws(StoreError) in
            try connection.insert(item)
        }
        state.count += 1
        state.nextNumber = max(state.nextNumber, columns.number + 1)
        return found
    }

    /// Replaces what a row holds; its id, its place and its creation stay.
    func replace(_ old: Found, _ attributes: ItemAttributes, _ secret: SecretBytes?) throws(StoreError)
        -> Found
    {
        guard let row = old.row else {
            throw StoreError(.internalError, "an item is to be changed that was not read as a whole")
        }
        var columns = row.columns
        let access = attributes.accessibilityOrDefault
        columns.access = access.rawValue
        columns.keyset = ring.keyset
        columns.generation += 1
        return try update(row, attributes, secret, &columns, access)
    }

    /// Seals an item of the keys before these with these; nothing of what it is changes, not even its generation.
    func reseal(_ item: Found) throws(StoreError) {
        guard let row = item.row, let attributes = item.attributes else {
            throw StoreError(.internalError, "an item is to be sealed anew that was not read as a whole")
        }
        var columns = row.columns
        columns.keyset = ring.keyset
        _ = try update(row, attributes, item.secret, &columns, attributes.accessibilityOrDefault)
    }

    private func update(
        _ old: Found.Row, _ attributes: ItemAttributes, _ secret: SecretBytes?,
        _ columns: inout ItemColumns, _ access: Accessibility
    ) throws(StoreError) -> Found {
        let found = try write(attributes, secret, &columns, access) { item throws(StoreError) in
            try connection.update(item)
        }
        state.sum.subtract(old.element)
        return found
    }

    /// Seals an item and writes its row; `duplicateItem` when its identity is another row's.
    private func write(
        _ attributes: ItemAttributes, _ secret: SecretBytes?, _ columns: inout ItemColumns,
        _ access: Accessibility, _ act: (SealedItem) throws(StoreError) -> Void
    ) throws(StoreError) -> Found {
        try tokens.apply(attributes, to: &columns)
        try checkIdentity(attributes, columns)
        let item = try codec.seal(attributes, secret, columns, access)
        do {
            try changing { () throws(StoreError) in try act(item) }
        } catch {
            throw error.status == .duplicateItem ? Self.duplicate(attributes.itemClass) : error
        }
        let element = codec.element(item)
        state.sum.add(element)
        isChanged = true
        return Found(
            head: ItemHead(columns, hasSecret: secret != nil), attributes: attributes, secret: secret,
            row: Found.Row(columns, element))
    }

    /// Refuses an identity of a row that a change of keys has not reached yet.
    ///
    /// The unique index compares tokens, and the same identity has other tokens under other keys.
    private func checkIdentity(_ attributes: ItemAttributes, _ columns: ItemColumns) throws(StoreError) {
        guard let previous = ring.previous else { return }
        try checkHolds()
        var sought = columns
        try Tokens(previous).apply(attributes, to: &sought)
        var rows = try connection.items(.token(.identity, sought.identity), .digest)
        while let row = try rows.next(), !row.isAbsent {
            guard row.number != columns.number, let other = row.columns else { continue }
            if (other.group, other.variant) == (sought.group, sought.variant) {
                throw Self.duplicate(attributes.itemClass)
            }
        }
    }

    /// Takes a row away.
    func remove(_ item: Found) throws(StoreError) {
        guard let row = item.row else {
            throw StoreError(.internalError, "an item is to be deleted that was not read as a whole")
        }
        try changing { () throws(StoreError) in try connection.deleteItem(number: item.head.number) }
        state.sum.subtract(row.element)
        state.count &-= 1
        isChanged = true
    }

    /// Replaces the settings in the state.
    func setLockSettings(_ settings: LockSettings) {
        guard settings != state.lockSettings else { return }
        state.lockSettings = settings
        isChanged = true
    }

    /// Takes on new keys, in the transaction that wrote them: what follows is sealed with them.
    func keysReplaced(
        _ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        try keysChanged()
        let ring = try KeyMaterial(connection).ring(unlockKey.key, device: device)
        self.ring = ring.changed(version: state.keysVersion, previous: ring.previous) { $1 }
    }

    /// Takes on new slots or key sets, in the transaction that wrote them.
    func keysChanged() throws(StoreError) {
        let material = try KeyMaterial(connection)
        state.keysVersion += 1
        state.keysDigest = SetState.keysDigest(
            store: material.store, commitment: material.commitment, material.slots, material.keysets)
        isChanged = true
    }

    /// Gives the keys a version that nobody has seen who has the store open, so that all read them anew.
    ///
    /// For a state that comes from elsewhere: counting on by one, it could meet the version of another history.
    func leapKeysVersion() throws(StoreError) {
        let leap = Int64.random(in: 1 << 20...1 << 40)
        let (version, isTooMuch) = state.keysVersion.addingReportingOverflow(leap)
        guard !isTooMuch else {
            throw StoreError(.invalidKeychain, "the version of the store's keys has no successor")
        }
        state.keysVersion = version
        isChanged = true
    }

    private static func duplicate(_ itemClass: ItemClass) -> StoreError {
        let words = ClassTable.identity(of: itemClass).map { ClassTable.row($0).words }.joined(
            separator: ", ")
        return StoreError(
            .duplicateItem,
            "an item of class \(itemClass.code) with the same \(words) is in this access group")
    }
}

/// What a store was opened with, as far as operations on items ask.
struct EngineSettings: Sendable {
    let groups: AccessGroups
    let now: @Sendable () -> Date
    let acceptsUnenforcedAccessControl: Bool
    let inspectCertificate: CertificateInspector?
}

extension WriteSession {
    /// Removes every item of one accessibility, unopened and whatever its group.
    func removeAll(access: Accessibility) throws(StoreError) {
        var doomed: [Found] = []
        var rows = try connection.items(.all, .digest)
        while let row = try rows.next(), !row.isAbsent {
            guard row.access == access.rawValue else { continue }
            guard let head = ItemHead(row), let columns = row.columns,
                let element = codec.element(columns, row)
            else {
                throw StoreError(
                    .decode, "item row \(row.number) is damaged: a column has an impossible value")
            }
            doomed.append(
                Found(head: head, attributes: nil, secret: nil, row: Found.Row(columns, element)))
        }
        for item in doomed { try remove(item) }
    }
}
