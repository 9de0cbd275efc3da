// Options as `security` has them on macOS: one letter each, and here a long name besides.
extension Option {
    static let quiet = Option("quiet", "q", help: "say nothing of failures")
    static let verbose = Option("verbose", "v", help: "accepted; failures are always told in full")
    static let interactiveMode = Option(
        "interactive", "i", help: "without a command: run commands from standard input")
    static let prompt = Option("prompt", "p", "TEXT", help: "as -i; what asks for a command at a terminal")
    static let leaks = Option("leaks", "l", help: "accepted without effect: there is no leaks(1) here")

    static let serviceName = Option("service", "s", "NAME", help: "the service")
    static let serverName = Option("server", "s", "HOST", help: "the server")
    static let creator = Option("creator", "c", "CODE", help: "the creator, four characters")
    static let itemType = Option("type", "C", "CODE", help: "the type, four characters")
    static let genericValue = Option("generic", "G", "TEXT", help: "the generic attribute")
    static let securityDomain = Option("domain", "d", "NAME", help: "the security domain")
    static let fourLetterProtocol = Option(
        "protocol", "r", "CODE", help: "the protocol: htps, or a name such as https")
    static let authenticationType = Option(
        "authentication", "t", "CODE", help: "the authentication type, such as dflt or form")

    static let showPassword = Option("show", "g", help: "print the password too, on standard error")
    static let onlyPassword = Option(
        "password", "w", help: "print the password only: text, or hexadecimal digits when it is none")
    static let passwordValue = Option(
        "password", "w", "PASSWORD", isOptionalAtEnd: true,
        help: "the password; as the last word, asks for it (others can read a command line)")
    static let oldPasswordValue = Option("pass", "p", "PASSWORD", help: "the same as -w")
    static let hexPassword = Option("hex", "X", "DIGITS", help: "the password in hexadecimal digits")
    static let updateItem = Option("update", "U", help: "change the item if it is there already")
    static let trustedProgram = Option(
        "trust", "T", "PROGRAM", isRepeated: true,
        help: "accepted without effect: what opens the store reads the item")
    static let anyProgram = Option("any", "A", help: "accepted without effect, as -T")

    static let keychainPassword = Option(
        "pass", "p", "PASSWORD", help: "the keychain's password (others can read a command line)")
    static let domain = Option(
        "domain", "d", "DOMAIN", .oneOf([userDomain, "system", "common", dynamicDomain]),
        help: "whose it is; all domains but the user's are empty")
    static let userDomain = "user"
    static let dynamicDomain = "dynamic"
    static let setValue = Option("set", "s", help: "set it to what is named")

    static let commonName = Option("name", "c", "NAME", help: "a part of the common name")
    static let certificateHash = Option("hash", "Z", "HASH", help: "the certificate's SHA-1 or SHA-256 hash")
    static let intoKeychain = Option(
        "keychain", "k", "KEYCHAIN", .file, help: "the keychain; the default one if not given")
    static let allCertificates = Option("all", "a", help: "all that match, not only the first")
    static let emailAddress = Option("email", "e", "ADDRESS", help: "the e-mail address, whole")
    static let showEmailAddresses = Option(
        "show-email", "m", help: "print the e-mail addresses too")
    static let certificatePEM = Option("pem", "p", help: "print PEM in place of the attributes")
    static let showHashes = Option("hashes", "Z", help: "print SHA-256 and SHA-1 hash too")
    static let deleteTrust = Option(
        "trust", "t", help: "accepted: there are no trust settings here")

    static let dumpSecrets = Option("decrypt", "d", help: "print passwords, keys and certificates too")
    static let dumpAccess = Option("access", "a", help: "print who may use an item, too")
    static let dumpRaw = Option("raw", "r", help: "accepted: sealed data is not shown")
    static let editAccess = Option("edit", "i", help: "refused: there are no access lists to edit")

