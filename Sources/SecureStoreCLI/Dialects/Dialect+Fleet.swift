extension Dialect {
    /// The program `securestore-fleet`, which the command starts; answers with what its caller is to be told.
    package static func runFleetProgram(_ connections: any FleetConnection.Type) -> CInt {
        let words = Array(ProgramWords.all.dropFirst())
        let isOfStore = words.first == CommandTable.securestore.program
        var table = isOfStore ? CommandTable.securestore : .fleet(connections)
        if isOfStore { table.tool = FleetStores(type: connections) }
        let dialect = Dialect(name: table.program) { [table] words in
            try FleetStores.explaining(isOfStore) { try table.run(words) }
            return .success
        }
        return dialect.exitCode(of: isOfStore ? Array(words.dropFirst()) : words).rawValue
    }
}
