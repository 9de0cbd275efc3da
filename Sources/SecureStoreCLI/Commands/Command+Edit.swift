import SecureStore

extension Command {
    static let edit = Command(
        name: "edit", summary: "change the attributes of an item, and not its secret",
        options: ItemWords.options + [.reference, .newService, .newAccount] + Option.attributes,
        operands: ItemWords.operands,
        examples: [
            Example("edit mail.example maria --label Mail", "a new label"),
            Example("edit mail.example maria --new-account anna", "another account"),
        ]
    ) { arguments in
        let target = try ItemTarget(arguments)
        guard !arguments.given.allSatisfy({ !changing.contains($0.option) }) else {
            throw arguments.usage("edit needs an attribute to change")
        }
        let store = try StoreAccess(arguments).open()
        switch target {
        case .generic(let query): try change(query, arguments, in: store)
        case .internet(let query): try change(query, arguments, in: store)
        case .certificate, .key: throw arguments.usage("only passwords can be edited")
        }
    }

    private static let changing = Option.attributes + [.newService, .newAccount]

    private static func change<Item: PlacedPassword>(
        _ query: Query<Item>, _ arguments: Arguments, in store: ItemStore
    ) throws {
        let match = try store.chosen(query, returning: .attributes)
        var changes = Changes<Item>(arguments)
        if let name = arguments.value(of: .newAccount) {
            changes = changes.set(.account, to: name)
        }
        if let name = arguments.value(of: .newService) {
            changes = changes.set(Item.placeAttribute, to: name)
        }
        try store.update(Query<Item>().reference(match.reference), changes)
    }
}

extension Option {
    static let newService = Option(
        "new-service", nil, .required("NAME"), help: "another service, or for an internet password server")
    static let newAccount = Option("new-account", nil, .required("NAME"), help: "another account")
}
