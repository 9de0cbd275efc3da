extension CommandTable {
    /// The commands of a fleet; without actions they only explain themselves.
    static func fleet(_ actions: (any FleetActions)?) -> CommandTable {
        CommandTable(
            program: "securestore fleet", summary: "one store on many machines",
            globalOptions: [.store, .help],
            commands: [
                .fleetInit, .fleetJoin, .fleetApprove, .fleetHosts, .fleetStatus, .fleetRemove, .fleetPrune,
                .fleetRecoveryCode, .fleetLeave, .help, .version,
            ], tool: actions)
    }
}

extension Dialect {
    /// The program `securestore-fleet`, which the command starts; answers with what its caller is to be told.
    package static func runFleetProgram(_ actions: any FleetActions) -> CInt {
        let table = CommandTable.fleet(actions)
        let dialect = Dialect(name: table.program) { words in
            try table.run(words)
            return .success
        }
        return dialect.exitCode(of: Array(ProgramWords.all.dropFirst())).rawValue
    }
}
