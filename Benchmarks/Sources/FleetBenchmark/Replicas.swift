import Foundation
import SecureStore
import SecureStoreFleet

/// Measures replicas: what a read costs, what a host that joins or was away waits for, and how many changes
/// hosts make at once.
struct Replicas {
    let fleet: Fleet
    let directory: String
    /// Updates one row of one table, over a connection of its own.
    let openBare: @Sendable () throws -> Bare

    func options(_ host: String) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file("\(directory)/\(host).key")
        return options
    }

    func path(_ host: String) -> String { "\(directory)/\(host).store" }

    func begin(items: Int) throws -> ItemStore {
        try fill(try ItemStore.create(at: path("a"), options: options("a")), 0..<items)
        return try fleet.begin(with: path("a"), options: options("a"))
    }

    func fill(_ store: ItemStore, _ numbers: Range<Int>) throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1_000) {
            try store.transaction { changes in
                for number in start..<min(start + 1_000, numbers.upperBound) {
                    _ = try changes.add(Self.item(number), secret: try SecretBytes(copying: [1, 2, 3, 4]))
                }
            }
        }
    }

    static func item(_ number: Int) -> GenericPassword {
        GenericPassword(service: "service", account: "account \(number)")
    }

    func join(_ host: String, over member: ItemStore) throws -> ItemStore {
        let request = try fleet.ask(as: host, options: options(host))
        _ = try fleet.letIn(request.code, over: member)
        return try fleet.join(request, at: path(host), options: options(host))
    }

    // MARK: - Reading

    func measureReads() throws {
        let count = 10_000
        _ = try begin(items: count)
        let alone = try ItemStore.create(at: path("alone"), options: options("alone"))
        try fill(alone, 0..<count)
        let limit = Fleet.Reads.local(atMost: .seconds(3_600), beyond: .refuse)
        let stores = [
            ("a store in no fleet", alone),
            ("a replica, .local", try fleet.open(at: path("a"), options: options("a"))),
            (
                "a replica within its limit",
                try fleet.open(at: path("a"), reading: limit, options: options("a"))
            ),
            (
                "a replica, .latest",
                try fleet.open(at: path("a"), reading: .latest, options: options("a"))
            ),
        ]
        var times = [[Duration]](repeating: [], count: stores.count)
        for round in 0..<30 {
            // Another one is first each time.
            for offset in stores.indices {
                let place = (round + offset) % stores.count
                let (name, store) = stores[place]
                for _ in 0..<(name.hasSuffix(".latest") ? 20 : 500) {
                    let query = Query<GenericPassword>().where(.service, equals: "service")
                        .where(.account, equals: "account \(Int.random(in: 0..<count))")
                    var found: ItemMatch<GenericPassword>?
                    times[place].append(try ContinuousClock().measure { found = try store.first(query) })
                    precondition(found != nil)
                }
            }
        }
        // The fast tenth is what it costs where nothing else runs.
        for (words, share) in [("median", 2), ("fast tenth", 10)] {
            let chosen = times.map { $0.sorted()[$0.count / share] }
            for (place, (name, _)) in stores.enumerated() {
                print("find in \(name): \(words) \(chosen[place]), ratio \(chosen[place] / chosen[0])")
            }
        }
    }

    // MARK: - Copying

    func measureCopies() throws {
        let clock = ContinuousClock()
        let a = try begin(items: 100_000)
        var store: ItemStore?
        let copying = try clock.measure { store = try join("b", over: a) }
        print("full copy of 100,000 items: \(copying)")
        guard let b = store else { return }
        for number in 100_000..<110_000 {
            try a.add(Self.item(number), secret: try SecretBytes(copying: [1, 2, 3, 4]))
        }
        print("catching up after 10,000 changes: \(try clock.measure { try fleet.catchUp(b) })")
    }

    // MARK: - Changing

    /// One change by one thread beside a bare update, in turn and in blocks.
    func measureChanges() throws {
        let (store, bare, clock) = (try begin(items: 0), try openBare(), ContinuousClock())
        let secret = try SecretBytes(copying: [1, 2, 3, 4])
        var (updates, changes): ([Duration], [Duration]) = ([], [])
        for number in 0..<2_000 {
            if number / 25 % 2 == 0 {
                updates.append(try clock.measure { try bare.update() })
            } else {
                changes.append(try clock.measure { try store.set(Self.item(number % 25), secret: secret) })
            }
        }
        Main.compare(updates, changes, "a change")
    }

    func measureHosts() throws {
        var stores = [try begin(items: 0)]
        for number in 1..<8 { stores.append(try join("host\(number)", over: stores[0])) }
        let all = stores
        for hosts in [1, 2, 4, 8] {
            var rates: [(turns: Double, updates: Double)] = []
            for _ in 0..<3 {
                let turns = try Self.rate(of: hosts) { host in
                    let secret = try SecretBytes(copying: [1, 2, 3, 4])
                    return { try all[host].set(Self.item(host), secret: secret) }
                }
                let updates = try bareRate(of: hosts)
                rates.append((turns, updates))
            }
            let middle = rates.sorted { $0.turns / $0.updates < $1.turns / $1.updates }[1]
            let (turns, updates) = (Int(middle.turns), Int(middle.updates))
            print(
                "\(hosts) hosts: \(turns) changes a second, \(updates) bare updates, ratio \(middle.turns / middle.updates)"
            )
        }
    }
}
