import SecureStore

extension Command {
    static let delete = Command(
        name: "delete", aliases: ["rm"], summary: "delete an item",
        details: "Exactly one item must match, unless --all is given, which deletes every match.",
        options: ItemWords.options + [.reference, .allMatches],
        operands: ItemWords.operands,
        examples: [
            Example("delete mail.example maria", "one item"),
            Example("delete mail.example --all", "every item of a service"),
        ]
    ) { arguments in
        let target = try ItemTarget(arguments)
        let store = try StoreAccess(arguments).open()
        let count: Int
        switch target {
        case .generic(let query): count = try delete(query, arguments, in: store)
        case .internet(let query): count = try delete(query, arguments, in: store)
        case .certificate(let query): count = try delete(query, arguments, in: store)
        case .key(let query): count = try delete(query, arguments, in: store)
        }
        try Output.print(count == 1 ? "1 item deleted" : "\(count) items deleted")
    }

    private static func delete<Item: StorableItem>(
        _ query: Query<Item>, _ arguments: Arguments, in store: ItemStore
    ) throws -> Int {
        if arguments.has(.allMatches) { return try store.delete(query) }
        let match = try store.chosen(query, returning: .attributes)
        return try store.delete(Query<Item>().reference(match.reference))
    }
}

extension Option {
    static let allMatches = Option("all", help: "all items that match")
}
