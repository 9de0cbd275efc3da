import SecureStore

extension Command {
    static let initialize = Command(
        name: "init", summary: "make a store",
        details: """
            Without a passphrase the store opens by itself on this machine. If a source of the passphrase is set up \
            (UNLOCKING in securestore man), that passphrase opens it; --stdin and --fd read another one. --store names a file other than the \
            default store; nobody else may be able to write to its directory.
            """,
        options: [.withPassphrase, .forget] + NewPassphrase.options,
        examples: [
            Example("init", "the default store"),
            Example("init --passphrase --store work", "a second store, which a passphrase opens"),
        ]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let passphrase = try passphrase(arguments)
        let cost = NewPassphrase.cost(arguments)
        // Last, so that nothing is forgotten by somebody who does not make a store.
        if arguments.has(.forget) {
            try ItemStore.forget(at: access.path)
            if passphrase == nil, try isThere(access) {
                return try Output.print("took \(Terminal.harmless(access.path)) as it is now")
            }
        }
        let credential = passphrase.map { Credential.passphrase($0, cost: cost) } ?? .deviceKey
        let lostKey = try placeOfLostKey()
        // Words with a slash are a path; others are a name, which the user's list of stores remembers.
        if arguments.value(of: .store).map(StoreAccess.isPath) != true {
            _ = try access.directory.create(at: access.path, unlockingWith: credential)
        } else {
            _ = try ItemStore.create(at: access.path, unlockingWith: credential)
        }
        try Output.print("made \(Terminal.harmless(access.path))")
        guard let lostKey, FileFacts(lostKey) != nil else { return }
        Terminal.tell(
            "stores are known here, but there was no device key; the new one is at \(Terminal.harmless(lostKey)): put no "
                + "copy of an earlier one in its place")
    }

    /// The place of a device key that is not there, though stores are known; whether it was, nothing tells.
    private static func placeOfLostKey() throws(StoreError) -> String? {
        guard let file = try DeviceKeySource.ownFile(), FileFacts(file) == nil,
            FileFacts(file + ".stores") != nil
        else { return nil }
        return file
    }

    /// True if there is a store, which is known again once it was opened.
    private static func isThere(_ access: StoreAccess) throws(StoreError) -> Bool {
        try unless(.noSuchKeychain) { () throws(StoreError) in try access.openWithoutUnlocking() } != nil
    }

    private static func passphrase(_ arguments: Arguments) throws -> SecretBytes? {
        if let passphrase = try NewPassphrase.unasked(arguments) { return passphrase }
        return arguments.has(.withPassphrase) ? try NewPassphrase.read(arguments) : nil
    }
}
