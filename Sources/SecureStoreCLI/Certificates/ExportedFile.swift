import SecureStore

/// The target of an export: a new file, or standard output.
enum ExportedFile {
    /// The care that bytes want.
    enum Content {
        case text
        /// Bytes that are nothing for a terminal; a secret among them is encrypted.
        case bytes
        case secret
    }

    /// Refuses a place that the content must not go to, before a passphrase is asked for.
    static func check(_ content: Content, _ arguments: Arguments) throws(CommandError) {
        guard arguments.file(of: .output) == nil, content != .text else { return }
        guard !Terminal.showsOutput else {
            throw .failure("this is nothing for a terminal", hint: "-o FILE writes it into a new file")
        }
        if content == .secret { try Output.requirePrivate() }
    }

    static func write(_ bytes: SecretBytes, _ content: Content, _ arguments: Arguments) throws {
        try check(content, arguments)
        guard let file = arguments.file(of: .output) else { return try Output.write(bytes) }
        try OutputFile.create(try StoreAccess.absolute(file), bytes)
    }
}
