/// The stores of a user by name: where a name leads, which store is the default, and which are searched.
///
/// It is for the calls and commands that manage several stores as macOS manages the files of keychains. The
/// user's choice is kept in a small private file beside the default store; until there is one, the login
/// store is both the default and the only one that is searched.
package struct StoreDirectory: Hashable, Sendable {
    /// The directory that names without a leading `/` lie in.
    package let folder: String
    /// The store that ``ItemStore/openDefault(options:)`` opens, and that `login.keychain` stands for.
    package let loginStore: String
    /// True if `$SECURESTORE_PATH` names the login store, which is the default then, against any preference.
    package let isNamed: Bool

    /// The stores of this user, as the environment says: see ``ItemStore/openDefault(options:)``.
    package init() throws(StoreError) {
        let path = try StandardPaths.store()
        (loginStore, folder) = (path, DirectoryPath.parent(of: path))
        isNamed = StandardPaths.isStoreNamed
    }

    /// The path of the login store if `$SECURESTORE_PATH` names none; nil if there is no home directory.
    package static var usualStore: String? { try? StandardPaths.usualStore() }

    /// True for the path of the login store; another that only looks the same is another file.
    package func isLoginStore(_ path: String) -> Bool { path.hasSameBytes(as: loginStore) }

    // MARK: - Names

    /// The path that a name or path leads to.
    ///
    /// In ``folder``, as on macOS, `-db` is appended when a file of that longer name exists, or neither does.
    /// A path in `~/Library/Keychains`, where macOS has them, is the name of a store here, unless there is
    /// such a file.
    package func path(of name: String) throws(StoreError) -> String {
        let name = try Self.name(onMacOS: name) ?? name
        let path = name.isFromRoot ? name : folder + "/" + name
        guard !name.isEmpty, name.utf8.last != UInt8(ascii: "/"), StorePreferences.canHold(path) else {
            throw StoreError(
                .param, "a store needs a name, or the path of a file, without control characters")
        }
        guard isInFolder(path), !isLoginStore(path) else { return path }
        let hasEnding = path.hasSuffix(Self.ending)
        if !hasEnding, PrivateFile.exists(path + Self.ending) { return path + Self.ending }
        if PrivateFile.exists(path) { return path }
        if Self.loginNames.contains(name) { return loginStore }
        return hasEnding ? path : path + Self.ending
    }

    private static let ending = "-db"
    private static let loginNames: Set = ["login.keychain", "login.keychain-db"]

    private static func name(onMacOS path: String) throws(StoreError) -> String? {
        let place = "/Library/Keychains/"
        // Few paths have the folder; those that have not need no home.
        guard path.cut(at: "/").contains("Keychains"), let home = try Environment.home(),
            path.utf8.starts(with: (home + place).utf8)
        else {
            return nil
        }
        let name = path.utf8.dropFirst((home + place).utf8.count)
        guard !name.isEmpty, !name.contains(UInt8(ascii: "/")) else { return nil }
        return PrivateFile.exists(path) ? nil : String(Substring(name))
    }

    /// The form that is kept: without the ending, if ``path(of:)`` appends it again.
    private func kept(_ name: String) throws(StoreError) -> String {
        let path = try path(of: name)
        guard isInFolder(path), !isLoginStore(path), path.hasSuffix(Self.ending) else { return path }
        let short = String(path.dropLast(Self.ending.count))
        guard let led = try? self.path(of: short), led.hasSameBytes(as: path) else { return path }
        return short
    }

    private func isInFolder(_ path: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    // MARK: - Create, open, delete

    /// Makes a store and puts it at the end of the list of those that are searched.
    package func create(
        _ name: String, unlockingWith credential: Credential? = nil,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try create(at: path(of: name), unlockingWith: credential, options: options)
    }

    /// Makes a store at exactly this path, to which no ending is appended, and puts it last in the list.
    package func create(
        at path: String, unlockingWith credential: Credential? = nil,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        try makeFolder(for: path)
        try checkMayList(path)
        let store = try ItemStore.create(at: path, unlockingWith: credential, options: options)
        // The file is there now, and so its path means itself.
        let kept = try kept(path)
        try change { if !$0.searchList.holds(kept) { $0.searchList.append(kept) } }
        return store
    }

    /// Refuses a new store for which there is no place in the list: once it is made, it is too late.
    private func checkMayList(_ path: String) throws(StoreError) {
        let names = try preferences().searchList
        // Making a store in the folder takes the same lock.
        if !isInFolder(path) { try change { _ in } }
        for name in names where try self.path(of: name).hasSameBytes(as: path) { return }
        try checkCount(names.count + 1)
    }

    /// Makes ``folder`` where it is missing and the store is to lie in it.
    package func makeFolder(for path: String) throws(StoreError) {
        if isInFolder(path) { try PrivateFile.createDirectory(folder) }
    }

    /// Opens a store, also the login store, as ``ItemStore/open(at:unlockingWith:options:)`` does; throws
    /// ``StoreStatus/noSuchKeychain`` if it is missing.
    package func open(_ name: String, options: StoreOptions = StoreOptions()) throws(StoreError) -> ItemStore
    {
        let path = try path(of: name)
        return try pointingBack(from: path) { () throws(StoreError) in
            isLoginStore(path)
                ? try .openDefault(options: options) : try .open(at: path, options: options)
        }
    }

    /// Deletes a store's file, and forgets the store; if it was the default, the login store is it again.
    ///
    /// The login store itself is not made again without being asked for: after it there is no default.
    /// Throws what ``ItemStore/delete(at:)`` throws; a store that is missing is forgotten all the same.
    package func delete(_ name: String) throws(StoreError) {
        let (path, kept) = (try path(of: name), try kept(name))
        let file = Self.file(path)
        let isLogin = isLoginStore(path) || file != nil && file == Self.file(loginStore)
        // Another spelling of its path, or a link on the way, names the same store.
        var names = [kept]
        var chosen = usualPreferences
        // Once the file is deleted, it is too late to find that the list cannot be changed.
        try change { chosen = $0 }
        for other in chosen.searchList + [chosen.defaultStore].compactMap(\.self) {
            if let file, file == Self.file(try self.path(of: other)) { names.append(other) }
        }
        var failure: StoreError?
        do throws(StoreError) { try ItemStore.delete(at: path) } catch {
            guard error.status == .noSuchKeychain else { throw error }
            failure = error
        }
        try change { preferences in
            preferences.searchList.removeAll { names.holds($0) }
            if let own = preferences.defaultStore, names.holds(own) {
                preferences.defaultStore = isLogin ? nil : loginStore
            }
        }
        if let failure { throw failure }
    }

    private static func file(_ path: String) -> FileIdentity? { (try? FileIdentity(at: path)) ?? nil }

    // MARK: - Default and search list

    /// The path of the store that new items go to, whether its file exists or not.
    ///
    /// Throws ``StoreStatus/noDefaultKeychain`` when the login store was deleted, or none was wanted.
    package func defaultStore() throws(StoreError) -> String {
        if isNamed { return loginStore }
        guard let name = try preferences().defaultStore else {
            throw StoreError(
                .noDefaultKeychain, "there is no default store, as \(preferencesFile) says; \(wayBack)")
        }
        return try path(of: name)
    }

    /// Makes a store the default; throws ``StoreStatus/wrPerm`` for a file that the user doesn't own or may
    /// not write.
    ///
    /// With nil there is no default store afterwards. Has no effect if ``isNamed`` is true.
    package func setDefaultStore(_ name: String?) throws(StoreError) {
        guard let name else { return try change { $0.defaultStore = nil } }
        let (path, kept) = (try path(of: name), try kept(name))
        guard !PrivateFile.exists(path) || PrivateFile.isOwnAndWritable(path) else {
            throw StoreError(
                .wrPerm,
                "\(path) cannot be written, so it cannot be the default store; change its "
                    + "permissions, or choose another")
        }
        try change { $0.defaultStore = kept }
    }

    /// The paths of the stores that are searched, in this order, with the one that `$SECURESTORE_PATH` names.
    package func searchList() throws(StoreError) -> [String] {
        let paths = try preferences().searchList.map { name throws(StoreError) in try path(of: name) }
        return isNamed && !paths.holds(loginStore) ? [loginStore] + paths : paths
    }

    /// Sets which stores are searched, and in which order.
    package func setSearchList(_ names: [String]) throws(StoreError) {
        var kept: [String] = []
        for name in names {
            let name = try self.kept(name)
            if !kept.holds(name) { kept.append(name) }
        }
        try change { $0.searchList = kept }
    }

    // MARK: - Preferences

    /// The file that keeps the user's choice.
    package var preferencesFile: String { folder + "/securestore.preferences" }

    private var wayBack: String {
        "securestore security default-keychain -s login.keychain takes \(loginStore) again"
    }

    /// Calls `body`, whose error then says how to go back if the path is a default store that is missing.
    package func pointingBack<R>(
        from path: String, _ body: () throws(StoreError) -> R
    ) throws(StoreError) -> R {
        do throws(StoreError) { return try body() } catch {
            guard !isLoginStore(path), !PrivateFile.exists(path),
                let standard = try? defaultStore(), standard.hasSameBytes(as: path)
            else { throw error }
            throw StoreError(error.status, "\(error.reason); \(wayBack)")
        }
    }

    private func preferences() throws(StoreError) -> StorePreferences {
        try StorePreferences.read(preferencesFile) ?? usualPreferences
    }

    private var usualPreferences: StorePreferences {
        StorePreferences(defaultStore: loginStore, searchList: [loginStore])
    }

    private func change(_ body: (inout StorePreferences) -> Void) throws(StoreError) {
        try PrivateFile.createDirectory(folder)
        try StorePreferences.change(
            preferencesFile, under: DirectoryLock(folder), from: usualPreferences
        ) { preferences throws(StoreError) in
            body(&preferences)
            try checkCount(preferences.searchList.count)
        }
    }

    private func checkCount(_ count: Int) throws(StoreError) {
        guard count <= StorePreferences.mostStores else {
            throw StoreError(
                .param, "no more than \(StorePreferences.mostStores) stores can be searched; leave some out")
        }
    }
}
