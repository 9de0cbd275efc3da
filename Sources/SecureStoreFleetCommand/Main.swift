private import Glibc
package import SecureStore
package import SecureStoreCLI
package import SecureStoreFleet

/// The program `securestore-fleet`: the commands of a fleet, with libpq.
///
/// The command `securestore fleet` starts it, and is not linked with libpq itself.
@main struct Main {
    static func main() { exit(Dialect.runFleetProgram(Fleet.self)) }
}

extension Fleet: FleetConnection {
    package func begin(at path: String, named name: String?, _ credential: Credential) throws -> ItemStore {
        try begin(with: path, as: name, unlockingWith: credential)
    }

    package func replica(at path: String) throws(StoreError) -> ItemStore { try open(at: path) }

    package func ask(_ request: [UInt8]) throws(StoreError) { try ask(try JoinRequest(request)) }

    package func join(_ request: [UInt8], at path: String) throws(StoreError) -> ItemStore {
        try join(try JoinRequest(request), at: path)
    }

    package func machines(over store: ItemStore) throws(StoreError) -> [FleetMachine] {
        try hosts(over: store).map {
            FleetMachine(slot: $0.slot, name: $0.name, number: $0.number, seen: $0.seen)
        }
    }

    package static func newRequest(_ name: String) throws(StoreError) -> Request {
        let request = try JoinRequest(as: name)
        return (request.bytes, request.code)
    }

    package static func request(_ bytes: [UInt8]) throws(StoreError) -> Request {
        let request = try JoinRequest(bytes)
        return (request.bytes, request.code)
    }
}
