import SecureStore

// The order in which sources and people are asked for what opens a store.
extension StoreAccess {
    /// Unlocks with the first source that is set up, else with the kernel's keyring, else asks.
    func unlock(_ store: ItemStore) throws {
        if try unlockUnattended(store) { return }
        try ask(passphraseQuestion, orElse: Unlocking.ways) { answer in try unlock(store, with: answer) }
    }

    /// True if something that needs nobody unlocked the store: a source that is set up, or the kernel's
    /// keyring.
    func unlockUnattended(_ store: ItemStore) throws -> Bool {
        guard let source = try PassphraseSource.unattended() else { return try unlockFromKeyring(store) }
        try unlock(store, with: try source.read())
        return true
    }

    /// Asks for a recovery code if that is what is wanted, else unlocks as usual.
    func unlock(_ store: ItemStore, withRecoveryCode isWanted: Bool) throws {
        guard isWanted else { return try unlock(store) }
        try askCode { code throws(StoreError) in try store.unlock(with: code) }
    }

    /// Opens the store with a recovery code, also without the device key that opens it otherwise.
    func openWithRecoveryCode() throws -> ItemStore {
        try askCode { code throws(StoreError) in try .open(at: path, unlockingWith: code) }
    }

    private func askCode<R>(_ body: (Credential) throws(StoreError) -> R) throws -> R {
        try ask("recovery code of \(Terminal.harmless(path)): ", orElse: nil) { answer in
            try Self.naming("recovery code", path) { () throws(StoreError) in
                try body(.recoveryCode(answer))
            }
        }
    }

    /// True if the kernel keeps a key that opens the store; one that does not any more is taken away.
    func unlockFromKeyring(_ store: ItemStore) throws -> Bool {
        let keyring = try KernelKeyring(for: store)
        guard let key = try keyring.key() else { return false }
        let fits: Void? = try unless(.authFailed) { () throws(StoreError) in
            try store.unlock(with: .sessionKey(key))
        }
        if fits == nil { try keyring.remove() }
        return fits != nil
    }

    /// Unlocks with the passphrase from the first source that is set up, or from the person at the terminal,
    /// and returns it.
    func unlockWithPassphrase(_ store: ItemStore) throws -> SecretBytes {
        let unlock = { (passphrase: SecretBytes) in
            try self.unlock(store, with: passphrase)
            return passphrase
        }
        if let source = try PassphraseSource.unattended() { return try unlock(try source.read()) }
        return try ask(passphraseQuestion, orElse: Unlocking.ways, unlock)
    }

    private func unlock(_ store: ItemStore, with passphrase: SecretBytes) throws(StoreError) {
        try Self.naming("passphrase", path) { () throws(StoreError) in
            try store.unlock(with: .passphrase(passphrase))
        }
    }

    /// Says of a wrong answer which store it does not open, where the library names a slot.
    private static func naming<R>(
        _ what: String, _ path: String, _ body: () throws(StoreError) -> R
    ) throws(StoreError) -> R {
        do throws(StoreError) { return try body() } catch {
            guard error.status == .authFailed else { throw error }
            throw StoreError(.authFailed, "the \(what) does not open \(path)")
        }
    }

    private var passphraseQuestion: String { "passphrase of \(Terminal.harmless(path)): " }

    /// Asks until the answer fits, a few times; an error where there is no terminal to ask at.
    private func ask<R>(
        _ question: String, orElse hint: String?, _ body: (SecretBytes) throws -> R
    ) throws -> R {
        if silence == nil, let result = try Prompt.untilItFits(question, body) { return result }
        throw CommandError(
            .interactionNotAllowed,
            "the store \(path) is locked, and \(silence ?? "there is no terminal to ask at")",
            hint: hint)
    }

    /// Calls `body` with what opens a backup or a damaged store: device key, passphrase or recovery code.
    ///
    /// What its file says decides what is tried and asked for.
    static func withCredential<R>(
        for path: String, recoveryCode isWanted: Bool = false, _ body: (Credential) throws(StoreError) -> R
    ) throws -> R {
        let kinds = slotKinds(of: path) ?? [.deviceKey, .passphrase]
        let takesCode = isWanted || !kinds.contains(.passphrase)
        let mayOpenByItself = !isWanted && kinds.contains(where: \.opensWithDeviceKey)
        var refusal: StoreError?
        if !takesCode, let source = try PassphraseSource.unattended() {
            let passphrase = try source.read()
            do throws(StoreError) {
                return try naming("passphrase", path) { () throws(StoreError) in
                    try body(.passphrase(passphrase))
                }
            } catch {
                guard error.status == .authFailed, mayOpenByItself else { throw error }
                refusal = error
            }
        }
        if mayOpenByItself {
            do throws(StoreError) { return try body(.deviceKey) } catch {
                guard error.status == .interactionNotAllowed || isOfDeviceKey(error) else { throw error }
                if let refusal { throw refusal }
                guard !kinds.allSatisfy(\.opensWithDeviceKey) else { throw otherMachine(path, kinds) }
            }
        }
        let what = takesCode ? "recovery code" : "passphrase"
        let answer = try Prompt.untilItFits("\(what) of \(Terminal.harmless(path)): ") { answer in
            try naming(what, path) { () throws(StoreError) in
                try body(takesCode ? .recoveryCode(answer) : .passphrase(answer))
            }
        }
        if let answer { return answer }
        throw CommandError(
            .interactionNotAllowed, "\(path) needs its \(what), and there is no terminal to ask at",
            hint: takesCode ? nil : Unlocking.unattendedWays)
    }

    /// The kinds of the slots that a file has.
    ///
    /// Nil where no store is opened, as a medium may be, and for a file that is too damaged.
    static func slotKinds(of path: String) -> [KeySlot.Kind]? {
        let known = try? ItemStore.information(at: path, options: StoreOptions(access: .readOnly))
        return known?.slots.map(\.kind)
    }

    private static func otherMachine(_ path: String, _ kinds: [KeySlot.Kind]) -> CommandError {
        let machine = kinds.contains(.host) ? "a machine of its fleet" : "the machine that made it"
        return CommandError(
            .authFailed, "\(path) opens only with the device key of \(machine), which is not here",
            hint: "SECURESTORE_DEVICE_KEY_FILE names a copy of that key")
    }
}
