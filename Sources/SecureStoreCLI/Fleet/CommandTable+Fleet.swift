import SecureStore

extension CommandTable {
    /// The commands of a fleet; without a type of connections they only explain themselves.
    static func fleet(_ connections: (any FleetConnection.Type)?) -> CommandTable {
        CommandTable(
            program: "securestore fleet", summary: "one store on many machines",
            globalOptions: [.store, .help],
            commands: [
                .fleetInit, .fleetJoin, .fleetApprove, .fleetInvite, .fleetInvitations, .fleetRevoke,
                .fleetHosts, .fleetStatus, .fleetFollow, .fleetRemove, .fleetPrune, .fleetVerify,
                .fleetRepair, .fleetReseed, .fleetLeave, .help, .version,
            ], tool: connections)
    }
}

extension FleetAccess {
    /// Opens the store as the replica that it is, for our own commands.
    func open(_ options: StoreOptions) throws -> ItemStore {
        let server = try server()
        let identifier = try identifier(of: access.openHere())
        let fleet = try connection(identifier, server)
        let store = try replica(fleet, options)
        // Now, so that what is asked for and shown is of the newest state, and of none without the server.
        guard access.isLatest else {
            try fleet.takeIn(store)
            return store
        }
        return try Self.explaining(orElse: "without --latest, what is here is read", of: identifier) {
            try fleet.takeIn(store)
            return store
        }
    }

    /// Says what to do where a fleet keeps a change of our own commands from being made.
    static func explainingChanges(_ body: () throws -> Void) throws {
        do { try body() } catch let error as StoreError {
            let ofFleets: [StoreStatus] = [
                .notAvailable, .databaseLocked, .unknownOutcome, .keptByFleet, .authFailed, .divergedHistory,
                .wrPerm, .noSuchKeychain,
            ]
            guard ReplicaOpeners.installed != nil, ofFleets.contains(error.status) else { throw error }
            // The store is in a fleet, which its server does not know.
            try explaining(of: error.status == .noSuchKeychain ? "" : nil) { throw error }
        }
    }
}

extension Command {
    static let fleet = Command(
        name: "fleet", summary: "keep one store on many machines, over a PostgreSQL server",
        details: """
            A program of its own does it, securestore-fleet, so that this one needs nothing of PostgreSQL. It is looked for \
            beside this program and in the absolute folders of the search path. fleet help lists its commands, also where it \
            is missing. On a machine of a fleet, set, rotate and all other commands that change the store are run by it too, \
            and so is what reads with --latest, with the server that \(FleetAccess.variable) names.
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
        try ProgramWords.requireText(exceptLast: 0)
        let store = arguments.value(of: .store).map { ["--store", $0] } ?? []
        try HelperProgram.fleet.replaceProcess(store, withLast: arguments.operands.count)
    }
}
