import SecureStore

extension Command {
    static let addGenericPassword = add(GenericPassword.self, example: "-a maria -s mail.example -w")
    static let addInternetPassword = add(
        InternetPassword.self, example: "-a maria -s forge.example -r htps -P 8443 -w")

    private static func add<Item: PasswordItem>(_ item: Item.Type, example: String) -> Command {
        // For internet passwords -p is the path.
        let old: [Option] = item.matchOptions.contains(.path) ? [] : [.oldPasswordValue]
        return Command(
            name: "add-\(item.word)-password", summary: "add \(item.word) password item",
            details: """
                With -w as the last word the password is asked for, twice. Without any of its options the item has an \
                empty password. With -U an item that has the same identity is changed, and keeps what is not named.

                \(Keychains.details)
                """,
            options: item.matchOptions + [.passwordValue] + old
                + [.hexPassword, .stdin, .descriptor, .raw, .updateItem, .anyProgram, .trustedProgram],
            operands: [Keychains.one],
            examples: [
                Example("add-\(item.word)-password \(example)", "asks for the password"),
                Example(
                    "add-\(item.word)-password -U \(example.dropLast(2))--stdin < password.txt",
                    "replaces what is there"),
            ], changes: true
        ) { arguments in
            // An empty one is one, too.
            guard arguments.has(.account), arguments.has(item.matchOptions[1]) else {
                throw arguments.usage("\(arguments.command.name) needs -a and -s")
            }
            let words = try ItemWords(arguments, of: item)
            let secret = try TypedSecret.item.given(arguments)
            try SecurityFailure.naming(
                "SecKeychainItemCreateFromContent (\(arguments.operand(0) ?? "<default>"))"
            ) {
                try add(item, words, secret, arguments, to: try Keychains.access(arguments).openOrCreate())
            }
        }
    }

    private static func add<Item: PasswordItem>(
        _ type: Item.Type, _ words: ItemWords, _ secret: SecretBytes?, _ arguments: Arguments,
        to store: ItemStore
    ) throws {
        let item = try Item(try words.ofNewItem(arguments))
        let empty = try SecretBytes(copying: [])
        guard arguments.has(.updateItem) else {
            try store.add(item, secret: secret ?? empty)
            return
        }
        var changes = Item.changes(try words.ofUpdate(arguments))
        if let secret { changes = changes.secret(secret) }
        try store.transaction { transaction throws(StoreError) in
            guard try transaction.count(Query(identityOf: item)) > 0 else {
                try transaction.add(item, secret: secret ?? empty)
                return
            }
            try transaction.update(Query(identityOf: item), changes)
        }
    }
}
