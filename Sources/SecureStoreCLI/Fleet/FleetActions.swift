package import SecureStore

/// What `securestore fleet` does on a server.
///
/// The command is not linked with libpq. The program `securestore-fleet` is, and hands these in.
package struct FleetActions: Sendable {
    /// Where the server is, as libpq's settings say it, and which of its schemas has the tables.
    package struct Server: Sendable {
        package let settings: String
        package let schema: String
    }

    /// A fleet by its identifier, on a server.
    package struct Place: Sendable {
        package let fleet: String
        package let server: Server
    }

    /// A machine of a fleet.
    package struct Host: Sendable {
        let slot: Int
        let name: String?
        let number: UInt64
        let seen: Duration?

        package init(slot: Int, name: String?, number: UInt64, seen: Duration?) {
            (self.slot, self.name, self.number, self.seen) = (slot, name, number, seen)
        }
    }

    /// A machine's request to join.
    package struct Request: Sendable {
        let name: String
        let bytes: [UInt8]
        let code: SecretBytes

        package init(name: String, bytes: [UInt8], code: SecretBytes) {
            (self.name, self.bytes, self.code) = (name, bytes, code)
        }
    }

    /// What needs the network.
    package struct Calls: Sendable {
        package var prepare: @Sendable (Server, _ hosts: [String], _ keepers: [String]) throws -> Void
        package var begin: @Sendable (Place, _ path: String, _ name: String?, Credential) throws -> ItemStore
        package var open: @Sendable (Place, _ path: String) throws -> ItemStore
        package var ask: @Sendable (Place, _ request: [UInt8]) throws -> Void
        package var join: @Sendable (Place, _ request: [UInt8], _ path: String) throws -> ItemStore
        package var catchUp: @Sendable (Place, ItemStore) throws -> Void
        package var nameOfHost: @Sendable (Place, _ code: SecretBytes) throws -> String?
        package var letIn: @Sendable (Place, _ code: SecretBytes, ItemStore) throws -> Int
        package var hosts: @Sendable (Place, ItemStore) throws -> [Host]
        package var remove:
            @Sendable (Place, _ slot: Int, ItemStore, @escaping WorkProgress.Observer) throws -> Void
        /// Ends a removal that was interrupted; false if there is none.
        package var endRemoval: @Sendable (Place, ItemStore, @escaping WorkProgress.Observer) throws -> Bool
        package var prune: @Sendable (Place, ItemStore) throws -> UInt64

        package init(
            prepare: @escaping @Sendable (Server, [String], [String]) throws -> Void,
            begin: @escaping @Sendable (Place, String, String?, Credential) throws -> ItemStore,
            open: @escaping @Sendable (Place, String) throws -> ItemStore,
            ask: @escaping @Sendable (Place, [UInt8]) throws -> Void,
            join: @escaping @Sendable (Place, [UInt8], String) throws -> ItemStore,
            catchUp: @escaping @Sendable (Place, ItemStore) throws -> Void,
            nameOfHost: @escaping @Sendable (Place, SecretBytes) throws -> String?,
            letIn: @escaping @Sendable (Place, SecretBytes, ItemStore) throws -> Int,
            hosts: @escaping @Sendable (Place, ItemStore) throws -> [Host],
            remove:
                @escaping @Sendable (Place, Int, ItemStore, @escaping WorkProgress.Observer) throws -> Void,
            endRemoval:
                @escaping @Sendable (Place, ItemStore, @escaping WorkProgress.Observer) throws -> Bool,
            prune: @escaping @Sendable (Place, ItemStore) throws -> UInt64
        ) {
            (self.prepare, self.begin, self.open, self.ask) = (prepare, begin, open, ask)
            (self.join, self.catchUp, self.nameOfHost) = (join, catchUp, nameOfHost)
            (self.letIn, self.hosts, self.remove, self.endRemoval) = (letIn, hosts, remove, endRemoval)
            self.prune = prune
        }
    }

    let calls: Calls
    /// Whether settings for libpq contain a password.
    let hasPassword: @Sendable (String) throws -> Bool
    let newIdentifier: @Sendable () -> String
    /// The fleet that a store is a replica of.
    let identifier: @Sendable (ItemStore) throws -> String?
    /// A new request under a name, or one that was kept.
    let newRequest: @Sendable (_ name: String) throws -> Request
    let request: @Sendable (_ bytes: [UInt8]) throws -> Request
    /// Makes a replica a store by itself.
    let leave: @Sendable (ItemStore) throws -> Void
    let machineName: @Sendable () -> String

    package init(
        calls: Calls, hasPassword: @escaping @Sendable (String) throws -> Bool,
        newIdentifier: @escaping @Sendable () -> String,
        identifier: @escaping @Sendable (ItemStore) throws -> String?,
        newRequest: @escaping @Sendable (String) throws -> Request,
        request: @escaping @Sendable ([UInt8]) throws -> Request,
        leave: @escaping @Sendable (ItemStore) throws -> Void,
        machineName: @escaping @Sendable () -> String
    ) {
        (self.calls, self.hasPassword, self.newIdentifier) = (calls, hasPassword, newIdentifier)
        (self.identifier, self.newRequest, self.request) = (identifier, newRequest, request)
        (self.leave, self.machineName) = (leave, machineName)
    }
}
