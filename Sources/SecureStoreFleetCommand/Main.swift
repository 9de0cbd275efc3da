private import Glibc
private import SecureStore
private import SecureStoreCLI
private import SecureStoreFleet

/// The program `securestore-fleet`: the commands of a fleet, with libpq.
///
/// The command `securestore fleet` starts it, and is not linked with libpq itself.
@main struct Main {
    static func main() { exit(Dialect.runFleetProgram(ServerActions())) }
}

/// The work on a server, by the library.
private struct ServerActions: FleetActions {
    func prepare(_ server: FleetPlace.Server, hosts: [String], keepers: [String]) throws {
        try Fleet.prepareServer(
            server.settings, schema: server.schema, hosts: hosts, administrators: keepers)
    }

    func begin(_ place: FleetPlace, path: String, name: String?, _ credential: Credential) throws -> ItemStore
    {
        try Fleet(place).begin(with: path, as: name, unlockingWith: credential)
    }

    func open(_ place: FleetPlace, path: String) throws -> ItemStore { try Fleet(place).open(at: path) }

    func ask(_ place: FleetPlace, _ request: [UInt8]) throws {
        try Fleet(place).ask(try JoinRequest(request))
    }

    func join(_ place: FleetPlace, _ request: [UInt8], path: String) throws -> ItemStore {
        try Fleet(place).join(try JoinRequest(request), at: path)
    }

    func catchUp(_ place: FleetPlace, _ store: ItemStore) throws { try Fleet(place).catchUp(store) }

    func nameOfHost(_ place: FleetPlace, _ code: SecretBytes) throws -> String? {
        try Fleet(place).nameOfHost(asking: code)
    }

    func letIn(_ place: FleetPlace, _ code: SecretBytes, _ store: ItemStore) throws -> Int {
        try Fleet(place).letIn(code, over: store).slot
    }

    func hosts(_ place: FleetPlace, _ store: ItemStore) throws -> [FleetPlace.Machine] {
        try Fleet(place).hosts(over: store).map {
            FleetPlace.Machine(slot: $0.slot, name: $0.name, number: $0.number, seen: $0.seen)
        }
    }

    func remove(
        _ place: FleetPlace, slot: Int, _ store: ItemStore, _ observer: @escaping WorkProgress.Observer
    ) throws {
        try Fleet(place).remove(slot, over: store, onProgress: observer)
    }

    func endRemoval(
        _ place: FleetPlace, _ store: ItemStore, _ observer: @escaping WorkProgress.Observer
    ) throws -> Bool {
        try Fleet(place).endRemoval(over: store, onProgress: observer)
    }

    func prune(_ place: FleetPlace, _ store: ItemStore) throws -> UInt64 {
        try Fleet(place).prune(over: store)
    }

    // MARK: - Without a network

    func hasPassword(_ settings: String) throws -> Bool { try Fleet.hasPassword(settings) }

    func newIdentifier() -> String { Fleet.newIdentifier() }

    func identifier(_ store: ItemStore) throws -> String? { try Fleet.identifier(of: store) }

    func newRequest(_ name: String) throws -> Request { Self.parts(of: try JoinRequest(as: name)) }

    func request(_ bytes: [UInt8]) throws -> Request { Self.parts(of: try JoinRequest(bytes)) }

    private static func parts(of request: JoinRequest) -> Request { (request.bytes, request.code) }

    func leave(_ store: ItemStore) throws { try Fleet.leave(store) }

    var machineName: String { Fleet.machineName }
}

extension Fleet {
    fileprivate init(_ place: FleetPlace) throws(StoreError) {
        try self.init(place.fleet, on: place.server.settings, schema: place.server.schema)
    }
}
