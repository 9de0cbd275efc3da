import SecureStore

/// The store that a command line means, and how it gets unlocked.
struct StoreAccess {
    /// The user's stores by name.
    let directory: StoreDirectory
    /// Where the store is, or would be.
    let path: String
    /// Why it is this one.
    let choice: Choice

    /// What says which store is meant; the first that says anything counts.
    enum Choice: String {
        case option
        case environment
        case preferences
        case byDefault = "default"

        var text: String {
            switch self {
            case .option: return "--store"
            case .environment: return "SECURESTORE_PATH"
            case .preferences: return "security default-keychain"
            case .byDefault: return "default"
            }
        }
    }

    /// The store that `--store` names, else the default one.
    init(_ arguments: Arguments) throws { try self.init(named: arguments.value(of: .store)) }

    /// A store by path or by name: what has a slash in it is a path.
    init(named name: String?) throws {
        directory = try StoreDirectory()
        if let name {
            path = try directory.path(of: name.contains("/") ? Self.absolute(name) : name)
            choice = .option
        } else {
            path = try directory.defaultStore()
            let isLogin = path == directory.loginStore
            choice = directory.isNamed ? .environment : isLogin ? .byDefault : .preferences
        }
    }

    /// Opens a store that is there and unlocks it, from whatever source there is.
    func open() throws -> ItemStore { try unlocked(try openWithoutUnlocking()) }

    /// The same for what only reads: it needs no right to write.
    func openToRead() throws -> ItemStore { try unlocked(try openToReadWithoutUnlocking()) }

    private func unlocked(_ store: ItemStore) throws -> ItemStore {
        if store.lockState == .notYetUnlocked { try unlock(store) }
        return store
    }

    /// The same for what stores something, which makes the default store the first time.
    func openOrCreate() throws -> ItemStore {
        guard path == directory.loginStore else { return try open() }
        return try unlocked(try ItemStore.openOrCreateDefault())
    }

    /// The same for helpers of other programs, to which nothing is no error: an empty store in memory as long as there
    /// never was a default one.
    func openOrEmpty() throws -> ItemStore {
        do { return try openToRead() } catch let error as StoreError {
            guard error.status == .noSuchKeychain, path == directory.loginStore else { throw error }
            return try .inMemory()
        }
    }

    /// Opens a store that is there, and leaves it locked if a passphrase protects it.
    func openWithoutUnlocking() throws(StoreError) -> ItemStore { try .open(at: path) }

    /// The same for what only reads.
    func openToReadWithoutUnlocking() throws(StoreError) -> ItemStore {
        try reading { options throws(StoreError) in try .open(at: path, options: options) }
    }

    /// Calls `body` with what opens the store for reading, and writes nothing where nothing can be written.
    private func reading<R>(_ body: (StoreOptions) throws(StoreError) -> R) throws(StoreError) -> R {
        do throws(StoreError) { return try body(StoreOptions()) } catch {
            guard error.status == .wrPerm else { throw error }
            return try body(StoreOptions(access: .readOnly))
        }
    }

    /// What the store's file tells without any key.
    func information() throws(StoreError) -> StoreInformation {
        do throws(StoreError) {
            return try reading { options throws(StoreError) in
                try ItemStore.information(at: path, options: options)
            }
        } catch {
            // Opening tells a store that is gone from one that never was.
            if error.status == .noSuchKeychain { _ = try openWithoutUnlocking() }
            throw error
        }
    }

    /// Calls `body` with what opens a store that cannot be opened yet: a backup, or a damaged one.
    func withCredential<R>(_ body: (Credential) throws(StoreError) -> R) throws -> R {
        if let source = try PassphraseSource.unattended() {
            return try body(.passphrase(try source.read()))
        }
        do throws(StoreError) { return try body(.deviceKey) } catch {
            let others: [Status] = [.authFailed, .notAvailable, .interactionNotAllowed]
            guard others.contains(error.status), let passphrase = try Prompt.secret(question) else {
                throw error
            }
            return try body(.passphrase(passphrase))
        }
    }

    // MARK: - Unlocking

    private static let attempts = 3

    /// Unlocks with the first source that is set up, else with the kernel's keyring, else asks.
    func unlock(_ store: ItemStore) throws {
        if try unlockUnattended(store) { return }
        for attempt in 1...Self.attempts {
            let passphrase = try ask(question)
            do throws(StoreError) { return try store.unlock(with: .passphrase(passphrase)) } catch {
                guard error.status == .authFailed, attempt < Self.attempts else { throw error }
                Terminal.tell("that is not it")
            }
        }
    }

    /// Whether something that needs nobody unlocked the store: a source that is set up, or the kernel's keyring.
    func unlockUnattended(_ store: ItemStore) throws -> Bool {
        guard let source = try PassphraseSource.unattended() else { return try unlockFromKeyring(store) }
        try store.unlock(with: .passphrase(try source.read()))
        return true
    }

    /// Asks for a recovery code if that is what is wanted, else unlocks as usual.
    func unlock(_ store: ItemStore, withRecoveryCode isWanted: Bool) throws {
        guard isWanted else { return try unlock(store) }
        try store.unlock(with: .recoveryCode(try ask("recovery code of \(Terminal.harmless(path)): ")))
    }

    /// Whether the kernel keeps a key that opens the store; one that does not any more is taken away.
    func unlockFromKeyring(_ store: ItemStore) throws -> Bool {
        let keyring = try KernelKeyring(for: store)
        guard let key = try keyring.key() else { return false }
        do throws(StoreError) {
            try store.unlock(with: .sessionKey(key))
            return true
        } catch {
            guard error.status == .authFailed else { throw error }
            _ = try keyring.remove()
            return false
        }
    }

    /// The passphrase from the first source that is set up, or from the person at the terminal.
    func passphrase() throws -> SecretBytes {
        if let source = try PassphraseSource.unattended() { return try source.read() }
        return try ask(question)
    }

    private var question: String { "passphrase of \(Terminal.harmless(path)): " }

    private func ask(_ question: String) throws -> SecretBytes {
        if let answer = try Prompt.secret(question) { return answer }
        throw CommandError(
            exitCode: ExitCode(.interactionNotAllowed),
            message: "the store \(path) is locked, and there is no terminal to ask at", hint: Unlocking.ways)
    }

    /// A path that does not depend on the current directory.
    static func absolute(_ path: String) throws(CommandError) -> String {
        path.hasPrefix("/") ? path : try WorkingDirectory.path() + "/" + path
    }
}
