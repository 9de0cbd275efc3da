extension Engine {
    /// The facts that a file tells without any key.
    ///
    /// An older format is read but not migrated.
    static func information(
        at path: String, _ access: FileAccess, _ patience: Duration, _ settings: StoreSettings
    ) throws(StoreError) -> StoreInformation {
        let file = try StoreFile(checking: path)
        return try file.whileThere { () throws(StoreError) in
            try file.checkOwnership(for: access)
            let facts = try file.facts()
            let database = try Database(path: file.path, access: access, patience: patience)
            return try database.read(atOpening: true) { connection throws(StoreError) in
                try Schema.check(connection, settings.migrations)
                return try StoreInformation(connection, KeyMaterial(connection), file.path, facts)
            }
        }
    }

    /// The facts that the file tells and, once the store has been unlocked, those that its state proves.
    func information() throws(StoreError) -> StoreInformation {
        try keys.checkProcess()
        let facts = try path.map { path throws(StoreError) in try StoreFile(checking: path).facts() }
        guard keys.isUnlocked || keys.wasUnlocked else {
            let known = keys.newest.point
            return try database.read { connection throws(StoreError) in
                let material = try KeyMaterial(connection)
                try keys.check(material, after: known)
                return try StoreInformation(connection, material, path, facts)
            }
        }
        return try read { snapshot throws(StoreError) in
            let material = try KeyMaterial(snapshot.connection)
            let state = try material.checkedState(snapshot.ring)
            return try StoreInformation(
                snapshot.connection, material, path, facts,
                itemCounts: try snapshot.finder(settings).counts(),
                sequenceNumber: state.sequence, lockSettings: keys.isUnlocked ? state.lockSettings : nil)
        }
    }
}

extension StoreInformation {
    init(
        _ connection: Connection, _ material: KeyMaterial, _ path: String?, _ facts: StoreFile.Facts?,
        itemCounts: [ItemClass: Int]? = nil, sequenceNumber: UInt64? = nil, lockSettings: LockSettings? = nil
    ) throws(StoreError) {
        let (pages, keyset) = (try connection.pages(), material.current)
        self.init(
            path: path, formatVersion: try connection.formatVersion(),
            identifier: material.store.hexadecimal, itemCounts: itemCounts,
            slots: material.publicSlots, isRotating: material.keysets.count > 1,
            // In a fleet no item stays on one machine.
            lacksRoots: material.writer == nil
                && (keyset.device == nil || material.hasPassphrase && keyset.passcode == nil),
            keysVersion: Int(clamping: material.keysVersion),
            sequenceNumber: sequenceNumber, lockSettings: lockSettings, fileSize: facts?.size ?? pages.bytes,
            freeBytes: pages.free, journalSize: facts?.journalSize ?? 0,
            hasFastReads: JournalIndex.isShared(by: connection) ? JournalIndex(of: connection) != nil : nil,
            mode: facts?.mode)
    }
}

extension KeyMaterial {
    /// The slots as callers see them; slots of an unknown kind are left out.
    var publicSlots: [KeySlot] {
        slots.compactMap { row in
            guard let kind = KeySlot.Kind(rawValue: row.kind) else { return nil }
            let cost =
                kind == .passphrase ? PassphraseCost(passes: Int(row.passes), memory: Int(row.memory)) : nil
            return KeySlot(
                number: Int(row.number), kind: kind, cost: cost, isReadOnly: row.isReadOnlyHost(in: self))
        }
    }
}
