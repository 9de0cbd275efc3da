import SecureStore

extension Command {
    static let delete = Command(
        name: "delete", aliases: ["rm"], summary: "delete a login or another item, or a part of it",
        details: """
            \(ItemWords.order)

            Exactly one item must match, unless --all is given, which deletes every match. If that is more than one, it \
            names them at a terminal and asks; a script is not asked. A login is kept: deleted shows it, and undelete brings it \
            back. With --now it is gone, with its parts and earlier secrets; so are certificates, keys and the tokens of \
            programs in any case. What cannot be kept stays as it is, and is named.

            --expired, alone, deletes for good what was deleted more than \(DeletedLogins.days) days ago. \
            Nothing goes by itself, because a clock that is ahead, here or on another machine of a fleet, \
            makes every login look old. At a terminal the command names the logins with the dates of their \
            deletion, and asks.
            """,
        options: ItemWords.options + [.reference, .part, .allMatches, .now, .expired, .yes],
        operands: ItemWords.operands,
        examples: [
            Example("delete mail.example maria", "one item"),
            Example("delete forge.example", "a web login, by its host"),
            Example("delete mail.example maria --part PIN", "a part of it"),
            Example("delete mail.example --all", "every item of a service"),
            Example("delete --expired", "for good, what was deleted long ago"),
        ], changes: true
    ) { arguments in
        guard !arguments.has(.expired) else { return try deleteExpired(arguments) }
        guard !arguments.has(.part) else { return try deletePart(arguments) }
        let words = try ItemWords(some: arguments)
        let store = try StoreAccess(arguments).open(DeletedLogins.options())
        let (references, names) = try meant(words, arguments, in: store)
        let refused = try hintingAtNow(arguments) {
            try delete(references, names, words, arguments, in: store)
        }
        try Output.print("\(Count.items(references.count - refused.count)) deleted")
        do { tellExpired(try DeletedLogins.expired(in: store).count) } catch let error as StoreError {
            Terminal.tell("what was deleted long ago cannot be read: \(Terminal.harmless(error.reason))")
        }
        for error in refused { Terminal.tell(Terminal.harmless(error.message)) }
        guard let error = refused.first else { return }
        throw CommandError(
            exitCode: error.exitCode, message: "\(Count.items(refused.count)) not deleted", hint: error.hint)
    }

    /// Says what may work on a full disk: a login that is kept takes more room than before.
    private static func hintingAtNow<R>(_ arguments: Arguments, _ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as StoreError
            where error.status == .diskFull && !arguments.has(.now)
        {
            throw CommandError(error).hinting("--now deletes it for good, which needs less room")
        }
    }

    /// Deletes what was meant; returns why some of it was not.
    private static func delete(
        _ references: [ItemReference], _ names: [String], _ words: ItemWords, _ arguments: Arguments,
        in store: ItemStore
    ) throws -> [CommandError] {
        try store.transaction { changes throws in
            // While a person thinks, others may rename or delete them.
            try require(
                areMeant(references, names, by: words, in: changes),
                "a login was renamed or deleted meanwhile; nothing was deleted", status: .itemNotFound)
            var refused: [CommandError] = []
            for reference in references {
                do {
                    if !arguments.has(.now), try DeletedLogins.add(reference, in: changes) { continue }
                } catch let error as CommandError where references.count > 1 {
                    refused.append(error)
                    continue
                }
                try delete(reference.itemClass.storableType, reference, in: changes)
            }
            return refused
        }
    }

    private static func tellExpired(_ count: Int) {
        guard count > 0 else { return }
        let verb = count == 1 ? "was" : "were"
        Terminal.tell("\(Count.items(count)) \(verb) deleted more than \(DeletedLogins.days) days ago")
        Terminal.hint("securestore delete --expired deletes what is that old for good")
    }

    /// Deletes for good what was deleted long ago, of which the person at the terminal sees the names.
    private static func deleteExpired(_ arguments: Arguments) throws {
        try arguments.requireNone(of: [.allMatches, .reference, .part], beside: .expired)
        try arguments.require(
            !ItemWords(arguments, operands: arguments.operands[...]).isGiven, "--expired takes no login")
        let store = try StoreAccess(arguments).open(DeletedLogins.options())
        let logins = try DeletedLogins.expired(in: store)
        let names = logins.map { "\($0.attributes.name), deleted \(DeletedLogins.date($0.attributes))" }
        if !logins.isEmpty { try confirm(names, " for good", arguments) }
        let count = try store.transaction { changes throws(StoreError) in
            try logins.map(\.reference).count { reference throws(StoreError) in
                let type = reference.itemClass.passwordType
                return try DeletedLogins.deleteExpired(type, reference, in: changes)
            }
        }
        try Output.print("\(Count.items(count)) deleted for good")
    }

    private static func confirm(_ names: [String], _ end: String, _ arguments: Arguments) throws {
        let shown = names.prefix(Choice.longest).map { "  \(Terminal.harmless($0))" }
        let more = names.count > shown.count ? ["  and \(names.count - shown.count) more"] : []
        let title = "this deletes \(Count.items(names.count))\(end):"
        try arguments.confirm(([title] + shown + more + ["delete them?"]).joined(separator: "\n"))
    }

    private static func deletePart(_ arguments: Arguments) throws {
        try arguments.requireAtMostOne(of: [.part, .allMatches])
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open()
        let login = try words.find(in: store)
        _ = try login.required(words.part)
        try login.change(words.part, in: store) { _ in nil }
    }

    /// The one item that is meant, or all, of which the person at the terminal sees the names; with the names
    /// of logins.
    private static func meant(
        _ words: ItemWords, _ arguments: Arguments, in store: ItemStore
    ) throws -> (references: [ItemReference], names: [String]) {
        if let reference = words.reference, !words.isOfPassword { return ([reference], []) }
        var logins = try store.reading { items in try words.logins(in: items) }
        if arguments.has(.allMatches), logins.count > 1 {
            let end =
                arguments.has(.now) ? " and their earlier secrets for good" : "; undelete brings them back"
            try confirm(logins.map(\.attributes.name), end, arguments)
        } else {
            logins = [try Choice.one(of: logins)]
        }
        return (logins.map(\.reference), logins.map(\.attributes.name))
    }

    /// True if the words still mean all of these, and they have the names that were shown.
    private static func areMeant(
        _ references: [ItemReference], _ names: [String], by words: ItemWords,
        in changes: borrowing Transaction
    ) throws -> Bool {
        guard words.reference == nil else { return true }
        let logins = try changes.reading { items in try words.logins(in: items) }
        let present = Dictionary(uniqueKeysWithValues: logins.map { ($0.reference, $0.attributes.name) })
        return zip(references, names).allSatisfy { present[$0] == $1 }
    }

    private static func delete<Item: StorableItem>(
        _ type: Item.Type, _ reference: ItemReference, in changes: borrowing Transaction
    ) throws(StoreError) {
        try changes.delete(Query<Item>().reference(reference))
    }
}
