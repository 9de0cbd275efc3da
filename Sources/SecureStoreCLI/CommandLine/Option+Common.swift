// Options that several commands share, so that they mean the same everywhere.
extension Option {
    static let help = Option("help", "h", help: "show how the command is used")
    static let store = Option(
        "store", nil, "STORE", .file, help: "the store, by path or by name; the default store if not given")

    static let latest = Option(
        "latest", help: "on a machine of a fleet, take in what is new first, or fail without the server")
    static let json = Option("json", help: "print JSON")
    static let yes = Option("yes", "y", help: "do not ask")
    static let service = Option(
        "service", "s", "NAME", .stored(.service), help: "the service of a generic password")
    static let account = Option("account", "a", "NAME", .stored(.account), help: "the account")
    static let server = Option(
        "server", nil, "HOST", .stored(.server), help: "the server of an internet password")
    static let port = Option("port", "P", "NUMBER", help: "the port of an internet password")
    static let path = Option("path", "p", "PATH", help: "the path of an internet password")
    static let proto = Option(
        "protocol", "r", "NAME", help: "the protocol of an internet password, such as https")
    static let part = Option(
        "part", nil, "NAME", help: "a part of the login and not its password: notes, otp or a field")
    static let label = Option("label", "l", "TEXT", help: "the name to show to people")
    static let comment = Option("comment", "j", "TEXT", help: "a remark")
    static let kind = Option("kind", "D", "TEXT", help: "what kind of item it is, for people")
    static let group = Option("group", "G", "NAME", help: "the access group")

    static let stdin = Option(
        "stdin", help: "read the secret from standard input; a line break at its end does not count")
    static let descriptor = Option(
        "fd", nil, "NUMBER", help: "read the secret from an open file descriptor, in the same way")
    static let askSecret = Option(
        "prompt", help: "ask for the secret at the terminal, twice, as without any of these options")
    static let raw = Option("raw", help: "the secret is these bytes and no others, line breaks included")

    static let emptySecret = Option(
        "empty", help: "store an empty secret, which otherwise counts as a program that failed")

    static let rawOutput = Option(
        "raw", help: "print the secret's bytes and nothing else, also at a terminal")
    static let base64 = Option("base64", help: "print the secret in base 64")

    static let output = Option(
        "output", "o", "FILE", .file,
        help: "write into this new file, which only you can read, and not to standard output")
    static let identity = Option(
        "identity", "i", "NAME", .stored(.certificate),
        help: "the identity whose certificate and key the program's words name")
    static let null = Option(
        "null", "0", help: "print the fields alone, each with a zero byte behind it, as xargs -0 reads them")
    static let reference = Option(
        "reference", nil, "DIGITS", help: "the item with this reference, see list --json")
    static let earlier = Option(
        "earlier", nil, "N", help: "the secret before, or the Nth before it, as history numbers them")
    static let cost = Option(
        "cost", nil, "COST", .oneOf(["interactive", "moderate", "sensitive"]),
        help:
            "what a guess at the passphrase costs: 64 MiB twice, 256 MiB three times (the default), 1 GiB four times"
    )
    static let policy = Option(
        "policy", nil, "POLICY", .oneOf(["keep", "replace", "both", "newest", "ask"]),
        help: """
            what becomes of an item that is there already with other content: keep it (the default), replace it, have \
            both, the newer one wins, or ask about each
            """
    )
    static let dryRun = Option("dry-run", help: "say what would be done, and store nothing")
    static let since = Option("since", nil, "TIME", help: "only what was changed then or later")
    static let before = Option("before", nil, "TIME", help: "only what was changed earlier")
}
