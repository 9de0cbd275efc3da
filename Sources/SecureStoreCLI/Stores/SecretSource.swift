import SecureStore

/// The source of a secret that a command line names.
enum SecretSource {
    static let options: [Option] = [.stdin, .descriptor, .raw, .emptySecret]

    static func noTerminal(toAskFor name: String) -> CommandError {
        .failure(
            "there is no terminal to ask for the \(name) at",
            hint: "--stdin reads it from standard input, --fd NUMBER from a descriptor")
    }

    /// Reads the secret from where the options say, else asks, by default twice.
    ///
    /// An empty one has to be meant, because a program that fails leaves an empty pipe.
    static func read(
        _ arguments: Arguments, named name: String = "secret",
        asking ask: (String) throws -> SecretBytes? = Prompt.newSecret
    ) throws -> SecretBytes {
        try arguments.requireAtMostOne(of: [.stdin, .descriptor, .askSecret])
        let secret: SecretBytes
        if arguments.has(.stdin) || arguments.has(.descriptor) {
            let bytes = try given(arguments)
            secret = arguments.has(.raw) ? bytes : try bytes.withoutLineBreak()
        } else if let typed = try ask(name) {
            secret = typed
        } else {
            throw noTerminal(toAskFor: name)
        }
        guard secret.count > 0 || arguments.has(.emptySecret) else {
            let canBeMeant = arguments.command.options.contains(.emptySecret)
            throw CommandError.failure(
                "the \(name) is empty", hint: canBeMeant ? "--empty stores it all the same" : nil)
        }
        return secret
    }

    private static func given(_ arguments: Arguments) throws -> SecretBytes {
        let number = try arguments.number(of: .descriptor, in: 0...Int(Int32.max))
        do {
            guard let number else { return try SecretInput.standardInput() }
            try require(
                PrivateFile.isInherited(Int32(number)), "descriptor \(number) is not open",
                hint: "the shell opens it, as in 3< FILE")
            return try SecretInput.read(Int32(number), named: "descriptor \(number)")
        } catch let error as CommandError where error.exitCode == ExitCode(.dataTooLarge) {
            throw error.hinting(
                "keep a larger file outside, encrypted with a key that the store holds")
        }
    }
}

enum NewPassphrase {
    static let options: [Option] = [
        Option("stdin", help: "read the passphrase from standard input"),
        Option("fd", nil, "NUMBER", help: "read the passphrase from an open file descriptor"),
        .cost,
    ]

    static func read(_ arguments: Arguments) throws -> SecretBytes {
        try SecretSource.read(arguments, named: "passphrase") { name in
            let typed = try Prompt.newSecret(name)
            if let typed, 1..<usualLength ~= typed.count {
                Terminal.tell(
                    "a short passphrase can be guessed by whoever gets the file; several words are better")
            }
            return typed
        }
    }

    /// Fewer letters, chosen by a person, are found in time, however much each guess costs.
    private static let usualLength = 12

    /// The options for a passphrase that exists already.
    static let sources = options.filter { $0 != .cost }

    /// A store's, from where the options say, else from the source that is set up; nil when there is neither.
    static func unasked(_ arguments: Arguments) throws -> SecretBytes? {
        if arguments.has(.stdin) || arguments.has(.descriptor) { return try read(arguments) }
        return try PassphraseSource.forNewStore()?.read()
    }

    static func cost(_ arguments: Arguments) -> PassphraseCost {
        let costs: [String: PassphraseCost] = ["interactive": .interactive, "sensitive": .sensitive]
        return costs[arguments.value(of: .cost) ?? ""] ?? .moderate
    }
}
