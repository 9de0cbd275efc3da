import SecureStore

extension Command {
    static let exec = Command(
        name: "exec", summary: "run a program with secrets in its environment, or a certificate and its key",
        details: """
            The secrets are in the program's environment only, never on a command line or on disk. The exit code is \
            the program's.

            ITEM is LOGIN, or LOGIN/ACCOUNT; the last slash counts, but not that of https://HOST/, which means any account, \
            and of several the login without one. \(ItemWords.order) It may also be a reference, \
            \(ItemWords.scheme)LOGIN/ACCOUNT: the account may be left out, and #NAME behind it names a part, such \
            as #notes; #otp is the code of this moment. A space, a slash, ?, # and % within a name are written \
            %20, %2F, %3F, %23 and %25.

            A file that --env-file names has lines such as KEY=\(ItemWords.scheme)LOGIN/ACCOUNT. Any other \
            value is taken as it is: export may stand in front of a line, single or double quotes around a value, and a \
            remark behind #. Nothing is expanded. The program is not started if one of the secrets is missing.

            With --identity, {certificate} and {key} in the program's words become paths: of the certificate with the \
            stored certificates that lead up from it, and of the private key, both in PEM. They are sealed files in \
            memory, which the program can open as often as it likes. For a program that wants the paths in its \
            environment, put env in front of it: exec -i web -- env CERT={certificate} KEY={key} PROGRAM.

            On a machine of a fleet that has not asked the server for five minutes or longer, a line on \
            standard error says how old the secrets may be.

            The program gets nothing that leads to the passphrase, which opens the whole store: not \
            \(Unlocking.passphraseVariable) and its kin, unless --env itself names that variable; not the \
            descriptor or open file that they name; and not CREDENTIALS_DIRECTORY if securestore.passphrase \
            is in it. For a program that has to open the store too, put env in front of it: exec -e A=B -- \
            env NAME=VALUE PROGRAM.
            """,
        options: [.environment, .environmentFile, .identity, .latest],
        operands: [Operand("PROGRAM", .program), Operand("ARGUMENT", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true,
        examples: [
            Example("exec --env PGPASSWORD=db.example/maria -- psql -h db.example -U maria", "one secret"),
            Example("exec -e KEY=api.example -e TOKEN=forge.example/ci ./deploy", "several"),
            Example("exec --env-file app.env ./serve", "those that a file names, beside its other values"),
            Example(
                "exec --identity web -- openssl s_server -cert {certificate} -key {key}",
                "a TLS server, without a file"),
        ]
    ) { arguments in
        var wanted = try arguments.values(of: .environment).map { text throws(CommandError) in
            try EnvironmentVariable(text, arguments)
        }
        for file in arguments.values(of: .environmentFile) { wanted += try EnvironmentFile(file).variables() }
        try EnvironmentVariable.requireDifferentNames(wanted)
        let identity = try HandedIdentity(arguments)
        let store = try StoreAccess(arguments).openToRead()
        try store.tellAge()
        let variables = try store.reading { items in
            try wanted.map { (name: $0.name, value: try $0.value(in: items)) }
        }
        try Program.replaceProcess(
            withLast: arguments.operands.count, adding: variables,
            handing: try identity?.files(in: store) ?? [])
    }
}
