/// The default stores that there were, in a small file beside this machine's device key.
///
/// A default store is made when it is first needed. One that was there and is gone must not be: it may be on
/// a volume that is not mounted, or somebody took it away, and what is stored next would lie in a store that
/// opens otherwise. Nor may another store lie in its place, though the same device key opens it. A program's
/// own stores are not kept here: nothing makes those but a call that says so.
struct KnownStores: LineFile {
    typealias Entry = (id: Bytes16, path: String)

    /// The stores, each under all names of its path; after a restore a path has several stores.
    private(set) var entries: [Entry] = []

    static let header = "securestore stores 1"
    static let fault = "cannot be read as a list of stores; move it away to forget them"
    static let mostStores = 256
    // Small, because it is read whenever a store is opened.
    static let mostBytes = 1 << 16

    init() {}

    init?(lines: ArraySlice<Substring>) {
        guard lines.count <= Self.mostStores else { return nil }
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, let id = Bytes16(hexadecimal: words[0]),
                StorePreferences.canHold(words[1])
            else { return nil }
            entries.append((id, words[1]))
        }
    }

    var lines: [String] { entries.map { "\($0.id.hexadecimal) \($0.path)" } }

    func known(at names: [String]) -> [Entry] { entries.filter { names.holds($0.path) } }

    /// Adds a store under each name of its path that can be kept.
    ///
    /// When there are too many, one goes whose directory is gone too, as those of tests are.
    mutating func add(_ id: Bytes16, at names: [String]) {
        let noted = entries.filter { $0.id == id }.map(\.path)
        for name in names where StorePreferences.canHold(name) && !noted.holds(name) {
            entries.append((id, name))
        }
        while entries.count > Self.mostStores || text.utf8.count > Self.mostBytes {
            entries.remove(
                at: entries.firstIndex { !PrivateFile.exists(DirectoryPath.parent(of: $0.path)) } ?? 0)
        }
    }

    // MARK: - Remembering

    /// Refuses a store that is not the one known at its path, and notes the default store if it is written.
    ///
    /// An open store is worth more than a note about it. If the list is damaged or cannot be written, the
    /// store counts as the one that was there; whoever makes a store was told before, by
    /// ``checkCanRemember()``.
    static func recognize(_ id: Bytes16, at path: String, _ access: FileAccess) throws(StoreError) {
        let names = StandardPaths.names(of: path)
        guard let file = try? file(), let known = try? stores(file) else { return }
        let there = known.known(at: names)
        guard there.isEmpty || there.contains(where: { $0.id == id }) else {
            throw StoreError(
                .invalidDBLocation,
                "the store at \(path) is not the one that was opened there before (\(id.hexadecimal), not "
                    + "\(there[0].id.hexadecimal)); put that one back or restore a backup of it, or, if the other one "
                    + "is meant, forget the one before it (ItemStore.forget(at:), securestore init --forget)")
        }
        guard access == .readWrite, StandardPaths.isStore(path) else { return }
        try? remember(id, at: names, file, known)
    }

    /// Lets a store take the place of the known one at a path; for an unknown path nothing is written.
    ///
    /// Called before the store is there. A kill in between leaves both known.
    static func expect(_ id: Bytes16, at path: String) throws(StoreError) {
        let names = StandardPaths.names(of: path)
        // A list that cannot be read keeps nobody from opening what will be there.
        guard let file = try? file(), let known = try? stores(file), !known.known(at: names).isEmpty else {
            return
        }
        try remember(id, at: names, file, known)
    }

    private static func remember(
        _ id: Bytes16, at names: [String], _ file: String, _ known: KnownStores
    ) throws(StoreError) {
        var more = known
        more.add(id, at: names)
        guard !more.text.hasSameBytes(as: known.text) else { return }
        try PrivateFile.createDirectory(of: file)
        try change(file, from: KnownStores()) { $0.add(id, at: names) }
    }

    /// Refuses to make a default store that could not be noted.
    ///
    /// Once it is gone, it would be made anew, and open otherwise.
    static func checkCanRemember() throws(StoreError) {
        guard let file = try file() else { return }
        do throws(StoreError) {
            try PrivateFile.createDirectory(of: file)
            // It takes the lock and reads the list, as noting does, and makes the file that would replace it.
            try change(file, from: KnownStores()) { _ throws(StoreError) in
                _ = try NewFile(file, replacing: true)
            }
        } catch {
            throw StoreError(
                error.status,
                "the default store is not made, because the list of those that there were, \(file), cannot be "
                    + "changed: \(error.reason); once it can be, try again")
        }
    }

    /// Takes a path out, under every name that leads to the same file; a trial only asks whether it could.
    static func forget(_ path: String, isTrial: Bool = false) throws(StoreError) {
        let names = StandardPaths.names(of: path)
        let isThere = { (entry: Entry) in
            StandardPaths.names(of: entry.path).contains { names.holds($0) }
        }
        guard let file = try file(), try stores(file).entries.contains(where: isThere) else { return }
        try change(file, from: KnownStores()) { if !isTrial { $0.entries.removeAll(where: isThere) } }
    }

    /// True if the default store is gone, and the list, which there is, does not have it any more.
    static func isForgotten(_ path: String) -> Bool {
        guard StandardPaths.isStore(path), !PrivateFile.exists(path), let file = try? file(),
            let known = try? read(file)
        else { return false }
        return known.known(at: StandardPaths.names(of: path)).isEmpty
    }

    /// Refuses a path at which there was a default store, which is not there now.
    static func checkNeverThere(_ path: String) throws(StoreError) {
        guard let file = try file() else { return }
        do throws(StoreError) {
            guard try !stores(file).known(at: StandardPaths.names(of: path)).isEmpty else { return }
        } catch {
            // A list that cannot be read says nothing of the default store, and does not matter to any other.
            guard StandardPaths.isStore(path) else { return }
            throw error
        }
        // A store that is there was made meanwhile, and is noted by whoever made it.
        guard !PrivateFile.exists(path) else { return }
        throw StoreError(
            .notAvailable,
            "the store that was at \(path) is gone; restore a backup of it, or forget it first "
                + "(ItemStore.forget(at:), securestore init --forget)")
    }

    /// The path of the list, beside the device key; nil where the key is no file of the user's.
    fileprivate static func file() throws(StoreError) -> String? {
        try DeviceKeySource.ownFile().map { $0 + ".stores" }
    }

    private static func stores(_ file: String) throws(StoreError) -> KnownStores {
        try read(file) ?? KnownStores()
    }
}

extension DeviceKeySource {
    /// Throws what is wrong with the list of the default stores that there were, which no opening says.
    package static func checkKnownStores() throws(StoreError) {
        if let file = try KnownStores.file() { _ = try KnownStores.read(file) }
    }
}
