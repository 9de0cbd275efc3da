/// What a word of a command line names in the store.
enum StoredName: Hashable, Sendable {
    /// A service, or a host that may stand in its place.
    case place
    case service
    case server
    case account
    /// `SERVICE/ACCOUNT`.
    case item
    case certificate
    case key
}
