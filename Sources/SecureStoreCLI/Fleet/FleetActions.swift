package import SecureStore

/// The work of `securestore fleet` on a server.
///
/// The command is not linked with libpq. The program `securestore-fleet` is, and hands this in.
package protocol FleetActions: Sendable {
    /// A machine's request to join, and its code.
    typealias Request = (bytes: [UInt8], code: SecretBytes)

    /// Makes the server's tables, with what hosts and administrators may do.
    func prepare(_ server: FleetPlace.Server, hosts: [String], keepers: [String]) throws
    func begin(_ place: FleetPlace, path: String, name: String?, _ credential: Credential) throws -> ItemStore
    func open(_ place: FleetPlace, path: String) throws -> ItemStore
    func ask(_ place: FleetPlace, _ request: [UInt8]) throws
    func join(_ place: FleetPlace, _ request: [UInt8], path: String) throws -> ItemStore
    func catchUp(_ place: FleetPlace, _ store: ItemStore) throws
    func nameOfHost(_ place: FleetPlace, _ code: SecretBytes) throws -> String?
    func letIn(_ place: FleetPlace, _ code: SecretBytes, _ store: ItemStore) throws -> Int
    func hosts(_ place: FleetPlace, _ store: ItemStore) throws -> [FleetPlace.Machine]
    func remove(
        _ place: FleetPlace, slot: Int, _ store: ItemStore, _ observer: @escaping WorkProgress.Observer)
        throws
    /// Ends a removal that was interrupted; false if there is none.
    func endRemoval(
        _ place: FleetPlace, _ store: ItemStore, _ observer: @escaping WorkProgress.Observer
    ) throws -> Bool
    func prune(_ place: FleetPlace, _ store: ItemStore) throws -> UInt64

    // Without a network.

    func hasPassword(_ settings: String) throws -> Bool
    func newIdentifier() -> String
    func identifier(_ store: ItemStore) throws -> String?
    func newRequest(_ name: String) throws -> Request
    func request(_ bytes: [UInt8]) throws -> Request
    /// Makes a replica a store by itself.
    func leave(_ store: ItemStore) throws
    var machineName: String { get }
}
