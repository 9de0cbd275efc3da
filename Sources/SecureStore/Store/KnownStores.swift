/// The default stores that there were, in a small file beside this machine's device key.
///
/// A default store is made when it is first needed. One that was there and is gone must not be: it may be on a volume
/// that is not mounted, or somebody took it away, and what is stored next would lie in a store that opens otherwise.
/// A program's own stores are not kept here: nothing makes those but a call that says so.
struct KnownStores: Equatable {
    /// Without links resolved, since what they lead to may be what is gone.
    private(set) var paths: [String]

    static let header = "securestore stores 1"
    static let mostStores = 256
    /// Little, because it is read whenever the default store is opened.
    static let mostBytes = 1 << 16

    init(paths: [String]) { self.paths = paths }

    /// Reads the lines, or throws `invalidData`: what was known is not given up because it cannot be read.
    init(_ bytes: [UInt8], of path: String) throws(StoreError) {
        let fault = StoreError(
            .invalidData, "\(path) cannot be read as a list of stores; move it away to forget them")
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault }
        var lines = text.split(separator: "\n").map(String.init)[...]
        guard lines.popFirst() == Self.header, lines.count <= Self.mostStores,
            lines.allSatisfy(StorePreferences.canHold)
        else { throw fault }
        paths = Array(lines)
    }

    /// The content of the file.
    var text: String { ([Self.header] + paths).joined(separator: "\n") + "\n" }

    /// Adds a path.
    ///
    /// When there are too many, one goes whose directory is gone too, as those of tests are.
    mutating func add(_ path: String) {
        guard !paths.contains(path) else { return }
        paths.append(path)
        while paths.count > Self.mostStores || text.utf8.count > Self.mostBytes {
            paths.remove(at: paths.firstIndex { !PrivateFile.exists(Self.directory(of: $0)) } ?? 0)
        }
    }

    private static func directory(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}

extension KnownStores {
    // MARK: - Remembering

    /// Notes that there is a default store; for a known one, or any other path, nothing is written.
    static func remember(_ path: String) throws(StoreError) {
        guard let path = StandardPaths.spelled(path), StorePreferences.canHold(path), let file = try file(),
            try !read(file).paths.contains(path)
        else { return }
        try PrivateFile.createDirectory(directory(of: file))
        try change(file) { $0.add(path) }
    }

    /// Takes a path out.
    static func forget(_ path: String) throws(StoreError) {
        guard let path = StandardPaths.spelled(path), let file = try file(),
            try read(file).paths.contains(path)
        else { return }
        try change(file) { $0.paths.removeAll { $0 == path } }
    }

    /// Refuses a path at which there was a default store, which is not there now.
    static func checkNeverThere(_ path: String) throws(StoreError) {
        guard let path = StandardPaths.spelled(path), let file = try file() else { return }
        do throws(StoreError) {
            guard try read(file).paths.contains(path) else { return }
        } catch {
            // What cannot be read says nothing of the default store, and is no matter of any other.
            guard StandardPaths.isStore(path) else { return }
            throw error
        }
        // Made meanwhile, and noted after it had its name.
        guard !PrivateFile.exists(path) else { return }
        throw StoreError(
            .notAvailable,
            "the store at \(path) was there and is gone; restore a backup of it, or forget it first "
                + "(ItemStore.forget(at:), securestore init --forget)")
    }

    // MARK: - The file

    /// Where it lies; nil where somebody else passes the key, in whose place nothing can be kept.
    private static func file() throws(StoreError) -> String? {
        try DeviceKeySource.ownFile().map { $0 + ".stores" }
    }

    private static func read(_ file: String) throws(StoreError) -> KnownStores {
        guard PrivateFile.exists(file) else { return KnownStores(paths: []) }
        return try PrivateFile.withContents(of: file, limit: mostBytes, missing: .io) {
            bytes throws(StoreError) in
            try KnownStores(bytes.array(at: 0, count: bytes.byteCount) ?? [], of: file)
        }
    }

    private static func change(_ file: String, _ body: (inout KnownStores) -> Void) throws(StoreError) {
        // Whoever opens a store is not to wait long for somebody who works in the key's directory.
        let (directory, patience) = (directory(of: file), Duration.seconds(1))
        try PrivateFile.withLock(onDirectory: directory, patience: patience) { () throws(StoreError) in
            var known = try read(file)
            let before = known
            body(&known)
            guard known != before else { return }
            try Array(known.text.utf8).withRawBytes { bytes throws(StoreError) in
                try PrivateFile.replace(file, bytes)
            }
        }
    }
}
