/// Ends of reasons that several errors share: what a reader does next.
enum NextStep {
    static let salvage = "salvage() takes the whole items into a new store, or restore a backup"
    static let salvageOthers = "salvage() saves all others, and this one may be in a backup"
    static let moveOut = "export its items, and import them into a new store"
}
