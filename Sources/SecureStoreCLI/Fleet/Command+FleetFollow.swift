import SecureStore

extension Command {
    static let fleetFollow = Command(
        name: "follow", summary: "keep this machine's replica fresh, until it is stopped",
        details: """
            Takes in what other machines change as soon as the server tells of it, and looks once a minute all the same. Lets \
            in machines that wait with an invitation. \
            While that fails, it tries again after pauses of up to half a minute, and says only when it began to fail \
            and when it goes on. Reads on this machine go on anyway. SIGTERM and SIGINT end it, with 0.

            It ends with an error where trying again is of no use: this machine was removed, or its store is gone or damaged.

            A service manager hears when the store is open, how fresh it is, and that work goes on, as sd_notify(3) \
            describes. securestore-follow@.service is a unit for systemd.
            """,
        options: Option.fleetServers,
        examples: [Example("follow --server service=secrets", "in the foreground, as a service is")]
    ) { arguments in
        try FleetAccess(arguments).withReplica { fleet, store in
            var follower = try FleetFollower(fleet, store)
            try Interruption.held { try follower.run() }
        }
    }
}

/// The work of `follow`: a replica that takes in what its fleet changes.
struct FleetFollower {
    /// Statuses that neither another try nor another start mends.
    ///
    /// What is wrong with the server can be mended there, and so can the rights of this machine's login.
    static let ends: Set<StoreStatus> = [
        .authFailed, .decode, .interactionNotAllowed, .invalidKeychain, .param,
    ]
    /// The pauses between tries that fail, from the first to the longest.
    private static let pauses = (first: Duration.milliseconds(500), longest: Duration.seconds(30))

    private let fleet: any FleetConnection
    private let store: ItemStore
    private let manager: ServiceManager
    /// The newest change that the store has.
    private var number: UInt64
    private var isFailing = false
    /// The reason for which nobody was let in at the last look; nil if there is none.
    private var refusal: StoreError?

    init(_ fleet: any FleetConnection, _ store: ItemStore) throws {
        (self.fleet, self.store) = (fleet, store)
        (manager, number) = (try ServiceManager(), try store.sequenceNumber())
    }

    /// Goes on until a signal ends the program, or an error does.
    mutating func run() throws {
        try manager.watch()
        Terminal.tell("following the fleet from change \(number)")
        let round = max(.seconds(1), min(.seconds(60), manager.patience.map { $0 / 4 } ?? .seconds(60)))
        var (pause, isReady) = (Self.pauses.first, false)
        while true {
            // The store can be used, also while there is no server.
            if !isReady { isReady = try manager.tell("READY=1", "at change \(number)") }
            do throws(StoreError) {
                note(try fleet.takeIn(store))
                // The server tells nobody who asks.
                let isInviting = try letInInvited()
                let isSoon = isInviting || !isReady
                _ = try fleet.waitForChange(of: store, atMost: isSoon ? min(round, .seconds(2)) : round)
                pause = Self.pauses.first
            } catch {
                try note(error)
                guard Interruption.next(within: min(pause, round)) == nil else { manager.end() }
                pause = min(pause * 2, Self.pauses.longest)
            }
            manager.noteMove()
        }
    }

    /// Lets in the machines that wait with an invitation; true while one holds.
    private mutating func letInInvited() throws(StoreError) -> Bool {
        guard try fleet.rights(of: store) == .readWrite else { return false }
        do throws(StoreError) {
            try fleet.letInInvited(over: store) { name, slot in
                Terminal.tell("\(Terminal.harmless(name)) is in, with slot \(slot)")
            }
            refusal = nil
        } catch {
            // Without room for another slot, or with a request that nobody can read, the rest goes on.
            guard [.param, .decode, .wrongSecVersion].contains(error.status) else { throw error }
            if refusal == nil { Terminal.tell("cannot let in who waits: \(Terminal.harmless(error.reason))") }
            refusal = error
        }
        return try !fleet.openInvitations(over: store).isEmpty
    }

    private mutating func note(_ newest: UInt64) {
        if isFailing { Terminal.tell("takes in changes again, at change \(newest)") }
        if isFailing || newest != number { _ = try? manager.tell(nil, "fresh, at change \(newest)") }
        (number, isFailing) = (newest, false)
    }

    /// Throws an error that stays.
    private mutating func note(_ error: StoreError) throws {
        // Of the server, where it can be mended, unless it is the store that does not read.
        let isOfServer = error.status == .decode && (try? store.verify().isIntact) == true
        guard isOfServer || !Self.ends.contains(error.status) else { throw error }
        // Not for the server, when it is the store that is gone.
        do throws(StoreError) { _ = try store.information() } catch {
            throw CommandError(error).hinting(nil)
        }
        guard !isFailing else { return }
        isFailing = true
        let reason = Terminal.harmless(error.reason)
        Terminal.tell("cannot take in changes: \(reason)")
        _ = try? manager.tell(nil, "at change \(number); \(reason)")
    }
}
