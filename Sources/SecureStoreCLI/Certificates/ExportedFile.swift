import SecureStore

/// Where an export goes: into a new file, or to standard output.
enum ExportedFile {
    /// How much care the bytes want.
    enum Content {
        /// Text for everybody.
        case text
        /// Bytes that are nothing for a terminal; a secret among them is encrypted.
        case bytes
        /// A private key as it is.
        case secret
    }

    /// The file that the option names; a hyphen is standard output.
    private static func file(_ arguments: Arguments) -> String? {
        arguments.value(of: .output).flatMap { $0 == "-" ? nil : $0 }
    }

    /// Refuses a place that the content must not go to, before a passphrase is asked for.
    static func check(_ content: Content, _ arguments: Arguments) throws(CommandError) {
        guard file(arguments) == nil, content != .text else { return }
        guard !Terminal.showsOutput else {
            throw .failure("this is nothing for a terminal", hint: "-o FILE writes it into a new file")
        }
        guard content != .secret || !Output.isReadByOthers else {
            throw .failure(
                "standard output is a file that others may read",
                hint: "-o FILE writes it into a new file of mode 600")
        }
    }

    static func write(_ bytes: SecretBytes, _ content: Content, _ arguments: Arguments) throws {
        try check(content, arguments)
        guard let file = file(arguments) else { return try Output.write(bytes) }
        try NewFile.write(bytes, to: try StoreAccess.absolute(file))
    }

    /// A passphrase for what is exported, from where the options say, or typed twice.
    static func passphrase(_ arguments: Arguments) throws -> SecretBytes {
        let passphrase = try NewPassphrase.read(arguments)
        guard passphrase.count > 0 else { throw CommandError.failure("the passphrase is empty") }
        return passphrase
    }
}

extension Option {
    static let output = Option(
        "output", "o", .required("FILE", .file),
        help: "write into this new file, which only you can read, and not to standard output")
}
