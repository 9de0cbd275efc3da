import SecureStore

extension Command {
    static let exec = Command(
        name: "exec", summary: "run a program with secrets in its environment, or a certificate and its key",
        details: """
            The secrets are in the program's environment only, never on a command line or on disk. ITEM is a service \
            or a host, as for get, or one with an account behind a slash; the last slash counts. The exit code is the \
            program's.

            With --identity, {certificate} and {key} in the program's words become paths: of the certificate with the \
            stored certificates that lead up from it, and of the private key, both in PEM. They are sealed files in \
            memory, which the program can open as often as it likes. For a program that wants the paths in its \
            environment, put env in front of it: exec -i web -- env CERT={certificate} KEY={key} PROGRAM.

            The program gets nothing that leads to the passphrase, which opens all of the store: not \
            \(Unlocking.passphraseVariable) and its kin, unless --env names that variable itself, not the descriptor \
            or open file that they name, and not CREDENTIALS_DIRECTORY if securestore.passphrase is in it. For a \
            program that has to open the store too, put env in front of it: exec -e A=B -- env NAME=VALUE PROGRAM.
            """,
        options: [.environment, .identity],
        operands: [Operand("PROGRAM", .program), Operand("ARGUMENT", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true,
        examples: [
            Example("exec --env PGPASSWORD=db.example/maria -- psql -h db.example -U maria", "one secret"),
            Example("exec -e KEY=api.example -e TOKEN=forge.example/ci ./deploy", "several"),
            Example(
                "exec --identity web -- openssl s_server -cert {certificate} -key {key}",
                "a TLS server, without a file"),
        ]
    ) { arguments in
        let wanted = try arguments.values(of: .environment).map { text throws(CommandError) in
            try Variable(text, arguments)
        }
        let identity = try HandedIdentity(arguments)
        let store = try StoreAccess(arguments).openToRead()
        let variables = try wanted.map { (name: $0.name, value: try $0.value(in: store)) }
        try Program.replaceProcess(
            withLast: arguments.operands.count, adding: variables,
            handing: try identity?.files(in: store) ?? [])
    }

    /// A variable of the environment, and the item that its value is in.
    private struct Variable {
        let name: String
        let item: ItemWords

        init(_ text: String, _ arguments: Arguments) throws(CommandError) {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.isName(parts[0]) else {
                throw arguments.usage("--env takes NAME=SERVICE/ACCOUNT or NAME=SERVICE")
            }
            name = String(parts[0])
            item = ItemWords(item: parts[1])
        }

        private static func isName(_ name: Substring) -> Bool {
            name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    return true
                default: return false
                }
            }
        }

        func value(in store: ItemStore) throws -> SecretBytes {
            guard let secret = try NamedPassword(item, in: store).secret else {
                throw CommandError(
                    exitCode: ExitCode(.itemNotFound), message: "the item for \(name) has no secret",
                    hint: nil)
            }
            guard secret.withSpan({ bytes in bytes.indices.allSatisfy { bytes[$0] != 0 } }) else {
                throw CommandError.failure(
                    "the secret for \(name) has a zero byte, which no variable can hold")
            }
            return secret
        }
    }
}

extension Option {
    static let environment = Option(
        "env", "e", .required("NAME=ITEM", .variable), isRepeated: true,
        help: "a variable, and the item whose secret it gets")
}
