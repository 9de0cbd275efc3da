import SecureStore

/// The stores that a command line of this dialect means.
enum Keychains {
    static let one = Operand("KEYCHAIN", .file, isOptional: true)
    static let several = Operand("KEYCHAIN", .file, isOptional: true, isRepeated: true)

    static let details = """
        A keychain is a store, by its path or by its name beside the default store. Without one, the stores of the \
        search list are meant where something is looked for, and the default store elsewhere.
        """

    /// Opens what is to be searched, one after the other, until `body` answers something.
    ///
    /// A store of the search list that is missing is passed over, and one that stays locked too when another
    /// has an answer.
    static func search<R>(_ names: [String], _ body: (ItemStore, String) throws -> R?) throws -> R? {
        var locked: (any Error)?
        for access in try accesses(names) {
            do {
                if let answer = try body(try access.openToRead(), access.path) { return answer }
            } catch {
                let code = CommandError(any: error).exitCode
                guard names.isEmpty else { throw error }
                if code == ExitCode(.noSuchKeychain) { continue }
                // A source of a passphrase may be that of another one.
                guard [ExitCode(.interactionNotAllowed), ExitCode(.authFailed)].contains(code) else {
                    throw error
                }
                locked = error
            }
        }
        if let locked { throw locked }
        return nil
    }

    /// Searches with a walk of each store, and fails in the end where not all could be read.
    static func search<R>(
        _ names: [String], _ arguments: Arguments, _ body: (ItemStore, String, ItemWalk) throws -> R?
    ) throws -> R? {
        var walks: [ItemWalk] = []
        let answer = try search(names) { store, path in
            let walk = ItemWalk(of: store, quietly: arguments.has(.quiet))
            walks.append(walk)
            return try body(store, path, walk)
        }
        if answer == nil { for walk in walks { try walk.finish() } }
        return answer
    }

    static func accesses(_ names: [String]) throws -> [StoreAccess] {
        StoreAccess.lead(to: names.count == 1 ? names[0] : nil)
        let names = names.isEmpty ? try StoreDirectory().searchList() : names
        return try names.map { try StoreAccess(named: $0) }
    }

    /// The stores that a command may change; none where it will say itself that it cannot find them.
    static func meant(by arguments: Arguments) -> [StoreAccess] {
        let takesNames = arguments.command.operands.contains { $0.name == one.name }
        let named = (takesNames ? arguments.operands : []) + arguments.values(of: .intoKeychain)
        guard named.isEmpty else { return (try? accesses(named)) ?? [] }
        return ((try? accesses([])) ?? []) + [try? StoreAccess(named: nil)].compactMap(\.self)
    }

    static func access(_ arguments: Arguments) throws -> StoreAccess {
        StoreAccess.lead(to: arguments.operand(0))
        return try StoreAccess(named: arguments.operand(0))
    }

    /// Opens a store with a password; an empty one stands for none.
    static func unlock(_ store: ItemStore, with password: SecretBytes, for call: String) throws {
        let protection = try store.protection()
        guard password.count == 0 ? protection.opensWithDeviceKey : protection.hasPassphrase else {
            throw SecurityFailure(call: call, status: .authFailed)
        }
        if password.count > 0 { try store.unlock(with: .passphrase(password)) }
    }
}
