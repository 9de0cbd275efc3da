import SecureStore

extension Command {
    static let edit = Command(
        name: "edit",
        summary: "change a login's attributes, or its password, notes or another part in an editor",
        details: """
            \(ItemWords.order)

            --secret, --notes and --part open the editor that VISUAL or EDITOR names, else vi. Its file lies \
            only in memory, in XDG_RUNTIME_DIR or /dev/shm. It is erased afterwards, with whatever the \
            editor has put beside it; if the command is killed, or cannot store what you wrote, the next edit \
            erases it. What the editor keeps elsewhere, such as its history, is up to its settings. One line \
            break at the end does not count unless there was one before. A part that is left empty goes.
            """,
        options: ItemWords.options + [.reference, .newService, .newAccount] + Option.attributes + inEditor,
        operands: ItemWords.operands,
        examples: [
            Example("edit mail.example maria --label Mail", "a new label"),
            Example("edit mail.example maria --new-account anna", "another account"),
            Example("edit mail.example maria --secret", "the password, in an editor"),
            Example("edit mail.example maria --part PIN", "a field of it"),
        ], changes: true
    ) { arguments in
        if let option = inEditor.first(where: { arguments.has($0) }) {
            return try editText(option, arguments)
        }
        let words = try ItemWords(some: arguments)
        guard !arguments.given.allSatisfy({ !changing.contains($0.option) }) else {
            throw arguments.usage("edit needs an attribute to change, --secret, --notes or --part")
        }
        let store = try StoreAccess(arguments).open()
        try arguments.require(words.isOfPassword, "only passwords can be edited")
        var new = ItemWords(
            place: arguments.value(of: .newService), account: arguments.value(of: .newAccount))
        try new.describe(arguments)
        try words.find(in: store, returning: .attributes).reference.update(in: store, to: new)
    }

    private static let inEditor: [Option] = [.secret, .notes, .part]
    private static let changing = Option.attributes + [.newService, .newAccount]

    private static func editText(_ option: Option, _ arguments: Arguments) throws {
        try arguments.requireNone(of: (inEditor + changing).filter { $0 != option }, beside: option)
        let words = try ItemWords(arguments)
        let store = try StoreAccess(arguments).open(History.options())
        let login = try words.find(in: store)
        let part = option == .notes ? "notes" : words.part
        let present = part.map { login.parts[$0] } ?? login.secret
        let old = try present ?? SecretBytes(utf8: "")
        try require(old.isText, "the secret is not text; set replaces it")
        var lost: SecretBytes?
        try Editor.edit(old) { lost = try change(login, part, in: store, from: old, to: $0) }
        if let lost { try History.tellLost(lost) }
    }

    /// Stores what was written, unless it is what was there; returns the password before it if that was not
    /// kept.
    private static func change(
        _ login: Login, _ part: String?, in store: ItemStore, from old: SecretBytes, to written: SecretBytes
    ) throws -> SecretBytes? {
        var new = written
        if old.ends(0..<old.count, with: "\r"), new.ends(0..<new.count, with: "\n") {
            new = try new.part(0..<new.count - 1)
        } else if !old.ends(0..<old.count, with: "\n") {
            new = try new.withoutLineBreak()
        }
        try require(new.isText, "this is not UTF-8 text; nothing was changed")
        guard new != old else {
            Terminal.tell("nothing was changed")
            return nil
        }
        try require(part != nil || new.count > 0, "the secret is empty; nothing was changed")
        return try login.change(part, in: store) { present in
            guard try present ?? SecretBytes(utf8: "") == old else {
                throw CommandError.failure("the item was changed meanwhile; nothing was changed")
            }
            return new.count > 0 ? new : nil
        }
    }
}
