import SecureStore

/// A verb, or several, on stores that are made ready before anything is written down.
struct Scenario {
    /// One call, or a few that belong together.
    struct Step {
        let name: String
        /// True if the old state is to be told from the new one.
        var changes = true
        /// True if no byte of what it replaces may be left when it returns.
        var erases = false
        let run: (Bench) async throws -> Void
    }

    /// The verb.
    let name: String
    let places: [Place]
    /// Names besides those of the places that may lie there.
    var others: [String] = []
    /// The number of processes that take turns with the steps.
    var processes = 1
    /// True if calls are made to fail as well.
    var takesFaults = true
    /// True if a process that is killed in a step is followed by one that reads.
    var handsOver = false
    var migrates = false
    /// Makes everything ready; returns SQL for the store `main`, if some is to be run then.
    let prepare: (Ground) throws -> String?
    let steps: [Step]
    /// The action of a user after a crash: the verb again, or what shows that the name is free.
    var again: ((Ground) throws -> Void)?

    static var all: [Scenario] {
        aboutItems + aboutKeys + aboutFiles + aboutDirectories + aboutVaults + aboutFleets
    }

    /// True if a name may be in the directory when nothing is under way.
    func expects(_ name: String) -> Bool {
        let stores = ["", "-wal", "-shm", "-refresh"]
        let known = places.flatMap { place in stores.map { place.name + $0 } } + others
        return known.contains(name) || ["state", "state/device.key"].contains(name)
    }
}

/// A process at work: its directory, and the store it has open.
final class Bench {
    let ground: Ground
    var store: ItemStore?

    init(_ ground: Ground) { self.ground = ground }

    /// The store `main`, which stays open until ``close()``.
    var main: ItemStore {
        get throws {
            if let store { return store }
            let opened = try ground.open("main")
            store = opened
            return opened
        }
    }

    func close() { store = nil }
}
