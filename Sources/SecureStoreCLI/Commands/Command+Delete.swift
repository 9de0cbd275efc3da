import SecureStore

extension Command {
    static let delete = Command(
        name: "delete", aliases: ["rm"], summary: "delete an item, or a part of it",
        details: """
            Exactly one item must match, unless --all is given, which deletes every match. If that is more than one, it \
            names them at a terminal and asks; a script is not asked. What is deleted is gone, with its earlier secrets.
            """,
        options: ItemWords.options + [.reference, .part, .allMatches, .yes],
        operands: ItemWords.operands,
        examples: [
            Example("delete mail.example maria", "one item"),
            Example("delete mail.example maria --part PIN", "a part of it"),
            Example("delete mail.example --all", "every item of a service"),
        ]
    ) { arguments in
        guard !arguments.has(.part) else { return try deletePart(arguments) }
        let words = try ItemWords(some: arguments)
        let store = try StoreAccess(arguments).open()
        let count: Int
        if let reference = words.reference, reference.itemClass == .certificate {
            count = try delete(Query<CertificateItem>().reference(reference), arguments, in: store)
        } else if let reference = words.reference, reference.itemClass == .key {
            count = try delete(Query<KeyItem>().reference(reference), arguments, in: store)
        } else {
            count = try delete(words.itemClass.passwordType, words, arguments, in: store)
        }
        try Output.print("\(Count.items(count)) deleted")
    }

    private static func deletePart(_ arguments: Arguments) throws {
        try arguments.requireAtMostOne(of: [.part, .allMatches])
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open()
        let login = try words.find(in: store)
        _ = try login.required(words.part)
        try login.change(words.part, in: store) { _ in nil }
    }

    private static func delete<Item: PasswordItem>(
        _ type: Item.Type, _ words: ItemWords, _ arguments: Arguments, in store: ItemStore
    ) throws -> Int {
        try delete(Item.query(words), arguments, in: store)
    }

    private static func delete<Item: StorableItem>(
        _ query: Query<Item>, _ arguments: Arguments, in store: ItemStore
    ) throws -> Int {
        if arguments.has(.allMatches) {
            return try arguments.mayAsk
                ? deleteAll(query, arguments, in: store) : store.delete(query)
        }
        let match = try store.chosen(query, returning: .attributes)
        return try store.delete(Query<Item>().reference(match.reference))
    }

    /// Deletes what the person at the terminal has seen, or nothing.
    private static func deleteAll<Item: StorableItem>(
        _ query: Query<Item>, _ arguments: Arguments, in store: ItemStore
    ) throws -> Int {
        let count = try store.count(query)
        if count > 1 {
            let items = try store.page(query, limit: Choice.longest, returning: .attributes).matches
            let names = items.map { "  \(Terminal.harmless($0.item.attributes.name))" }
            let more = count > items.count ? ["  and \(count - items.count) more"] : []
            let title = "this deletes \(Count.items(count)) and their earlier secrets for good:"
            try arguments.confirm(([title] + names + more + ["delete them?"]).joined(separator: "\n"))
        }
        return try store.transaction { changes in
            guard try changes.count(query) == count else {
                throw CommandError.failure("other items match by now; nothing was deleted")
            }
            return try changes.delete(query)
        }
    }
}
