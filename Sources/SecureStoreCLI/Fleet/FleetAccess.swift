import SecureStore

/// The store that a command line means, and the fleet that it is a replica of.
struct FleetAccess {
    let type: any FleetConnection.Type
    let access: StoreAccess
    /// The server and its schema, as a command line of the fleet names them.
    private var given: (server: String?, schema: String?) = (nil, nil)

    static let variable = "SECURESTORE_FLEET_SERVER"
    private static let schemaVariable = "SECURESTORE_FLEET_SCHEMA"

    init(_ arguments: Arguments) throws {
        guard let type = arguments.table.tool as? any FleetConnection.Type else {
            throw HelperProgram.fleet.missing
        }
        self.init(type, try StoreAccess(arguments))
        given = (arguments.value(of: .fleetServer), arguments.value(of: .fleetSchema))
    }

    init(_ type: any FleetConnection.Type, _ access: StoreAccess) {
        (self.type, self.access) = (type, access)
    }

    /// The server; a password is refused, as neither a command line nor an environment may hold one.
    func server() throws -> (settings: String, schema: String) {
        guard let settings = given.server ?? Terminal.value(Self.variable), !settings.isEmpty else {
            throw CommandError(
                exitCode: .usage, message: "no server is named",
                hint: "--server or \(Self.variable) says where it is, as in service=secrets")
        }
        guard try !type.hasPassword(settings) else {
            let source = given.server == nil ? Self.variable : "--server"
            throw CommandError(
                exitCode: .usage, message: "\(source) has a password, which other programs can read",
                hint: "put it into libpq's password file, ~/.pgpass")
        }
        StoreAccess.lead(by: "--server", to: given.server)
        StoreAccess.lead(by: "--schema", to: given.schema)
        return (settings, given.schema ?? Terminal.value(Self.schemaVariable) ?? "securestore")
    }

    /// Calls `body` with the fleet, and with the store opened as its replica.
    ///
    /// If it takes several changes, `again` says what to do where the server went away between them.
    func withReplica<R>(
        orElse again: String? = nil, _ body: (any FleetConnection, ItemStore) throws -> R
    ) throws -> R {
        let server = try server()
        let identifier = try identifier(of: try openToRead())
        return try Self.explaining(orElse: again, of: identifier) {
            let fleet = try connection(identifier, server)
            return try body(fleet, try replica(fleet))
        }
    }

    /// The store of this machine, which without one has to join.
    func openToRead() throws -> ItemStore {
        do { return try access.openToRead() } catch let error as StoreError
            where FileFacts(access.path) == nil
        {
            let join = "securestore fleet join IDENTIFIER"
            let hints: [StoreStatus: String] = [
                .noSuchKeychain: "\(join) makes a replica there; init begins a fleet with a store",
                .notAvailable: "\(join) --forget makes a replica in its place",
            ]
            guard let hint = hints[error.status] else { throw error }
            throw CommandError(error.status, error.reason, hint: hint)
        }
    }

    func connection(
        _ identifier: String, _ server: (settings: String, schema: String)
    ) throws(StoreError) -> any FleetConnection {
        try type.init(identifier, on: server.settings, schema: server.schema, patience: .seconds(10))
    }

    func replica(
        _ fleet: any FleetConnection, _ options: StoreOptions = StoreOptions()
    ) throws -> ItemStore {
        try access.unlocked(fleet.replica(at: access.path, options))
    }

    /// The fleet of an open store, which its keys vouch for; so no file has to remember it.
    func identifier(of store: ItemStore) throws -> String {
        return try require(
            type.identifier(of: store), "the store at \(access.path) is in no fleet",
            hint: "securestore fleet init begins one with it; join makes a copy of another host's")
    }

    static func explaining<R>(
        orElse again: String? = nil, of fleet: String? = nil, _ body: () throws -> R
    ) throws -> R {
        do { return try body() } catch let error as StoreError {
            throw CommandError(error).hinting(hint(for: error.status, orElse: again, of: fleet))
        }
    }

    private static func hint(for status: StoreStatus, orElse again: String?, of fleet: String?) -> String? {
        switch status {
        case .notAvailable where again != nil, .databaseLocked where again != nil,
            .unknownOutcome where again != nil, .keptByFleet where again != nil:
            return again
        case .keptByFleet:
            return "see to this machine's disk; securestore fleet status then takes the change in"
        case .authFailed:
            return fleet.map {
                "to come back, move the store away, and securestore fleet join \($0) --forget"
            }
        case .notAvailable: return "the change was not made; reads go on without the server"
        case .noSuchKeychain where fleet != nil:
            return "securestore fleet verify, on the machine with the highest change, shows what to do"
        case .noSuchKeychain: return "securestore fleet init makes the server's tables and begins a fleet"
        case .databaseLocked:
            return "another host is busy with the fleet, or a standby does not answer; try again"
        case .unknownOutcome: return "securestore fleet status shows whether it happened"
        case .divergedHistory:
            return
                "the server was put back or damaged: securestore fleet verify shows what to do; where other machines go on, "
                + "move this store away, and join with --forget"
        case .invalidData:
            return
                "securestore fleet verify shows what to do, first on the machine with the highest change"
        case .wrPerm:
            return
                "securestore fleet hosts shows what this machine may do; if it may write, its login on the server has too few "
                + "rights"
        default: return nil
        }
    }
}

extension Option {
    static let fleetServer = Option(
        "server", nil, "SETTINGS", help: "where the server is, as libpq's settings say it")
    static let fleetSchema = Option(
        "schema", nil, "NAME",
        help: "the schema of the tables; else that of SECURESTORE_FLEET_SCHEMA, or securestore")
    static let fleetServers: [Option] = [.fleetServer, .fleetSchema]

    static let fleetName = Option(
        "name", nil, "NAME", help: "what people call this machine; its host name if not given")
    static let fleetWait = Option(
        "wait", nil, "TIME", help: "how long to wait for approval: 90s, 15m, 8h, 2d; 15m if not given")
    static let forgetOther = Option(
        "forget", help: "make the replica though another store was at its place")
    static let hostRole = Option(
        "host-role", nil, "ROLE", isRepeated: true, help: "a role that hosts log in as")
    static let keeperRole = Option(
        "admin-role", nil, "ROLE", isRepeated: true, help: "a role that also begins fleets")
    static let readerRole = Option(
        "reader-role", nil, "ROLE", isRepeated: true, help: "a role that machines that only read log in as")
    static let readOnly = Option("read-only", help: "the machine reads everything, and changes nothing")
    static let discard = Option(
        "discard", help: "also lose what other machines have changed and this one does not have")
    static let tablesOnly = Option("tables", help: "make the tables, and no fleet")
    static let noTables = Option("no-tables", help: "begin the fleet; the tables are there")
    static let fleetIdentifier = Option(
        "identifier", nil, "IDENTIFIER", help: "of an earlier init that was interrupted")
}
