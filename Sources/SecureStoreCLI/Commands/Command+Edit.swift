import SecureStore

extension Command {
    static let edit = Command(
        name: "edit", summary: "change an item's attributes, or its secret or notes in an editor",
        details: """
            --secret and --notes open what VISUAL or EDITOR names, else vi. The editor's file lies in memory alone, in \
            XDG_RUNTIME_DIR or /dev/shm, and is erased afterwards, with whatever the editor has put beside it. What the \
            editor keeps elsewhere, such as its history, is up to its settings. One line break at the end does not count \
            unless there was one before. The notes are the item's comment.
            """,
        options: ItemWords.options + [.reference, .newService, .newAccount] + Option.attributes + inEditor,
        operands: ItemWords.operands,
        examples: [
            Example("edit mail.example maria --label Mail", "a new label"),
            Example("edit mail.example maria --new-account anna", "another account"),
            Example("edit mail.example maria --secret", "the secret, in an editor"),
        ]
    ) { arguments in
        if let option = inEditor.first(where: { arguments.has($0) }) {
            return try editText(option, arguments)
        }
        let words = try ItemWords(some: arguments)
        guard !arguments.given.allSatisfy({ !changing.contains($0.option) }) else {
            throw arguments.usage("edit needs an attribute to change, --secret or --notes")
        }
        let store = try StoreAccess(arguments).open()
        guard words.isOfPassword else { throw arguments.usage("only passwords can be edited") }
        var new = ItemWords()
        try new.describe(arguments)
        new[.account] = arguments.value(of: .newAccount)
        new[.service] = arguments.value(of: .newService)
        new[.server] = new[.service]
        let type = words.itemClass.passwordType
        try type.update(words.find(type, in: store, .attributes).reference, to: new, in: store)
    }

    private static let inEditor: [Option] = [.secret, .notes]
    private static let changing = Option.attributes + [.newService, .newAccount]

    private static func editText(_ option: Option, _ arguments: Arguments) throws {
        for other in inEditor + changing where other != option {
            try arguments.requireAtMostOne(of: [option, other])
        }
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open(History.options())
        let login = try words.find(in: store)
        let isSecret = option == .secret
        let notes = login.attributes[.comment]?.text ?? ""
        let old = isSecret ? try login.requiredSecret() : try SecretBytes(utf8: notes)
        guard old.isText else { throw CommandError.failure("the secret is not text; set replaces it") }
        var new = try Editor.edit(old)
        if !old.ends(0..<old.count, with: "\n") { new = try new.withoutLineBreak() }
        guard new.isText else { throw CommandError.failure("this is not UTF-8 text; nothing was changed") }
        guard new != old else { return Terminal.tell("nothing was changed") }
        guard isSecret else { return try login.reference.update(in: store, comment: new.text()) }
        guard new.count > 0 else { throw CommandError.failure("the secret is empty; nothing was changed") }
        try login.changeSecret(in: store) { present in
            guard present == old else {
                throw CommandError.failure("the item was changed meanwhile; nothing was changed")
            }
            return new
        }
        if try login.reference.earlierSecrets(in: store).first?.secret != old {
            try History.tellLost(old)
        }
    }
}
