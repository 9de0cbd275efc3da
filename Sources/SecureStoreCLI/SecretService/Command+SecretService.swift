import SecureStore

extension Option {
    static let idle = Option(
        "idle", nil, "TIME",
        help: "end when nobody has asked for so long and the store is locked: 90s, 5m, 2h")
}

extension Command {
    static let serviceRun = Command(
        name: "run", summary: "answer on the session bus until it is gone",
        details: """
            It opens the store and takes the name org.freedesktop.secrets, and fails if another program has \
            the name. It does not wait in a queue for the name, and no program takes the name away from it. \
            If the store cannot be opened, it says why, has only the collection session, and tries again when \
            a program wants to unlock the store.
            """,
        options: [.idle],
        examples: [
            Example("run", "what the program does without a word, too"),
            Example("run --idle 5m", "as it is started when a program asks"),
        ]
    ) { arguments in
        try program(arguments).serve(idle: try arguments.duration(of: .idle, upToDays: 1)) {}
    }

    static let serviceExec = Command(
        name: "exec", summary: "run a program that finds the keyring on its session bus",
        details: """
            The service is started and answers before the program begins, and ends with it. Where there is no session bus, the \
            program gets one of its own. Exit code and signals are the program's. It gets nothing that leads to the \
            passphrase.
            """,
        operands: [Operand("PROGRAM", .program), Operand("ARGUMENT", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true,
        examples: [Example("exec -- gh auth login", "in a container, over SSH, in CI")]
    ) { arguments in
        // A signal waits until the service is there, which ends the bus with this process.
        try Interruption.held {
            let bus = try SessionBus.isThere ? nil : SessionBus.start()
            do {
                let numbers = ["\(Companion.ownNumber)"] + (bus.map { ["\($0)"] } ?? [])
                try require(startProgram(serviceStart.name, numbers).count > 0, "the service has not started")
            } catch {
                if let bus { ChildProgram.end(bus) }
                throw error
            }
        }
        try Program.replaceProcess(withLast: arguments.operands.count, adding: [])
    }

    /// Starts the service and ends, so that whoever waits for this process has no further child.
    static let serviceStart = hidden("start") { arguments in
        let words = [HelperProgram.secretService.name, serviceBeside.name] + arguments.operands
        _ = try ChildProgram.start(
            words, path: "/proc/self/exe", descriptors: [(0, nil)], isApart: true, isOurs: true)
    }

    /// Serves as long as a process lives.
    static let serviceBeside = hidden("beside") { arguments in
        let numbers = arguments.operands.compactMap { Int32($0) }
        guard numbers.count == arguments.operands.count, numbers.allSatisfy({ $0 > 0 }) else {
            throw arguments.usage("beside is for exec alone")
        }
        try Companion.endWith(numbers[0], ending: numbers.count > 1 ? numbers[1] : nil)
        try program(arguments).serve(idle: nil) {
            try Output.print("ready")
            Companion.closeOutput()
        }
    }

    /// Hands what another service has to `import`.
    static let serviceHandOver = Command(
        name: "hand-over", isHidden: true, summary: "for import alone"
    ) { arguments in
        try arguments.require(!Terminal.showsOutput, "hand-over is for import alone")
        try program(arguments).items { try $0.write() }
    }

    /// Says which process it is, where a service of ours has the name on the bus.
    static let serviceAnswers = Command(name: "answers", isHidden: true, summary: "for lock alone") {
        if let owner = try program($0).owner(), owner.isOurs { try Output.print("\(owner.process)") }
    }

    private static func hidden(_ name: String, run: @escaping @Sendable (Arguments) throws -> Void) -> Command
    {
        Command(
            name: name, isHidden: true, summary: "for exec alone",
            operands: [Operand("PROCESS"), Operand("BUS", isOptional: true)], run: run)
    }

    /// Runs a command of this program's own file, and returns what it prints until it is at its end there.
    private static func startProgram(_ command: String, _ words: [String]) throws -> SecretBytes {
        try ProgramOutput.read(
            [HelperProgram.secretService.name, command] + words, path: "/proc/self/exe", isOurs: true,
            limit: 4_096, patience: .seconds(30)) ?? SecretBytes(copying: [])
    }

    static func program(_ arguments: Arguments) throws(CommandError) -> any SecretServiceProgram.Type {
        guard let program = arguments.table.tool as? any SecretServiceProgram.Type else {
            throw HelperProgram.secretService.missing
        }
        return program
    }
}
