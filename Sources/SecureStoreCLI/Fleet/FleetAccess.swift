import SecureStore

/// The store that a command line means, and the fleet that it is a replica of.
struct FleetAccess {
    let actions: any FleetActions
    let access: StoreAccess
    private let arguments: Arguments

    static let variable = "SECURESTORE_FLEET_SERVER"

    init(_ arguments: Arguments) throws {
        guard let actions = arguments.table.tool as? any FleetActions else { throw FleetProgram.missing }
        (self.actions, self.arguments) = (actions, arguments)
        access = try StoreAccess(arguments)
    }

    /// The server; a password is refused, as neither a command line nor an environment may hold one.
    func server() throws -> FleetPlace.Server {
        let given = arguments.value(of: .fleetServer)
        guard let settings = given ?? Terminal.value(Self.variable), !settings.isEmpty else {
            throw CommandError(
                exitCode: .usage, message: "no server is named",
                hint: "--server or \(Self.variable) says where it is, as in service=secrets")
        }
        guard try !actions.hasPassword(settings) else {
            let source = given == nil ? Self.variable : "--server"
            throw CommandError(
                exitCode: .usage, message: "\(source) has a password, which other programs can read",
                hint: "put it into libpq's password file, ~/.pgpass")
        }
        return FleetPlace.Server(
            settings: settings, schema: arguments.value(of: .fleetSchema) ?? "securestore")
    }

    /// Calls `body` with the fleet, and with the store opened as its replica.
    ///
    /// If it takes several changes, `again` says what to do where the server went away between them.
    func withReplica<R>(
        orElse again: String? = nil, _ body: (FleetPlace, ItemStore) throws -> R
    ) throws -> R {
        let server = try server()
        let place = FleetPlace(fleet: try identifier(of: try access.openToRead()), server: server)
        return try Self.explaining(orElse: again) { try body(place, try replica(place)) }
    }

    func replica(_ place: FleetPlace) throws -> ItemStore {
        let store = try actions.open(place, path: access.path)
        if store.lockState == .notYetUnlocked { try access.unlock(store) }
        return store
    }

    /// The fleet of an open store, which its keys vouch for; so no file has to remember it.
    func identifier(of store: ItemStore) throws -> String {
        guard let identifier = try actions.identifier(store) else {
            throw CommandError.failure(
                "the store at \(Terminal.harmless(access.path)) is in no fleet",
                hint: "securestore fleet init begins one with it; join makes a copy of another host's")
        }
        return identifier
    }

    static func explaining<R>(orElse again: String? = nil, _ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as StoreError {
            throw CommandError(error).hinting(hint(for: error.status, orElse: again))
        }
    }

    private static func hint(for status: Status, orElse again: String?) -> String? {
        switch status {
        case .notAvailable where again != nil, .databaseLocked where again != nil,
            .unknownOutcome where again != nil:
            return again
        case .notAvailable: return "nothing was changed; reads go on without the server"
        case .noSuchKeychain: return "securestore fleet init makes the server's tables and begins a fleet"
        case .databaseLocked: return "another host is busy with the fleet; try again"
        case .unknownOutcome: return "securestore fleet status shows whether it happened"
        case .divergedHistory:
            return "the server was put back or exchanged; see Operating a fleet in the documentation"
        case .wrPerm: return "the server's role may not do this; its owner or an administrator of fleets may"
        default: return nil
        }
    }
}

extension Option {
    static let fleetServer = Option(
        "server", nil, .required("SETTINGS"), help: "where the server is, as libpq's settings say it")
    static let fleetSchema = Option(
        "schema", nil, .required("NAME"), help: "the schema of the tables; securestore if not given")
    static let fleetServers: [Option] = [.fleetServer, .fleetSchema]
}
