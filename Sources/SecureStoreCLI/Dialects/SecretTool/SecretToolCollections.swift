import FoundationEssentials
import SecureStore

/// The stores that `secret-tool` calls collections: the one of the user, and one that ends with the session.
struct SecretToolCollections {
    /// True for the collection of the session, which is never locked.
    let isSession: Bool
    private let access: StoreAccess
    /// In the directory of the user's own that the system removes when the last session ends; nil where
    /// there is none, or where another store is named.
    private let session: StoreAccess?

    init(_ arguments: Arguments) throws {
        let root = "/org/freedesktop/secrets/"
        let name = arguments.value(of: .collection)
        isSession = name == "session" || name == root + "collection/session"
        let known = ["default", "login", root + "aliases/default", root + "collection/login"]
        access = try StoreAccess(arguments)
        let directory = Terminal.value("XDG_RUNTIME_DIR").flatMap {
            $0.hasPrefix("/") && FileFacts(FileFacts.resolved($0))?.isOwn == true ? $0 : nil
        }
        session =
            access.choice == .option
            ? nil : try directory.map { try StoreAccess(named: $0 + "/securestore.session") }
        try require(
            isSession ? session != nil : name.map(known.contains) ?? true,
            "there is no collection \(Terminal.quoted(name ?? ""))",
            hint: "default and login are the store, session is one below XDG_RUNTIME_DIR")
    }

    func openOrCreate() throws -> ItemStore {
        guard isSession, let session else { return try access.openOrCreate() }
        do { return try session.open() } catch let error as StoreError {
            guard error.status == .noSuchKeychain else { throw error }
            return try .create(at: session.path, unlockingWith: .deviceKey)
        }
    }

    /// The default collection and that of the session, as far as they are there.
    private func stores() throws -> [ItemStore] {
        guard let session, FileFacts(session.path) != nil else { return [try access.openOrEmpty()] }
        return [try access.openOrEmpty(), try session.openToRead()]
    }

    /// Searches each collection, and answers what was found in all of them.
    ///
    /// An item that does not open keeps no other one back: it is told, and `finish` fails because of it.
    func search<R>(
        _ body: (ItemStore, ItemWalk) throws -> [R]
    ) throws -> (found: [R], finish: () throws -> Void) {
        let searched = try stores().map { store in
            let walk = ItemWalk(of: store)
            return (found: try body(store, walk), walk: walk)
        }
        return (searched.flatMap(\.found), { for (_, walk) in searched { try walk.finish() } })
    }
}