    static let outputFile = Option(
        "output", "o", "FILE", .file, help: "write to this file, not to standard output")
    /// Apple's words for the forms of keys and certificates.
    static let externalFormats = [
        "openssl", "openssh1", "openssh2", "bsafe", "raw", "pkcs7", "pkcs8", "pkcs12", "netscape", "x509",
        "pemseq",
    ]
    static let exportedType = Option(
        "type", "t", "TYPE", .oneOf(["certs", "allKeys", "pubKeys", "privKeys", "identities", "all"]),
        help: "what to export; all if not given")
    static let exportedFormat = Option("format", "f", "FORMAT", .oneOf(externalFormats), help: "the form")
    static let wrapKeys = Option("wrapped", "w", help: "encrypt private keys")
    static let asPEM = Option("pem", "p", help: "write PEM")

    static let identityPolicy = Option(
        "policy", "p", "POLICY", .oneOf(SecurityPolicy.all.map(\.word) + Command.systemIdentities.map(\.0)),
        isRepeated: true, help: "the purpose; basic if not given")
    static let policyName = Option(
        "string", "s", "NAME", help: "the server's name, or the address of the mail's signer")
    static let validOnly = Option("valid", "v", help: "only those that are valid")
    static let keyAlgorithm = Option(
        "algorithm", "a", "NAME", .oneOf(["rsa", "ec", "dsa", "dh", "fee"]),
        help: "the algorithm; rsa if not given")
    static let keySize = Option("size", "s", "BITS", help: "the size of the key")
    static let keyName = Option("name", "n", "NAME", help: "what to call the keys")

    static let importedType = Option(
        "type", "t", "TYPE", .oneOf(["cert", "pub", "priv", "session", "agg"]),
        help: "accepted: the content tells")
    static let importedFormat = Option(
        "format", "f", "FORMAT", .oneOf(externalFormats), help: "accepted, as the content tells")
    static let isWrapped = Option("wrapped", "w", help: "accepted: the content tells")
    static let isNotExtractable = Option(
        "non-extractable", "x", help: "private keys sign, and are not exported any more")
    static let filePassphrase = Option(
        "passphrase", "P", "PASSPHRASE", help: "the file's passphrase (others can read a command line)")

    static let promptForPassword = Option("ask", "P", help: "ask for the password, as without any option")
    static let oldKeychainPassword = Option(
        "old", "o", "PASSWORD", help: "the old password (others can read a command line)")
    static let newKeychainPassword = Option(
        "new", "p", "PASSWORD", help: "the new password (others can read a command line)")

    static let withoutPassword = Option(
        "unattended", "u", help: "ask for no password, and fail where one is needed")
    static let allKeychains = Option("all", "a", help: "all keychains of the search list")
    static let lockOnSleep = Option("sleep", "l", help: "lock when the machine sleeps; only remembered")
    static let lockAfterTimeout = Option("after", "u", help: "accepted: -t alone says it")
    static let lockTimeout = Option("timeout", "t", "SECONDS", help: "lock after so many seconds")

