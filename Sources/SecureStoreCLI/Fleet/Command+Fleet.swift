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
