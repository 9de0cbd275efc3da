import SecureStore

extension Command {
    static let list = Command(
        name: "list", aliases: ["ls"], summary: "show which items there are, without opening a secret",
        details: """
            Shows items of all classes, oldest first; the options narrow it down. SERVICE may also be the host of internet \
            passwords, which are shown as HOST:PORT/PATH, with the protocol where lines would look alike. An item that cannot be opened is \
            reported, and the others are shown. With --null, each item has six fields: its reference, and those of the \
            table.

            \(Listing.gaps)

            \(ItemFilter.description)
            """,
        options: ItemFilter.options + Listing.options,
        operands: [Operand("SERVICE", .stored(.place), isOptional: true), ItemWords.operands[1]],
        examples: [
            Example("list", "everything, as a table"),
            Example("list mail.example --json", "all that is known of the items of one service"),
            Example("list --label '*Wiki*' --since 7d", "by a part of the label, changed within a week"),
            Example("list --class certificate", "certificates only"),
        ]
    ) { arguments in
        try list(ItemWords(arguments, operands: arguments.operands[...]), arguments)
    }

    static let find = Command(
        name: "find", summary: "show the items in which every word is found",
        details: """
            Looks in everything that people write or see of an item: service, host, account, label, comment and the \
            like, but never in a secret. Each WORD has to be in one of them, in any case. The output is that of list.

            \(Listing.gaps)

            \(ItemFilter.description)
            """,
        options: ItemFilter.options + Listing.options, operands: [Operand("WORD", isRepeated: true)],
        examples: [
            Example("find forge", "whatever has forge in its host, label, comment, ..."),
            Example("find maria wiki --class generic", "what has both words"),
        ]
    ) { arguments in
        try list(ItemWords(arguments, operands: []), arguments, finding: arguments.operands)
    }

    private static func list(
        _ words: ItemWords, _ arguments: Arguments, finding text: [String] = []
    ) throws {
        var words = words
        let wanted = try wantedClasses(arguments, words)
        let filter = try ItemFilter(arguments, &words, finding: text)
        var listing = try Listing(arguments, ItemAttributes.headings)
        let walk = ItemWalk(of: try StoreAccess(arguments).openToRead(), as: arguments.command.name)
        func add<Item: StorableItem>(_ query: Query<Item>) throws {
            let query = filter.label.map { query.where(.label, equals: $0) } ?? query
            try walk.visit(query) { match in
                let attributes = match.item.attributes
                guard filter.admits(attributes) else { return }
                listing.add(
                    attributes.columns, key: match.reference.text, scheme: attributes.scheme,
                    json: .object([("reference", .string(match.reference.text))] + attributes.json))
            }
        }
        if wanted.contains(.genericPassword) { try add(GenericPassword.query(words)) }
        if wanted.contains(.internetPassword) { try add(InternetPassword.query(words)) }
        /// Items of a class that has neither services nor accounts.
        func add<Item: StorableItem>(_ type: Item.Type) throws {
            let query = Query<Item>().synchronizable(.any)
            try add(words[.accessGroup].map { query.where(.accessGroup, equals: $0) } ?? query)
        }
        if wanted.contains(.certificate) { try add(CertificateItem.self) }
        if wanted.contains(.key) { try add(KeyItem.self) }
        try walk.finish(listing, ifEmpty: "no items")
    }

    private static func wantedClasses(
        _ arguments: Arguments, _ words: ItemWords
    ) throws(CommandError) -> [ItemClass] {
        let possible: [ItemClass]
        if words.isInternet {
            possible = [.internetPassword]
        } else if words.place == nil, words[.service] != nil {
            possible = [.genericPassword]
        } else if words.place != nil || words[.account] != nil {
            possible = [.genericPassword, .internetPassword]
        } else {
            possible = ItemClass.listed
        }
        guard let name = arguments.value(of: .itemClass) else { return possible }
        let wanted = possible.filter { $0.optionName == name }
        try arguments.require(!wanted.isEmpty, "items of class \(name) have no such attribute")
        return wanted
    }
}
