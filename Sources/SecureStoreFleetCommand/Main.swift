private import Glibc
private import SecureStore
private import SecureStoreCLI
private import SecureStoreFleet

/// The program `securestore-fleet`: the commands of a fleet, with libpq.
///
/// The command `securestore fleet` starts it, and is not linked with libpq itself.
@main struct Main {
    static func main() { exit(Dialect.runFleetProgram(actions)) }

    private static var actions: FleetActions {
        FleetActions(
            calls: calls, hasPassword: { try Fleet.hasPassword($0) },
            newIdentifier: { Fleet.newIdentifier() },
            identifier: { try Fleet.identifier(of: $0) },
            newRequest: { FleetActions.Request(try JoinRequest(as: $0)) },
            request: { FleetActions.Request(try JoinRequest($0)) },
            leave: { try Fleet.leave($0) }, machineName: { Fleet.machineName })
    }

    private static var calls: FleetActions.Calls {
        FleetActions.Calls(
            prepare: { server, hosts, keepers in
                try Fleet.prepareServer(
                    server.settings, schema: server.schema, hosts: hosts, administrators: keepers)
            },
            begin: { place, path, name, credential in
                try Fleet(place).begin(with: path, as: name, unlockingWith: credential)
            },
            open: { place, path in try Fleet(place).open(at: path) },
            ask: { place, request in try Fleet(place).ask(try JoinRequest(request)) },
            join: { place, request, path in try Fleet(place).join(try JoinRequest(request), at: path) },
            catchUp: { place, store in try Fleet(place).catchUp(store) },
            nameOfHost: { place, code in try Fleet(place).nameOfHost(asking: code) },
            letIn: { place, code, store in try Fleet(place).letIn(code, over: store).slot },
            hosts: { place, store in
                try Fleet(place).hosts(over: store).map {
                    FleetActions.Host(slot: $0.slot, name: $0.name, number: $0.number, seen: $0.seen)
                }
            },
            remove: { place, slot, store, observer in
                try Fleet(place).remove(slot, over: store, onProgress: observer)
            },
            endRemoval: { place, store, observer in
                try Fleet(place).endRemoval(over: store, onProgress: observer)
            },
            prune: { place, store in try Fleet(place).prune(over: store) })
    }
}

extension Fleet {
    fileprivate init(_ place: FleetActions.Place) throws(StoreError) {
        try self.init(place.fleet, on: place.server.settings, schema: place.server.schema)
    }
}

extension FleetActions.Request {
    fileprivate init(_ request: JoinRequest) {
        self.init(name: request.name, bytes: request.bytes, code: request.code)
    }
}
