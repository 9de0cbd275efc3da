import SecureStore

/// A secret that this dialect takes as a word of the command line, as Apple's does, or better in another way.
struct TypedSecret {
    let options: [Option]
    let question: String
    var again: String?

    static let item = TypedSecret(
        options: [.passwordValue, .oldPasswordValue, .hexPassword],
        question: "password data for new item: ", again: "retype password for new item: ")

    func given(_ arguments: Arguments) throws -> SecretBytes? {
        try arguments.requireAtMostOne(of: options + [.stdin, .descriptor])
        if arguments.has(.stdin) || arguments.has(.descriptor) {
            return try SecretSource.read(arguments, named: "password")
        }
        guard let option = options.first(where: { arguments.has($0) }) else { return nil }
        guard let word = arguments.word(of: option) else { return try ask() }
        if !arguments.has(.quiet), word.isShown, !word.isEmpty {
            Terminal.tell("warning: other programs can read a password on the command line")
        }
        let secret = try word.secret()
        guard option == .hexPassword else { return secret }
        let decoded = try secret.bytes(ofDigits: 0..<secret.count)
        try arguments.require(
            secret.count == 2 * decoded.count, "-X takes an even number of hexadecimal digits")
        return decoded
    }

    static let noTerminal = CommandError(
        .interactionNotAllowed, "there is no terminal to ask at",
        hint: "--stdin reads the password from standard input, --fd NUMBER from a descriptor")

    func ask() throws -> SecretBytes {
        guard let first = try Prompt.secret(question) else { throw Self.noTerminal }
        guard let again else { return first }
        try require(Prompt.secret(again) == first, "passwords don't match")
        return first
    }
}
