import FoundationEssentials
import SecureStore

/// The store that a command line means, and how it gets unlocked.
struct StoreAccess {
    /// The user's stores by name.
    let directory: StoreDirectory
    /// Where the store is, or would be.
    let path: String

    /// The store that `--store` names, else the default one.
    init(_ arguments: Arguments) throws { try self.init(named: arguments.value(of: .store)) }

    /// A store by path or by name: what has a slash in it is a path.
    init(named name: String?) throws {
        directory = try StoreDirectory()
        if let name {
            path = try directory.path(of: name.contains("/") ? Self.absolute(name) : name)
        } else {
            path = try directory.defaultStore()
        }
    }

    /// Opens the store and unlocks it, from whatever source there is; the default store is made if it is missing.
    func open() throws -> ItemStore {
        let store = try openAsItIs()
        if store.lockState == .notYetUnlocked { try unlock(store) }
        return store
    }

    /// Opens the store without asking anybody: one that needs a passphrase stays locked.
    func openAsItIs() throws(StoreError) -> ItemStore {
        path == directory.loginStore ? try .openDefault() : try .open(at: path)
    }

    // MARK: - Unlocking

    private static let attempts = 3

    /// Unlocks with the first source that is set up, else asks.
    private func unlock(_ store: ItemStore) throws {
        if let source = try PassphraseSource.unattended() {
            return try store.unlock(with: .passphrase(try source.read()))
        }
        for attempt in 1...Self.attempts {
            let passphrase = try ask()
            do throws(StoreError) { return try store.unlock(with: .passphrase(passphrase)) } catch {
                guard error.status == .authFailed, attempt < Self.attempts else { throw error }
                Terminal.tell("that is not it")
            }
        }
    }

    /// The passphrase from the first source that is set up, or from the person at the terminal.
    func passphrase() throws -> SecretBytes {
        if let source = try PassphraseSource.unattended() { return try source.read() }
        return try ask()
    }

    private func ask() throws -> SecretBytes {
        if let passphrase = try Prompt.secret("passphrase of \(Terminal.harmless(path)): ") {
            return passphrase
        }
        throw CommandError(
            exitCode: ExitCode(.interactionNotAllowed),
            message: "the store \(path) is locked, and there is no terminal to ask at", hint: Unlocking.ways)
    }

    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
