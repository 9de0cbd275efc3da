import SecureStore

extension Command {
    static let show = Command(
        name: "show", summary: "print what is known of a login, and none of its secrets",
        details: """
            Its attributes, and the names of its parts: what get --part prints, such as its notes, and where otp has its \
            codes from. Exactly one login must match, as for get.
            """,
        options: ItemWords.options + [.reference, .latest, .json],
        operands: ItemWords.operands,
        examples: [Example("show mail.example maria", "when it was changed, and its parts")]
    ) { arguments in
        let words = try ItemWords(arguments)
        let login = try words.find(in: try StoreAccess(arguments).openToRead())
        var facts = login.attributes.facts
        facts.add("parts", "parts", login.parts.map(\.name))
        try facts.print(arguments)
    }
}
