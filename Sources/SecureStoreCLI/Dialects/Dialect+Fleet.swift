extension Dialect {
    /// The program `securestore-fleet`, which the command starts; answers with what its caller is to be told.
    package static func runFleetProgram(_ connections: any FleetConnection.Type) -> CInt {
        let words = Array(ProgramWords.all.dropFirst())
        // The command hands on words as they were, with its name before them.
        if let name = words.first, let dialect = all.first(where: { $0.name == name }) {
            ReplicaOpeners.install { access, options in
                try FleetAccess(connections, access).open(options)
            }
            return dialect.exitCode(of: Array(words.dropFirst())).rawValue
        }
        let dialect = Dialect(name: CommandTable.fleet(connections).program) { words in
            try CommandTable.fleet(connections).run(words)
            return .success
        }
        return dialect.exitCode(of: words).rawValue
    }
}
