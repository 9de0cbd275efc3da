import FoundationEssentials
import SecureStore

extension ItemWords {
    /// The one password that is named; of several, the one that the person at the terminal picks.
    ///
    /// A place is looked for in both classes, and it is told where both have an answer: the generic one
    /// counts.
    func find(in store: ItemStore, returning returned: ItemParts = .secrets) throws -> Login {
        guard place != nil, reference == nil else {
            return try find(itemClass.passwordType, in: store, returned)
        }
        let (services, places) = try store.candidates(
            GenericPassword.query(self), InternetPassword.query(self), returned)
        // Notes and the like of an imported login are not what its name stands for, unless there is nothing
        // else.
        let own = services.filter { self[.account] != nil || !$0.item.isExtra }
        if own.isEmpty, !places.isEmpty { return try one(of: places, in: store, returned) }
        if !places.isEmpty {
            Terminal.tell("a generic and an internet password match; this is the generic one")
            Terminal.hint("--server instead of the service means the other one")
        }
        return try one(of: own.isEmpty ? services : own, in: store, returned)
    }

    /// The one password of a class that is named.
    func find<Item: PasswordItem>(
        _ type: Item.Type, in store: ItemStore, _ returned: ItemParts
    ) throws -> Login {
        Login(try store.chosen(Item.query(self), returning: returned))
    }

    private func one<Item: PasswordItem>(
        of matches: [ItemMatch<Item>], in store: ItemStore, _ returned: ItemParts
    ) throws -> Login {
        guard let first = matches.first else {
            throw StoreError(.itemNotFound, "no password with that service or server was found")
        }
        if matches.count == 1, returned == .attributes || first.secret != nil { return Login(first) }
        let reference = matches.count == 1 ? first.reference : try Choice.one(of: matches)
        return Login(try store.only(Query<Item>().reference(reference), returning: returned))
    }

    /// The secret of the one login that is named, of its part, or the code of this moment; errors say where a
    /// text names it.
    func secret(in store: ItemStore) throws -> SecretBytes {
        do {
            let secret = try find(in: store).required(part)
            return part == Login.code ? try OneTimeSecret.code(of: secret, at: .now) : secret
        } catch {
            guard let origin else { throw error }
            throw CommandError(any: error).at(origin.text).at(origin.place)
        }
    }
}

extension ItemStore {
    /// All items of both classes that match, with their secrets where they are few and can be opened: mostly
    /// it is one, which is then read once.
    fileprivate func candidates<First: PasswordItem, Second: PasswordItem>(
        _ first: Query<First>, _ second: Query<Second>, _ returned: ItemParts
    ) throws(StoreError) -> ([ItemMatch<First>], [ItemMatch<Second>]) {
        if returned == .secrets, let few = try few(first, second, limit: Choice.longest) { return few }
        return (
            try page(first, limit: .max, returning: .attributes).matches,
            try page(second, limit: .max, returning: .attributes).matches
        )
    }
}
