import SecureStore

/// The store that a command line means, and how it gets unlocked.
struct StoreAccess {
    let directory: StoreDirectory
    let path: String
    let choice: Choice
    /// True if what is read has to be the latest of the fleet.
    private(set) var isLatest = false
    /// The reason why nobody is asked, also at a terminal.
    var silence: String?
    /// The opener of replicas, in the program that has libpq.
    private let replicas = ReplicaOpeners.installed

    /// The source of the choice; the first that says anything counts.
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
    ///
    /// A new one is called as it was named, without the ending that ``init(named:)`` gives to keychains, and
    /// the path of a file means that file.
    init(_ arguments: Arguments) throws {
        let (name, ending) = (arguments.value(of: .store), "-db")
        Self.lead(to: name)
        let access = try StoreAccess(named: name)
        (directory, choice, isLatest) = (access.directory, access.choice, arguments.has(.latest))
        let short = name.flatMap { name in
            let isLonger = !name.hasSuffix(ending) && access.path.hasSuffix(name + ending)
            return isLonger ? String(access.path.dropLast(ending.count)) : nil
        }
        let isMeant =
            FileFacts(access.path) == nil || name.map(Self.isPath) == true && FileFacts(short ?? "") != nil
        path = isMeant ? short ?? access.path : access.path
    }

    /// Has the hints of this command name the store, or something else, as its line does.
    static func lead(by option: String = "--store", to name: String?) {
        let word = name.flatMap { BashWord.quoted($0) }
        Terminal.given.withLock { $0[option] = word }
    }

    /// Tells a path from a name: a path has a slash in it, also one with an accent behind it.
    static func isPath(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

    /// A store by path or by name.
    init(named name: String?) throws {
        directory = try StoreDirectory()
        if let name {
            path = try directory.path(of: Self.isPath(name) ? Self.absolute(name) : name)
            choice = .option
        } else {
            path = try directory.defaultStore()
            let isLogin = directory.isLoginStore(path)
            choice = directory.isNamed ? .environment : isLogin ? .byDefault : .preferences
        }
    }

    /// Opens a store that is there and unlocks it, from whatever source there is.
    func open(_ options: StoreOptions = StoreOptions()) throws -> ItemStore {
        try unlocked(try openToChange(options))
    }

    /// The same, left locked if a passphrase protects it.
    func openToChange(_ options: StoreOptions = StoreOptions()) throws -> ItemStore {
        guard let replicas, try isReplica else { return try openWithoutUnlocking(options) }
        return try replicas(self, options)
    }

    /// The same for what only reads: it needs no right to write.
    func openToRead() throws -> ItemStore {
        guard replicas != nil, try isReplica else { return try openHere() }
        return try open()
    }

    /// The same for what is here, however old it is.
    func openHere() throws -> ItemStore { try unlocked(try openToReadWithoutUnlocking()) }

    func unlocked(_ store: ItemStore) throws -> ItemStore {
        if store.lockState == .notYetUnlocked { try unlock(store) }
        return store
    }

    /// The same for what stores something, which makes the default store the first time.
    func openOrCreate(_ options: StoreOptions = StoreOptions()) throws -> ItemStore {
        guard directory.isLoginStore(path), replicas == nil else { return try open(options) }
        return try unlocked(try ItemStore.openOrCreateDefault(options: options))
    }

    /// The same for helpers of other programs, to which nothing is no error: an empty store in memory as long
    /// as there never was a default one.
    func openOrEmpty() throws -> ItemStore {
        do { return try openToRead() } catch let error as StoreError {
            guard error.status == .noSuchKeychain, directory.isLoginStore(path) else { throw error }
            return try .inMemory()
        }
    }

    /// Opens a store that is there, and leaves it locked if a passphrase protects it.
    func openWithoutUnlocking(
        _ options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        do throws(StoreError) {
            return try directory.pointingBack(from: path) { () throws(StoreError) in
                try .open(at: path, unlockingWith: .deviceKey, options: options)
            }
        } catch { throw ofOpening(error) }
    }

    /// True for the error of a store whose device key is another one, or is not there.
    ///
    /// A store is not available either while another file takes its place.
    static func isOfDeviceKey(_ error: StoreError) -> Bool {
        guard error.status == .notAvailable else { return error.status == .authFailed }
        guard let file = try? DeviceKeySource.ownFile() else { return true }
        return FileFacts(file) == nil
    }

    /// The error for a store that does not open, with what opens it here besides the device key: of a replica
    /// nothing does.
    private func ofOpening(_ error: StoreError) -> StoreError {
        guard Self.isOfDeviceKey(error) else { return error }
        let cause = error.reason.prefix { $0 != ";" }
        if (try? isReplica) == true {
            return StoreError(
                error.status,
                "\(cause), and nothing else opens a replica; put a copy of the key back, or move the store away and copy "
                    + "the fleet's: securestore fleet join IDENTIFIER --forget")
        }
        guard Self.slotKinds(of: path)?.contains(.recoveryCode) == true else { return error }
        return StoreError(error.status, "\(cause); put a copy of the key back, or \(Self.wayWithoutKey)")
    }

    /// The way of a store that opened by itself and has a recovery code.
    static let wayWithoutKey =
        "give the store a passphrase, by its recovery code: securestore passphrase set --recovery-code"

    /// The same for what only reads; it writes nothing where nothing can be written.
    func openToReadWithoutUnlocking(
        _ options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try options.forReading { options throws(StoreError) in try openWithoutUnlocking(options) }
    }

    func information() throws(StoreError) -> StoreInformation {
        do throws(StoreError) {
            return try directory.pointingBack(from: path) { () throws(StoreError) in
                try StoreOptions().forReading { options throws(StoreError) in
                    try ItemStore.information(at: path, options: options)
                }
            }
        } catch {
            // Opening tells a store that is gone from one that never was.
            if error.status == .noSuchKeychain { _ = try openWithoutUnlocking() }
            throw error
        }
    }

    static func absolute(_ path: String) throws(CommandError) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : try WorkingDirectory.path() + "/" + path
    }
}
