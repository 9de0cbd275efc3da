import SecureStore

/// Where a command line says that a secret comes from.
enum SecretSource {
    /// The options of a command that takes a secret.
    static let options: [Option] = [.stdin, .descriptor, .raw]

    /// The error where a secret is neither named nor asked for.
    static func noTerminal(toAskFor name: String) -> CommandError {
        .failure(
            "there is no terminal to ask for the \(name) at",
            hint: "--stdin reads it from standard input, --fd NUMBER from a descriptor")
    }

    /// Reads the secret from where the options say, else asks, twice.
    static func read(_ arguments: Arguments, named name: String = "secret") throws -> SecretBytes {
        try arguments.requireAtMostOne(of: [.stdin, .descriptor, .askSecret])
        let bytes: SecretBytes
        if let number = try arguments.number(of: .descriptor, in: 0...Int(Int32.max)) {
            bytes = try SecretInput.read(Int32(number), named: "descriptor \(number)")
        } else if arguments.has(.stdin) {
            bytes = try SecretInput.standardInput()
        } else if let typed = try Prompt.newSecret(name) {
            return typed
        } else {
            throw noTerminal(toAskFor: name)
        }
        return arguments.has(.raw) ? bytes : try bytes.withoutLineBreak()
    }
}
