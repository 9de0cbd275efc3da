import SecureStore

extension Command {
    static let delete = Command(
        name: "delete", aliases: ["rm"], summary: "delete a login or another item, or a part of it",
        details: """
            \(ItemWords.order)

            Exactly one item must match, unless --all is given, which deletes every match. If that is more than one, it \
            names them at a terminal and asks; a script is not asked. A login is kept for \(DeletedLogins.days) days: deleted \
            shows it, and undelete brings it back. With --now it is gone, with its parts and earlier secrets; so are \
            certificates, keys and the tokens of programs in any case.
            """,
        options: ItemWords.options + [.reference, .part, .allMatches, .now, .yes],
        operands: ItemWords.operands,
        examples: [
            Example("delete mail.example maria", "one item"),
            Example("delete forge.example", "a web login, by its host"),
            Example("delete mail.example maria --part PIN", "a part of it"),
            Example("delete mail.example --all", "every item of a service"),
        ], changes: true
    ) { arguments in
        guard !arguments.has(.part) else { return try deletePart(arguments) }
        let words = try ItemWords(some: arguments)
        let store = try StoreAccess(arguments).open(DeletedLogins.options())
        let references = try references(words, arguments, in: store)
        try store.transaction { changes throws in
            try DeletedLogins.purge(in: changes)
            for reference in references {
                if !arguments.has(.now), try DeletedLogins.add(reference, in: changes) { continue }
                try delete(reference.itemClass.storableType, reference, in: changes)
            }
        }
        try Output.print("\(Count.items(references.count)) deleted")
    }

    private static func deletePart(_ arguments: Arguments) throws {
        try arguments.requireAtMostOne(of: [.part, .allMatches])
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open()
        let login = try words.find(in: store)
        _ = try login.required(words.part)
        try login.change(words.part, in: store) { _ in nil }
    }

    /// The one item that is meant, or all, of which the person at the terminal sees the names.
    private static func references(
        _ words: ItemWords, _ arguments: Arguments, in store: ItemStore
    ) throws -> [ItemReference] {
        if let reference = words.reference, !words.isOfPassword { return [reference] }
        let logins = try words.logins(in: store)
        guard arguments.has(.allMatches), logins.count > 1 else {
            return [try Choice.one(of: logins).reference]
        }
        let names = logins.prefix(Choice.longest).map { "  \(Terminal.harmless($0.attributes.name))" }
        let more = logins.count > names.count ? ["  and \(logins.count - names.count) more"] : []
        let end = arguments.has(.now) ? " and their earlier secrets for good" : "; undelete brings them back"
        let title = "this deletes \(Count.items(logins.count))\(end):"
        try arguments.confirm(([title] + names + more + ["delete them?"]).joined(separator: "\n"))
        return logins.map(\.reference)
    }

    private static func delete<Item: StorableItem>(
        _ type: Item.Type, _ reference: ItemReference, in changes: borrowing Transaction
    ) throws(StoreError) {
        try changes.delete(Query<Item>().reference(reference))
    }
}
