// Options as `security` has them on macOS: one letter each, and here a long name besides.
extension Option {
    static let quiet = Option("quiet", "q", help: "say nothing of failures")
    static let verbose = Option("verbose", "v", help: "accepted; failures are always told in full")
    static let interactiveMode = Option(
        "interactive", "i", help: "without a command: run commands from standard input")
    static let prompt = Option(
        "prompt", "p", .required("TEXT"), help: "as -i; what asks for a command at a terminal")
    static let leaks = Option("leaks", "l", help: "accepted without effect: there is no leaks(1) here")

    static let serviceName = Option("service", "s", .required("NAME"), help: "the service")
    static let serverName = Option("server", "s", .required("HOST"), help: "the server")
    static let creator = Option("creator", "c", .required("CODE"), help: "the creator, four characters")
    static let itemType = Option("type", "C", .required("CODE"), help: "the type, four characters")
    static let genericValue = Option("generic", "G", .required("TEXT"), help: "the generic attribute")
    static let securityDomain = Option("domain", "d", .required("NAME"), help: "the security domain")
    static let fourLetterProtocol = Option(
        "protocol", "r", .required("CODE"), help: "the protocol: htps, or a name such as https")
    static let authenticationType = Option(
        "authentication", "t", .required("CODE"), help: "the authentication type, such as dflt or form")

    static let showPassword = Option("show", "g", help: "print the password too, on standard error")
    static let onlyPassword = Option(
        "password", "w", help: "print the password only: text, or hexadecimal digits when it is none")
    static let passwordValue = Option(
        "password", "w", .optionalAtEnd("PASSWORD"),
        help: "the password; as the last word, asks for it (others can read a command line)")
    static let oldPasswordValue = Option("pass", "p", .required("PASSWORD"), help: "the same as -w")
    static let hexPassword = Option(
        "hex", "X", .required("DIGITS"), help: "the password in hexadecimal digits")
    static let updateItem = Option("update", "U", help: "change the item if it is there already")
    static let trustedProgram = Option(
        "trust", "T", .required("PROGRAM"), isRepeated: true,
        help: "accepted without effect: what opens the store reads the item")
    static let anyProgram = Option("any", "A", help: "accepted without effect, as -T")

    static let keychainPassword = Option(
        "pass", "p", .required("PASSWORD"), help: "the keychain's password (others can read a command line)")
    static let domain = Option(
        "domain", "d", .required("DOMAIN", .oneOf([userDomain, "system", "common", dynamicDomain])),
        help: "whose it is; all domains but the user's are empty")
    static let userDomain = "user"
    static let dynamicDomain = "dynamic"
    static let setValue = Option("set", "s", help: "set it to what is named")
}

extension Arguments {
    /// The value of an option; nil when it is empty too, which means any.
    func text(of option: Option) -> String? { value(of: option).flatMap { $0.isEmpty ? nil : $0 } }

    func code(of option: Option) throws(CommandError) -> Int? {
        guard let text = text(of: option) else { return nil }
        guard let code = FourCharacterCode(text) else {
            throw usage("\(option.spelling) takes four characters")
        }
        return code.number
    }
}
