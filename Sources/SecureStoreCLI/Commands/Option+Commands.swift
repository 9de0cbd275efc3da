// The options of the commands, in the order of the files that use them.
extension Option {
    static let der = Option("der", help: "in DER and not in PEM")
    static let chain = Option(
        "chain", help: "with the stored intermediate certificates behind it, as TLS servers send them")

    static let copyTime = Option("for", nil, "TIME", help: "how long: 90s, 15m; 45s if not given")
    static let clipboard = Option(
        "to", nil, "CLIPBOARD", .oneOf(Clipboard.all.map(\.name)), help: "which clipboard")

    static let allMatches = Option("all", help: "all items that match")
    static let now = Option("now", help: "for good, and not kept to be brought back")
    static let expired = Option(
        "expired", help: "for good, what was deleted more than \(DeletedLogins.days) days ago")

    static let secret = Option("secret", help: "edit the secret in an editor")
    static let notes = Option("notes", help: "edit the notes in an editor")
    static let newService = Option(
        "new-service", nil, "NAME", help: "another service, or for an internet password server")
    static let newAccount = Option("new-account", nil, "NAME", help: "another account")

    static let environment = Option(
        "env", "e", "NAME=ITEM", .variable, isRepeated: true,
        help: "a variable, and the item whose secret it gets")
    static let environmentFile = Option(
        "env-file", nil, "FILE", .file, isRepeated: true,
        help: "a file of variables, with references to secrets, or with values")

    static let plainFormat = Option(
        "format", "f", "FORMAT", .oneOf(["securestore"] + PlainFormat.all.map(\.name)),
        help:
            "what is written: an encrypted export (securestore, the default), or a list for another program")

    static let passwordLength = Option(
        "length", "n", "NUMBER", help: "how many characters; 20, or with --pronounceable 26, if not given")
    static let characterClasses = Option(
        "classes", "c", "CLASSES",
        help: "the classes of characters, with commas between them; lower,upper,digits if not given")
    static let unwantedCharacters = Option(
        "without", nil, "CHARACTERS", help: "characters that must not occur")
    static let pronounceable = Option(
        "pronounceable", help: "consonants and vowels in turn")
    static let wordCount = Option("words", "w", "NUMBER", help: "make it of so many words")
    static let wordList = Option(
        "list", nil, "FILE", .file, help: "take the words from this file; the last one of each line")
    static let separator = Option(
        "separator", nil, "CHARACTER", help: "what stands between words; a full stop if not given")
    static let replaceItem = Option(
        "replace", help: "give an item that is there the new password")

    static let forgetEarlier = Option("forget", help: "delete the earlier secrets")

    static let days = Option(
        "days", nil, "NUMBER", help: "how long the certificate is valid; 365 if not given")

    static let format = Option(
        "format", "f", "FORMAT", .oneOf(["securestore"] + ImportFormat.all.map(\.name)),
        help: "what the input is, where its beginning does not tell")

    static let fromSecretService = Option(
        "from-secret-service", help: "everything that answers on the session bus, instead of FILE")

    static let forGit = Option(
        "for-git", help: "let git's helper use the logins of web pages, and erase them when they fail")

    static let withPassphrase = Option("passphrase", help: "protect it with a passphrase")
    static let forget = Option(
        "forget", help: "use what is there now, or make a new store, though there was another one")

    static let filledFile = Option(
        "output", "o", "FILE", .file,
        help: "write into this file, in the place of what is there, and not to standard output")

    static let prefix = Option("prefix", nil, "PREFIX", .file, help: "where bin and share are")
    static let names = Option(
        "names", nil, "NAMES",
        help: "these names, with commas between them: securestore, security, git, docker, secret-tool")

    static let nonExtractable = Option(
        "non-extractable", "x", help: "the key does its work and is never exported")
    static let publicHalf = Option("public", help: "the public half of the key")
    static let unencrypted = Option("unencrypted", help: "the private key without a passphrase")
    static let subject = Option(
        "subject", nil, "NAME", help: "whose certificate it is, as in CN=host.example,O=Example,C=DE")
    static let dnsName = Option(
        "dns", nil, "HOST", isRepeated: true, help: "a host that the certificate is for")

    static let address = Option("uri", help: "print the otpauth address, and no code")
    static let replaceKey = Option("replace", help: "also in the place of a key that is there")
    static let codeDigits = Option("digits", nil, "NUMBER", help: "the digits of a code, from 6 to 10")
    static let codePeriod = Option("period", nil, "SECONDS", help: "for how many seconds a code is valid")
    static let codeAlgorithm = Option(
        "algorithm", nil, "ALGORITHM", .oneOf(["sha1", "sha256", "sha512"]),
        help: "the hash function of the codes")

    static let duration = Option(
        "for", nil, "TIME", help: "how long, instead of what the store says: 90s, 15m, 8h, 2d")
    static let withRecoveryCode = Option(
        "recovery-code", help: "ask for a recovery code, and not for the passphrase")
}
