import FoundationEssentials
import SecureStore

// Earlier secrets, and their return.
extension Command {
    static let history = Command(
        name: "history", summary: "list the earlier secrets of an item, or delete them",
        details: """
            \(ItemWords.order)

            When a command replaces a secret, the item keeps the one before, up to the last \(History.usual) or as many \
            as \(History.variable) says, of 16 KiB together. Of other programs' helpers only git's keeps any, and none \
            that expires. get --earlier 1 prints the last one, and undo brings it back. They are deleted with the \
            item, and encrypted exports leave them out.
            """,
        options: ItemWords.options + [.reference, .forgetEarlier] + Listing.options,
        operands: ItemWords.operands,
        examples: [
            Example("history mail.example maria", "when its secrets were replaced"),
            Example("history mail.example --forget", "deletes all but the present one"),
        ]
    ) { arguments in
        var listing = try Listing(arguments, ["N", "REPLACED", "BYTES"])
        guard !arguments.has(.forgetEarlier) else { return try forget(arguments) }
        let store = try StoreAccess(arguments).openToRead()
        let secrets = try store.reading { items in
            try ItemWords(arguments).find(in: items, returning: .attributes).reference.earlierSecrets(
                in: items)
        }
        for (index, secret) in secrets.enumerated() {
            let date = secret.replaced.formatted(.iso8601)
            listing.add(
                ["\(index + 1)", date, "\(secret.secret.count)"],
                json: .object([
                    ("number", .number(Int64(index + 1))), ("replaced", .string(date)),
                    ("bytes", .number(Int64(secret.secret.count))),
                ]))
        }
        try listing.print(ifEmpty: "no earlier secrets")
    }

    private static func forget(_ arguments: Arguments) throws {
        try arguments.handOnIfReplica()
        let store = try StoreAccess(arguments).open()
        let item = try ItemWords(arguments).find(in: store, returning: .attributes).reference
        let count = try store.transaction { changes in
            let count = try item.earlierSecrets(in: changes).count
            if count > 0 { try item.update(in: changes, forgettingEarlierSecrets: true) }
            return count
        }
        try Output.print(count == 0 ? "no earlier secrets" : "\(Count.of(count, "earlier secret")) deleted")
    }

    static let undo = Command(
        name: "undo", summary: "bring back the secret that an item had before",
        details: """
            \(ItemWords.order) The secret that it replaces is kept, so that a second undo brings that one back.
            """,
        options: ItemWords.options + [.reference, .earlier],
        operands: ItemWords.operands,
        examples: [
            Example("undo mail.example maria", "the last secret before the present one"),
            Example("undo mail.example --earlier 3", "the one that history shows as 3"),
        ], changes: true
    ) { arguments in
        let number = try arguments.number(of: .earlier, in: 1...History.most) ?? 1
        // The two secrets change places, so there are no more of them than before.
        var options = StoreOptions()
        options.earlierSecrets = History.most
        let store = try StoreAccess(arguments).open(options)
        let item = try ItemWords(arguments).find(in: store, returning: .attributes).reference
        let earlier = try store.transaction { changes in
            let all = try item.earlierSecrets(in: changes)
            let earlier = try all.numbered(number)
            try item.update(in: changes, secret: earlier.secret)
            try require(
                item.earlierSecrets(in: changes).count == all.count,
                "the present secret is too large to be kept behind that one; nothing was changed",
                hint: "get prints the present secret, and get --earlier that one")
            return earlier
        }
        try Output.print(
            "the secret that was replaced at \(earlier.replaced.formatted(.iso8601)) is back; undo brings back the "
                + "one it replaced")
    }
}
