extension CommandTable {
    /// The commands of a fleet; without a type of connections they only explain themselves.
    static func fleet(_ connections: (any FleetConnection.Type)?) -> CommandTable {
        CommandTable(
            program: "securestore fleet", summary: "one store on many machines",
            globalOptions: [.store, .help],
            commands: [
                .fleetInit, .fleetJoin, .fleetApprove, .fleetHosts, .fleetStatus, .fleetRemove, .fleetRotate,
                .fleetPrune, .fleetVerify, .fleetRepair, .fleetReseed, .fleetRecoveryCode, .fleetLeave, .help,
                .version,
            ], tool: connections)
    }
}

extension Dialect {
    /// The program `securestore-fleet`, which the command starts; answers with what its caller is to be told.
    package static func runFleetProgram(_ connections: any FleetConnection.Type) -> CInt {
        let table = CommandTable.fleet(connections)
        let dialect = Dialect(name: table.program) { words in
            try table.run(words)
            return .success
        }
        return dialect.exitCode(of: Array(ProgramWords.all.dropFirst())).rawValue
    }
}

extension Command {
    static let fleet = Command(
        name: "fleet", summary: "keep one store on many machines, over a PostgreSQL server",
        details: """
            A program of its own does it, securestore-fleet, so that this one needs nothing of PostgreSQL. It is looked for \
            beside this program and along the search path. fleet help lists its commands, also where it is missing.
            """,
        operands: [Operand("COMMAND"), Operand("ARGUMENT", isOptional: true, isRepeated: true)],
        endsOptionsAtOperand: true,
        examples: [
            Example("fleet help", "the commands of a fleet"),
            Example("fleet init --server service=secrets", "make the default store the first of a fleet"),
            Example("fleet hosts", "which machines there are"),
        ]
    ) { arguments in
        let asksForHelp = ["help", "--help", "-h"].contains(arguments.operand(0))
        guard !asksForHelp else { return try CommandTable.fleet(nil).run(arguments.operands) }
        let store = arguments.value(of: .store).map { ["--store", $0] } ?? []
        try FleetProgram.replaceProcess(store + arguments.operands)
    }
}
