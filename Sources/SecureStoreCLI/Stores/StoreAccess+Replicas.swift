import FoundationEssentials
import SecureStore

/// Opens the stores of fleets, so that they can be changed; handed in by the program that has libpq.
protocol ReplicaOpener: Sendable {
    func open(_ access: StoreAccess, _ options: StoreOptions) throws -> ItemStore
}

extension StoreAccess {
    /// True if a fleet has to know of each change of the store.
    var isReplica: Bool { Self.slotKinds(of: path)?.contains(.host) == true }
}

extension ItemStore {
    /// Notes that the store had everything of its fleet at this moment, unless that was noted lately.
    ///
    /// Where it cannot be noted, nobody is told how old the store is, and that is all.
    func noteContact(at date: Date) {
        guard let identifier = try? identifier() else { return }
        let known = (try? UpkeepDates.known(of: identifier))?[.contact]
        guard known.map({ abs(date.timeIntervalSince($0)) >= 30 }) ?? true else { return }
        try? UpkeepDates.note(.contact, of: identifier, at: date)
    }

    /// Says how old the items of a replica may be, if nothing keeps it fresh: `fleet follow` looks once a
    /// minute.
    func tellAge() throws {
        guard try fleetIdentifier() != nil,
            let contact = (try? UpkeepDates.known(of: identifier()))?[.contact]
        else { return }
        let seconds = Date.now.timeIntervalSince(contact)
        guard seconds >= 300 else { return }
        let age = Moment.ago(.seconds(seconds))
        Terminal.tell("securestore: this machine last asked its fleet \(age), and uses what it had then")
    }
}
