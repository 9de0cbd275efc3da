/// Ends of reasons that several errors share: what a reader does next.
enum NextStep {
    static let salvage = "salvage takes the whole items into a new store, or restore a backup"
    static let salvageOthers = "salvage saves all others, and this one may be in a backup"
    static let moveOut = "export its items, and import them into a new store"
    static let otherCredential = "use another credential, or restore a backup"
    static let mendServer =
        "on the host with the highest change, verify and repair the server's copy (Fleet.verify, securestore fleet verify)"
    static let joinAgain =
        "if other hosts go on with it, this one joins again (Fleet.join, securestore fleet join --forget)"
    static let newFleet =
        "make this replica a store by itself, and begin a new fleet (Fleet.leave, securestore fleet leave)"
    static let listHosts = "Fleet.hosts(over:) (securestore fleet hosts) lists those that there are"
}

extension StoreError {
    /// The error for what the code of this package rules out.
    package static func mistake(_ what: String) -> StoreError {
        StoreError(.internalError, "\(what): this is a mistake in SecureStore; please report it")
    }

    /// The error of a new file whose path is not free.
    package static func taken(_ path: String) -> StoreError {
        StoreError(.duplicateKeychain, "\(path) exists already; choose another path, or move it away")
    }

    static func noStore(at path: String) -> StoreError {
        StoreError(
            .noSuchKeychain, "there is no store at \(path); check the path, or create one there")
    }
}