    static let signMessage = Option("sign", "S", help: "sign")
    static let decodeMessage = Option("decode", "D", help: "read a signed message")
    static let signerName = Option(
        "nick", "N", "NAME", help: "who signs: an e-mail address, or a part of the common name")
    static let signerKeyID = Option("key-id", "Z", "DIGITS", help: "who signs, by subject key identifier")
    static let messageHash = Option(
        "hash", "H", "NAME", .oneOf(["SHA1", "SHA256", "SHA384", "SHA512"]),
        help: "the hash function; SHA256 if not given")
    static let detachContent = Option("detached", "T", help: "leave the content out")
    static let signingTime = Option("time", "G", help: "accepted: the time is always told")
    static let mailProfile = Option("profile", "P", help: "accepted without effect")
    static let encryptionKey = Option("preference", "Y", "NAME", help: "accepted without effect")
    static let contentFile = Option(
        "content", "c", "FILE", .file, help: "the content, for a message without it")
    static let headerLevel = Option("headers", "h", "LEVEL", help: "write who signed in front of the content")
    static let withoutContent = Option("no-content", "n", help: "do not write the content")
    static let searchedKeychain = Option(
        "keychain", "k", "KEYCHAIN", .file, help: "the keychain; the search list if not given")
    static let inputFile = Option("input", "i", "FILE", .file, help: "read this file, not standard input")
    static let certificateUsage = Option(
        "usage", "u", "NUMBER", .oneOf((0...11).map(String.init)),
        help: "what signers are trusted for: 0 and 1 TLS client and server, 4 mail (the default), 6 programs")
    static let databasePassword = Option("password", "p", "PASSWORD", help: "accepted without effect")
    static let createMessage = Option(nil, "C", help: "refused: nothing is encrypted")
    static let envelope = Option(nil, "E", help: "refused: nothing is encrypted")
    static let certificatesOnly = Option(nil, "O", help: "refused: a message has a content")
    static let recipients = Option(nil, "r", "NAMES", help: "accepted without effect: nothing is encrypted")
    static let singleBytes = Option("single", "s", help: "accepted without effect")

    static let partitions = Option("partitions", "S", "LIST", help: "accepted without effect")
    static let partitionPassword = Option("key", "k", "PASSWORD", help: "accepted without effect")
    /// The abilities of a key; that it verifies, -v, is taken for ``verbose``, with as little effect.
    static let partitionMarks = [
        ("decrypts", "d"), ("encrypts", "e"), ("derives", "r"), ("signs", "s"), ("unwraps", "u"),
        ("wraps", "w"),
    ].map { Option($0, Character($1), help: "accepted without effect") }
    static let partitionType = Option("type", "t", "TYPE", help: "accepted without effect")

    static let checkedCertificate = Option(
        "certificate", "c", "FILE", .file, isRepeated: true, help: "the certificate, then those above it")
    static let rootCertificate = Option(
        "root", "r", "FILE", .file, isRepeated: true, help: "an authority to trust, alone")
    static let certificatePolicy = Option(
        "policy", "p", "POLICY", .oneOf(["basic", "ssl", "smime", "codeSign", "eap", "IPSec"]),
        help: "the purpose; basic if not given")
    static let asClient = Option("client", "C", help: "with -p ssl: as that of a client")
    static let checkDate = Option("date", "d", "DATE", help: "at YYYY-MM-DD-hh:mm:ss in UTC, and not now")
    static let fromKeychains = Option(
        "keychain", "k", "KEYCHAIN", .file, isRepeated: true, help: "search this keychain")
    static let nameToFind = Option(
        "name", "n", "NAME", help: "the host or e-mail address that it has to be for")
    static let withoutKeychains = Option("no-keychains", "N", help: "search no keychain")
    static let localOnly = Option("local", "L", help: "accepted: nothing is fetched anyway")
    static let leafAuthority = Option(
        "leaf-ca", "l", help: "accepted: an authority's certificate is checked as any other")
    static let mailAddress = Option("email", "e", "ADDRESS", help: "with -p smime: the e-mail address")
    static let revocation = Option(
        "revocation", "R", "HOW", .oneOf(["ocsp", "crl", "require", "offline"]), isRepeated: true,
        help: "require: fail, because nobody is asked; else accepted")
    static let asText = Option("text", "t", help: "print what the certificate says")
    static let hostName = Option("host", "s", "HOST", help: "with -p ssl: the server's name")
}

extension Arguments {
    /// The value of an option; nil when it is empty too, which means any.
    func text(of option: Option) -> String? { value(of: option).flatMap { $0.isEmpty ? nil : $0 } }

    func code(of option: Option) throws(CommandError) -> Int? {
        guard let text = text(of: option) else { return nil }
        return try require(Int(fourCharacters: text), "\(option.spelling) takes four characters")
    }
}
