extension ItemStore {
    enum InitialProtection {
        case deviceKey
        case passphrase(SecretBytes, PassphraseCost)
        /// For what a recovery code saved: it opens with the code until it is given a passphrase.
        case recoveryCode(SecretBytes)
    }

    static func create(
        at path: String, protection: InitialProtection, _ options: StoreOptions
    ) throws(StoreError) -> ItemStore {
        try checkPlace(path, protection)
        try build(at: path, protection, options)
        let credential: Credential
        switch protection {
        case .deviceKey: credential = .deviceKey
        case .passphrase(let passphrase, _): credential = .passphrase(passphrase)
        case .recoveryCode(let code): credential = .recoveryCode(code)
        }
        return try open(at: path, unlockingWith: credential, options: options)
    }

    /// Builds the whole store under another name, and gives it its own when it is complete.
    ///
    /// `fill` is given the name under which the store lies until then, and leaves it closed.
    static func build(
        at path: String, _ protection: InitialProtection, _ options: StoreOptions,
        _ fill: (String) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) {
        try check(protection, options)
        let file = try StoreFile(checking: path)
        try file.build { building throws(StoreError) in
            try makeTables(building, protection, options)
            try fill(building.path)
            guard building.leftJournal == nil else {
                throw StoreError(.internalError, "the new store's journal was not taken into its file")
            }
        }
    }

    /// Closed at the end of the scope, which removes the journal.
    private static func makeTables(
        _ building: StoreFile, _ protection: InitialProtection, _ options: StoreOptions
    ) throws(StoreError) {
        let connection = try Connection(path: building.path, role: .building)
        try connection.execute("PRAGMA journal_mode = WAL")
        try initialize(connection, protection, options)
        try connection.foldJournal()
    }

    private static func check(_ protection: InitialProtection, _ options: StoreOptions) throws(StoreError) {
        guard case .passphrase(let passphrase, let cost) = protection else { return }
        try check(passphrase, cost, options)
    }

    static func check(
        _ passphrase: SecretBytes, _ cost: PassphraseCost, _ options: StoreOptions
    ) throws(StoreError) {
        guard passphrase.count > 0 else { throw StoreError(.param, "the passphrase is empty") }
        guard passphrase.count <= 1 << 16 else {
            throw StoreError(.dataTooLarge, "a passphrase of \(passphrase.count) bytes")
        }
        guard options.checksPassphraseCost ? cost.isAcceptableToWrite : cost.isAcceptableToRead else {
            throw StoreError(
                .param,
                "a cost of \(cost.passes) passes over \(cost.memory) bytes is below the least, or above the most"
            )
        }
    }

    /// Writes tables, keys, the first slot and the state of the empty set.
    static func initialize(
        _ connection: Connection, _ protection: InitialProtection, _ options: StoreOptions
    ) throws(StoreError) {
        let device: DeviceKey?
        if case .none = options.deviceKey.kind {
            device = nil
        } else {
            device = try options.deviceKey.loadOrCreate()
        }
        let store = Bytes16.random()
        let unlockKey = try SealingKey.random()
        let slot: SlotRow
        var passcode: [UInt8]?
        switch protection {
        case .deviceKey:
            guard let device else {
                throw StoreError(.notAvailable, "a store without passphrase needs a device key")
            }
            slot = try SlotMaker(store: store, number: 1).device(unlockKey, device)
        case .passphrase(let passphrase, let cost):
            slot = try SlotMaker(store: store, number: 1).passphrase(unlockKey, passphrase, cost)
            if let device {
                passcode = try KeysetCodec.seal(
                    .passcode, try SealingKey.random(), unlockKey, device, store: store, keyset: 1)
            }
        case .recoveryCode(let code):
            slot = try SlotMaker(store: store, number: 1).recoveryCode(unlockKey, code)
        }
        let main = try SealingKey.random()
        var keyset = KeysetRow(
            number: 1,
            main: try KeysetCodec.seal(.main, main, unlockKey, nil, store: store, keyset: 1),
            passcode: passcode)
        if let device {
            keyset.device = try KeysetCodec.seal(
                .device, try SealingKey.random(), unlockKey, device, store: store, keyset: 1)
        }
        let commitment = KeyMaterial.commitment(to: unlockKey, store: store)
        let state = SetState(
            keysDigest: SetState.keysDigest(store: store, commitment: commitment, [slot], [keyset]))
        let ring = KeyRing(
            store: store, keyset: 1, version: 1, common: try CommonKeys(from: main), slots: [])
        try connection.statement(.beginWriting).run()
        try Schema.create(in: connection)
        try connection.insertHeader(id: store, commitment: commitment)
        try connection.insertSlot(slot)
        try connection.insertKeyset(keyset)
        try connection.insertState(keysVersion: 1, sealed: try state.seal(ring))
        try connection.statement(.commit).run()
    }
}
