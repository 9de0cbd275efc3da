extension CommandTable {
    /// The commands of a fleet; without actions they only explain themselves.
    static func fleet(_ actions: FleetActions?) -> CommandTable {
        CommandTable(
            program: "securestore fleet", summary: "one store on many machines",
            globalOptions: [.store, .help],
            commands: [
                .fleetInit(actions), .fleetJoin(actions), .fleetApprove(actions), .fleetHosts(actions),
                .fleetStatus(actions), .fleetRemove(actions), .fleetPrune(actions),
                .fleetRecoveryCode(actions), .fleetLeave(actions), .help, .version,
            ])
    }
}

extension Dialect {
    /// The program `securestore-fleet`, which the command starts; answers with what its caller is to be told.
    package static func runFleetProgram(_ actions: FleetActions) -> CInt {
        let table = CommandTable.fleet(actions)
        let dialect = Dialect(name: table.program) { words in
            try table.run(words)
            return .success
        }
        return dialect.exitCode(of: Array(ProgramWords.all.dropFirst())).rawValue
    }
}
