extension CommandTable {
    /// The commands of the Secret Service; without a program for the bus they only explain themselves.
    static func secretService(_ program: (any SecretServiceProgram.Type)?) -> CommandTable {
        CommandTable(
            program: "securestore secret-service",
            summary: "the keyring that programs ask for on the session bus",
            globalOptions: [.help],
            commands: [
                .serviceRun, .serviceExec, .serviceEnable, .serviceDisable, .serviceStatus, .help, .version,
                .serviceStart, .serviceBeside, .serviceHandOver, .serviceAnswers,
            ], tool: program)
    }
}

extension Dialect {
    /// The program `securestore-secret-service`, which the command starts; without words it serves.
    package static func runSecretService(_ program: any SecretServiceProgram.Type) -> CInt {
        let words = Array(ProgramWords.all.dropFirst())
        let dialect = Dialect(name: HelperProgram.secretService.name) { words in
            try CommandTable.secretService(program).run(words.isEmpty ? [Command.serviceRun.name] : words)
            return .success
        }
        return dialect.exitCode(of: words).rawValue
    }
}

extension Command {
    static let secretService = Command(
        name: "secret-service", summary: "answer programs that ask for the desktop's keyring",
        details: """
            A program of its own does it, securestore-secret-service, so that this one needs nothing of D-Bus. It is looked \
            for beside this program and in the absolute folders of the search path. secret-service help lists its commands, \
            also where it is missing.
            """,
        operands: [Operand("COMMAND"), Operand("ARGUMENT", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true,
        examples: [
            Example("secret-service help", "what it can do"),
            Example("secret-service exec -- gh auth login", "a keyring for one program"),
        ]
    ) { arguments in
        let asksForHelp = ["help", "--help", "-h"].contains(arguments.operand(0))
        guard !asksForHelp else { return try CommandTable.secretService(nil).run(arguments.operands) }
        try requireDefaultStore(arguments)
        try ProgramWords.requireText(exceptLast: 0)
        try HelperProgram.secretService.replaceProcess([], withLast: arguments.operands.count)
    }

    static let withKeyring = Command(
        name: "with-keyring", summary: "run a program that asks the desktop for its secrets",
        details: """
            The program finds the Secret Service on the session bus, over the default store, which is made the first time. \
            Where there is no session bus, it gets one of its own. Exit code and signals are the program's, and both end with \
            it. It gets nothing that leads to the passphrase. What unlock has opened is locked again when its time is over: \
            give it as much as the program needs.
            """,
        operands: [Operand("PROGRAM", .program), Operand("ARGUMENT", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true,
        examples: [
            Example("with-keyring -- gh auth login", "in a container, over SSH, in CI"),
            Example("with-keyring -- python3 deploy.py", "a program with Python's keyring"),
        ]
    ) { arguments in
        try requireDefaultStore(arguments)
        try HelperProgram.secretService.replaceProcess(
            [serviceExec.name, "--"], withLast: arguments.operands.count)
    }

    private static func requireDefaultStore(_ arguments: Arguments) throws(CommandError) {
        guard arguments.has(.store) else { return }
        throw arguments.usage("the Secret Service has the default store; SECURESTORE_PATH names another one")
    }
}
