import SecureStore

extension Command {
    static let findGenericPassword = find(GenericPassword.self, example: "-a maria -s mail.example")
    static let findInternetPassword = find(InternetPassword.self, example: "-s forge.example -r htps")
    static let deleteGenericPassword = delete(GenericPassword.self, example: "-a maria -s mail.example")
    static let deleteInternetPassword = delete(InternetPassword.self, example: "-s forge.example -r htps")

    private static func find<Item: PasswordItem>(_ item: Item.Type, example: String) -> Command {
        Command(
            name: "find-\(item.word)-password", summary: "find \(item.word) password item",
            details: """
                Prints the attributes of the first item that matches. With -w a password in printable ASCII is printed \
                as it is, and any other in hexadecimal digits, as on macOS: where that leaves a doubt, --raw and \
                --base64 leave none.

                \(Keychains.details)
                """,
            options: item.matchOptions + [.showPassword, .onlyPassword, .rawOutput, .base64, .json],
            operands: [Keychains.several],
            examples: [
                Example("find-\(item.word)-password \(example) -w", "the password"),
                Example("find-\(item.word)-password \(example) -g", "attributes, and the password"),
            ]
        ) { arguments in
            try arguments.requireAtMostOne(of: [.onlyPassword, .rawOutput, .base64, .json])
            let query = item.query(try ItemWords(arguments, of: item))
            let opens = [Option.showPassword, .onlyPassword, .rawOutput, .base64, .json].contains {
                arguments.has($0)
            }
            let found = try first(query, arguments, returning: opens ? .secrets : .attributes)
            try show(found.match, arguments, in: found.path)
        }
    }

    private static func first<Item: PasswordItem>(
        _ query: Query<Item>, _ arguments: Arguments, returning returned: ItemParts
    ) throws -> (match: ItemMatch<Item>, store: ItemStore, path: String) {
        try SecurityFailure.naming("SecKeychainSearchCopyNext") {
            let found = try Keychains.search(arguments.operands) { store, path in
                try store.first(query, returning: returned).map { ($0, store, path) }
            }
            guard let found else {
                throw SecurityFailure(call: "SecKeychainSearchCopyNext", status: .itemNotFound)
            }
            return found
        }
    }

    private static func show<Item: PasswordItem>(
        _ match: ItemMatch<Item>, _ arguments: Arguments, in path: String
    ) throws {
        let secret = try match.secret ?? SecretBytes(copying: [])
        if arguments.has(.json) { return try match.item.attributes.printJSON(with: secret) }
        if arguments.has(.rawOutput) { return try Output.write(secret) }
        if arguments.has(.base64) { return try Output.print(try secret.base64()) }
        if arguments.has(.onlyPassword) {
            return try Output.print(secret.isPlain ? secret : try secret.hexadecimal())
        }
        try Output.print(ItemListing.text(match.item.attributes, in: path))
        if arguments.has(.showPassword) {
            Terminal.write(try .joined(["password: ", secret.quoted(), "\n"]))
        }
    }

    private static func delete<Item: PasswordItem>(_ item: Item.Type, example: String) -> Command {
        Command(
            name: "delete-\(item.word)-password", summary: "delete \(item.word) password item",
            details: """
                Deletes the first item that matches, and prints its attributes. At least one has to be named.

                \(Keychains.details)
                """,
            options: item.matchOptions, operands: [Keychains.several],
            examples: [Example("delete-\(item.word)-password \(example)", "the first one that matches")],
            changes: true
        ) { arguments in
            guard item.matchOptions.contains(where: { arguments.text(of: $0) != nil }) else {
                throw arguments.usage("\(arguments.command.name) needs an attribute of the item")
            }
            let query = item.query(try ItemWords(arguments, of: item))
            let found = try first(query, arguments, returning: .attributes)
            try Output.print(ItemListing.text(found.match.item.attributes, in: found.path))
            try SecurityFailure.naming("SecKeychainItemDelete") {
                try delete(found.match.reference, matching: query, in: found.store)
            }
            if !arguments.has(.quiet) { Terminal.tell("password has been deleted.") }
        }
    }

    /// Deletes the item that was found and no other, if it still matches.
    static func delete<Item: PasswordItem>(
        _ reference: ItemReference, matching query: Query<Item>, in store: ItemStore
    ) throws(StoreError) {
        try store.delete(query.reference(reference))
    }
}
