import SecureStore

/// A passphrase that is about to be set, for a store or for an export.
enum NewPassphrase {
    static let options: [Option] = [
        Option("stdin", help: "read the passphrase from standard input"),
        Option("fd", nil, .required("NUMBER"), help: "read the passphrase from an open file descriptor"),
        .cost,
    ]

    /// Reads it from where the options say, else asks twice.
    static func read(_ arguments: Arguments) throws -> SecretBytes {
        try SecretSource.read(arguments, named: "passphrase")
    }

    /// A store's, from where the options say, else from the source that is set up; nil when there is neither.
    static func unasked(_ arguments: Arguments) throws -> SecretBytes? {
        if arguments.has(.stdin) || arguments.has(.descriptor) { return try read(arguments) }
        return try PassphraseSource.forNewStore()?.read()
    }

    /// What a guess is to cost.
    static func cost(_ arguments: Arguments) -> PassphraseCost {
        switch arguments.value(of: .cost) {
        case "interactive": return .interactive
        case "sensitive": return .sensitive
        default: return .moderate
        }
    }
}

extension Option {
    static let cost = Option(
        "cost", nil, .required("COST", .oneOf(["interactive", "moderate", "sensitive"])),
        help:
            "what a guess at the passphrase costs: 64 MiB twice, 256 MiB three times (the default), 1 GiB four times"
    )
}
