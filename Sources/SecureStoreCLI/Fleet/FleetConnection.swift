import FoundationEssentials
package import SecureStore

/// A fleet on a server.
///
/// The command is not linked with libpq. The program `securestore-fleet` is, and hands the type in.
package protocol FleetConnection: Sendable {
    /// A machine's request to join, its code, and whether it was made with an invitation.
    typealias Request = (bytes: [UInt8], code: SecretBytes, isInvited: Bool)
    typealias Machine = (slot: Int, name: String?, number: UInt64, seen: Duration?, isReadOnly: Bool)

    var identifier: String { get }

    init(
        _ identifier: String, on settings: String, schema: String, patience: Duration) throws(StoreError)
    func begin(at path: String, named: String?, _ credential: Credential) throws -> ItemStore
    func replica(at path: String, _ options: StoreOptions) throws(StoreError) -> ItemStore
    /// Asks to be let in; with an invitation, nobody has to carry the request's code.
    func ask(_ request: [UInt8], invitedWith invitation: SecretBytes?) throws(StoreError)
    func join(_ request: [UInt8], at path: String) throws(StoreError) -> ItemStore
    @discardableResult func catchUp(_ store: ItemStore) throws(StoreError) -> UInt64
    /// Waits until another host has changed something, and takes it in; false if nothing changed in time.
    func waitForChange(of store: ItemStore, atMost longest: Duration) throws(StoreError) -> Bool
    func nameOfHost(asking code: SecretBytes) throws(StoreError) -> String?
    func letIn(
        _ code: SecretBytes, as rights: HostRights, over store: ItemStore
    ) throws(StoreError) -> (name: String, slot: Int)
    func invite(
        as name: String, uses: Int, within time: Duration, for rights: HostRights, over store: ItemStore
    ) throws(StoreError) -> SecretBytes
    func openInvitations(
        over store: ItemStore
    ) throws(StoreError) -> [(name: String, uses: Int, timeLeft: Duration, rights: HostRights)]
    /// The rights of this machine.
    func rights(of store: ItemStore) throws(StoreError) -> HostRights
    func revokeInvitation(_ name: String, over store: ItemStore) throws(StoreError)
    @discardableResult
    func letInInvited(
        over store: ItemStore, _ onArrival: (String, Int) -> Void
    ) throws(StoreError) -> Int
    func machines(over store: ItemStore) throws(StoreError) -> [Machine]
    func remove(
        _ slots: [Int], over store: ItemStore, onProgress: WorkProgress.Observer?) throws(StoreError)
    /// Ends a removal that was interrupted; false if there is none.
    func endRemoval(
        over store: ItemStore, onProgress: WorkProgress.Observer?
    ) throws(StoreError) -> Bool
    func prune(over store: ItemStore) throws(StoreError) -> UInt64
    /// Compares the server's copy with a replica, or mends it from there.
    func serverCopy(
        _ act: FleetCopy.Act, over store: ItemStore, _ observer: @escaping WorkProgress.Observer
    ) throws(StoreError) -> FleetCopy

    /// Makes the server's tables, with what hosts and administrators may do.
    static func prepareServer(
        _ settings: String, schema: String, hosts: [String], administrators: [String], readers: [String]
    ) throws(StoreError)
    /// True if settings for libpq contain a password.
    static func hasPassword(_ settings: String) throws(StoreError) -> Bool
    static func newIdentifier() -> String
    /// The fleet that a store is a replica of.
    static func identifier(of store: ItemStore) throws(StoreError) -> String?
    /// A request that was kept, or a new one.
    static func request(
        _ kept: [UInt8]?, as name: String, invitedWith invitation: SecretBytes?
    ) throws(StoreError) -> Request
    /// Makes a replica a store by itself.
    static func leave(_ store: ItemStore) throws(StoreError)
    static var machineName: String { get }
}

extension FleetConnection {
    /// Takes in what is new, and notes when; returns the number of the newest change.
    @discardableResult
    func takeIn(_ store: ItemStore) throws(StoreError) -> UInt64 {
        let asked = Date.now
        let number = try catchUp(store)
        store.noteContact(at: asked)
        return number
    }
}
