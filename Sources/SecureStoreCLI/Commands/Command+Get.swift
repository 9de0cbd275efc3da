import SecureStore

extension Command {
    static let get = Command(
        name: "get", summary: "print a password",
        details: """
            \(ItemWords.order) An address may be whole, as in https://forge.example:8443/a, or a further one of the item.

            Exactly one item must match; of several, the person at a terminal picks one. At a terminal, a line break \
            follows the secret, and a secret that is not text or has control characters is not shown. With --raw, or into \
            a file or pipe, the output is exactly the bytes of the secret.
            """,
        options: ItemWords.options + [.reference, .part, .earlier, .latest, .rawOutput, .base64, .json],
        operands: ItemWords.operands,
        examples: [
            Example("get mail.example", "the password of the only account there"),
            Example("get forge.example:8443", "also of a browser's login there"),
            Example("get mail.example --part notes", "its notes; securestore show names the parts"),
            Example("get Forge", "by its title"),
            Example("get mail.example --earlier 1", "the password before, as history numbers them"),
            Example("get mail.example maria --raw > key.bin", "every byte as it was stored"),
            Example("get --server forge.example maria --json", "attributes and secret"),
        ]
    ) { arguments in
        let words = try ItemWords(arguments)
        try arguments.requireAtMostOne(of: [.rawOutput, .base64, .json])
        try arguments.requireAtMostOne(of: [.part, .earlier, .json])
        let earlier = try arguments.number(of: .earlier, in: 1...History.most)
        let store = try StoreAccess(arguments).openToRead()
        if let earlier {
            let secrets = try store.reading { items in
                try words.find(in: items, returning: .attributes).reference.earlierSecrets(in: items)
            }
            return try print(try secrets.numbered(earlier).secret, arguments)
        }
        let login = try words.find(in: store)
        guard !arguments.has(.json) else { return try login.printJSON() }
        try print(try login.required(words.part), arguments)
    }

    private static func print(_ secret: SecretBytes, _ arguments: Arguments) throws {
        if arguments.has(.base64) {
            try Output.print(try secret.base64())
        } else if arguments.has(.rawOutput) {
            try Output.write(secret)
        } else {
            try Output.show(secret, hint: "--base64 shows them, --raw prints them all the same")
        }
    }
}
