/// A store to be created: the credential that opens it first, and the source of this machine's device key.
struct NewStore {
    let credential: Credential
    /// A closure that reads or makes the device key; it returns nil for a store without one.
    ///
    /// It is called only after the store's path was found free.
    let deviceKey: () throws(StoreError) -> DeviceKey?

    /// Builds the complete store under another name, and then renames it to its own.
    ///
    /// `fill` is given the other name, and must leave the store closed.
    func build(
        at path: String, _ fill: (String) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) {
        let file = try StoreFile(checking: path)
        try NetworkFileSystem.refuse(file.directory)
        try file.build { building throws(StoreError) in
            do {
                // It closes here, which folds the journal into the file.
                let connection = try Connection(path: building.path, role: .building)
                try connection.useJournal()
                try write(to: connection)
            }
            try fill(building.path)
        }
    }

    func write(to database: Database) throws(StoreError) {
        let writer = try database.leaseWriter()
        if let connection = writer.value { try write(to: connection) }
    }

    /// Writes tables, keys, the first slot and the state without items.
    private func write(to connection: Connection) throws(StoreError) {
        let device = try deviceKey()
        let store = Bytes16.random()
        let unlockKey = try SealingKey.random()
        let maker = SlotMaker(store: store, number: 1)
        let slot: SlotRow
        switch credential.kind {
        case .deviceKey:
            guard let device else { throw SlotMaker.nothingOpens }
            slot = try maker.device(unlockKey, device)
        case .passphrase(let passphrase, let cost):
            slot = try maker.passphrase(unlockKey, PassphraseKey(passphrase, cost))
        case .recoveryCode(let code): slot = try maker.recoveryCode(unlockKey, code)
        case .sessionKey:
            throw StoreError(
                .param, "a session key cannot protect a new store; give a passphrase, or use the device key")
        }
        let main = try SealingKey.random()
        let keyset = KeysetRow(
            number: 1, main: try KeysetCodec.seal(.main, main, unlockKey, nil, store: store, keyset: 1))
        let commitment = KeyMaterial.commitment(to: unlockKey, store: store)
        var material = KeyMaterial(
            store: store, commitment: commitment, [slot], [keyset], keysVersion: 1)
        if let device { try material.makeDeviceRoots(unlockKey, device) }
        let state = StoreState(keysDigest: material.digest)
        let ring = KeyRing(
            store: store, keyset: 1, version: 1, common: try CommonKeys(from: main), slots: [])
        try connection.write(material, try state.seal(ring))
    }
}

extension Connection {
    /// Writes the tables of a new file, with its keys and with the sealed state of the empty set.
    func write(_ material: KeyMaterial, _ sealed: [UInt8]) throws(StoreError) {
        try statement(.beginWriting).run()
        try Schema.create(in: self)
        try insertHeader(id: material.store, commitment: material.commitment, writer: material.writer)
        for slot in material.slots { try insertSlot(slot) }
        for keyset in material.keysets { try insertKeyset(keyset) }
        try insertState(keysVersion: material.keysVersion, sealed: sealed)
        try statement(.commit).run()
    }
}
