import SecureStore

/// The machines of a fleet, as people and programs see them.
struct FleetHosts {
    static let headings = ["SLOT", "NAME", "MAY", "CHANGE", "SEEN"]

    let all: [FleetConnection.Machine]
    let own: Int?
    let newest: UInt64

    init(_ fleet: any FleetConnection, _ store: ItemStore) throws {
        // First, so that this machine has no account that is old.
        try fleet.takeIn(store)
        all = try fleet.machines(over: store)
        own = store.ownSlot().map { Int($0) }
        newest = try store.sequenceNumber()
    }

    func row(_ host: FleetConnection.Machine) -> [String] {
        let mark = host.slot == own ? "\(host.slot) *" : "\(host.slot)"
        let may = host.isReadOnly ? "read" : "write"
        guard let seen = host.seen else { return [mark, host.name ?? "", may, "", "never"] }
        return [mark, host.name ?? "", may, "\(host.number)", Moment.ago(seen)]
    }

    func json(_ host: FleetConnection.Machine) -> JSON {
        let behind = host.number < newest ? newest - host.number : 0
        return .object([
            ("slot", .number(Int64(host.slot))), ("name", host.name.map { .string($0) } ?? .null),
            ("isThisHost", .bool(host.slot == own)), ("isReadOnly", .bool(host.isReadOnly)),
            ("change", host.seen == nil ? .null : .number(Int64(clamping: host.number))),
            ("behind", host.seen == nil ? .null : .number(Int64(clamping: behind))),
            ("secondsAgo", host.seen.map { .number($0.components.seconds) } ?? .null),
        ])
    }

    /// The slot of the machine that a word names, or that it is the number of; nil if it is neither.
    func slot(_ word: String) throws(CommandError) -> Int? {
        let named = all.filter { $0.name == word }
        if named.count == 1 {
            try require(
                !all.contains(where: { "\($0.slot)" == word && $0.slot != named[0].slot }),
                "\(word) is the name of one machine and the slot of another",
                hint: "use the slot of the one, \(named[0].slot), or the name of the other")
            return named[0].slot
        }
        try require(
            named.isEmpty, "\(named.count) machines are called \(Terminal.quoted(word))",
            hint: "use the number of a slot; securestore fleet hosts shows them")
        // One that is not there may be a removal that is to be ended. 07 is a name, perhaps of a machine
        // whose name is not known.
        guard let number = Int(word), number > 0, "\(number)" == word else { return nil }
        return number
    }

    /// The machines with these slots, in words.
    func titles(_ slots: [Int]) -> String { slots.map { title($0) }.joined(separator: ", ") }

    /// True if each of these machines only reads.
    func areReadOnly(_ slots: [Int]) -> Bool {
        slots.allSatisfy { slot in all.contains { $0.slot == slot && $0.isReadOnly } }
    }

    private func title(_ slot: Int) -> String {
        let name = all.first { $0.slot == slot }?.name
        return name.map { Terminal.harmless($0) } ?? "the machine with slot \(slot)"
    }

    func removed(_ slot: Int) -> String {
        all.contains { $0.slot == slot }
            ? "\(title(slot)) is out" : "no machine of the fleet has slot \(slot)"
    }
}
