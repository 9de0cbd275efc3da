import FoundationEssentials
import SecureStore

extension Command {
    static let fleetInit = Command(
        name: "init", summary: "make the server's tables, and the store the first of a new fleet",
        details: """
            The server gets everything that is in the store, sealed. Prints the fleet's identifier. It is no \
            secret, but whoever joins must have it from somebody who can be trusted. From then on each machine opens the \
            store with its device key, also a store that only a passphrase opened before.

            The tables need the rights of their owner, and beginning a fleet those of an administrator. Where these are \
            two roles, do it in two steps, with --tables and --no-tables. Both may be done again.
            """,
        options: Option.fleetServers + [
            .fleetName, .hostRole, .readerRole, .keeperRole, .tablesOnly, .noTables, .fleetIdentifier,
        ],
        examples: [
            Example("init --server service=secrets", "tables and fleet"),
            Example(
                "init --tables --server service=owner --host-role app --admin-role keeper",
                "the tables alone, and what two roles may do"),
            Example("init --no-tables --server service=keeper", "the fleet alone"),
        ]
    ) { arguments in
        try arguments.requireAtMostOne(of: [.tablesOnly, .noTables])
        let fleet = try FleetAccess(arguments)
        let server = try fleet.server()
        // Opened before the server gets anything: a store on a network share can be in no fleet.
        let store = arguments.has(.tablesOnly) ? nil : try fleet.access.open()
        if !arguments.has(.noTables) {
            let (hosts, keepers) = (arguments.values(of: .hostRole), arguments.values(of: .keeperRole))
            try FleetAccess.explaining {
                try fleet.type.prepareServer(
                    server.settings, schema: server.schema, hosts: hosts, administrators: keepers,
                    readers: arguments.values(of: .readerRole))
            }
        }
        guard let store else { return try Output.print("the tables are ready") }
        try begin(fleet, store, server, arguments)
    }

    private static func begin(
        _ fleet: FleetAccess, _ store: ItemStore, _ server: (settings: String, schema: String),
        _ arguments: Arguments
    ) throws {
        let (wanted, present) = (
            arguments.value(of: .fleetIdentifier), try fleet.type.identifier(of: store)
        )
        if let present, present != wanted {
            throw CommandError.failure(
                "the store is in fleet \(present) already",
                hint: "--identifier \(present) ends an init that was interrupted; "
                    + "securestore fleet leave takes the store out")
        }
        let identifier = wanted ?? fleet.type.newIdentifier()
        // A replica opens with this machine's device key, whatever else opens it.
        let isByItself = try store.protection().opensWithDeviceKey
        let credential = isByItself ? Credential.deviceKey : .sessionKey(try store.sessionKey())
        do {
            try fleet.connection(identifier, server)
                .begin(at: fleet.access.path, named: arguments.value(of: .fleetName), credential)
                .noteContact(at: .now)
        } catch let error as StoreError
            where [.unknownOutcome, .keptByFleet].contains(error.status)
            || ((try? fleet.type.identifier(of: store)) == identifier)
        {
            throw CommandError(
                error.status, error.reason, hint: "the same command with --identifier \(identifier) ends it")
        } catch { try FleetAccess.explaining { throw error } }
        try Output.print(identifier)
        if !isByItself {
            Terminal.tell(
                "in a fleet, each machine opens the store with its device key, without a passphrase")
        }
        Terminal.hint("securestore fleet join \(identifier) on another machine, and approve here")
    }

    static let fleetJoin = Command(
        name: "join", summary: "ask to be let into a fleet, wait for it, and copy the store",
        details: """
            Prints a code, and nothing else, on standard output. Carry it to a host of the fleet by another way than \
            through the server, and keep it secret: approve asks for it there. Then the fleet's store is copied to where \
            the store of this machine is to be.

            If the time is over or the command is interrupted, run it again: it goes on with the same code. With --invitation, \
            no code is printed and nobody has to carry one.
            """,
        options: Option.fleetServers + [.fleetName, .fleetWait, .forgetOther, .invitation],
        operands: [Operand("IDENTIFIER")],
        examples: [
            Example("join 8f0e7c1a52d94b6e9c3d1f2a4b5c6d7e --server service=secrets", "ask, and wait"),
            Example("join 8f0e7c1a52d94b6e9c3d1f2a4b5c6d7e --name web-2 --wait 8h", "under another name"),
            Example(
                "join 8f0e7c1a52d94b6e9c3d1f2a4b5c6d7e --invitation /run/secrets/pods", "when a pod starts"),
        ]
    ) { arguments in
        let fleet = try FleetAccess(arguments)
        let wait = try arguments.duration(of: .fleetWait, upToDays: 30) ?? .seconds(900)
        let (identifier, server) = ((arguments.operand(0) ?? "").lowercased(), try fleet.server())
        let store: ItemStore
        if FileFacts(fleet.access.path) != nil {
            store = try joined(fleet, identifier, server)
        } else {
            try requireFreePlace(fleet, arguments)
            // Before anything is asked of the server.
            try fleet.access.directory.makeFolder(for: fleet.access.path)
            try NetworkFileSystem.refuse(FileFacts.folder(of: fleet.access.path))
            store = try FleetAccess.explaining {
                try join(fleet, try fleet.connection(identifier, server), arguments, wait)
            }
        }
        PendingJoin(for: fleet.access.path).remove()
        store.noteContact(at: .now)
        let replica = try? fleet.access.openToReadWithoutUnlocking(DeletedLogins.options())
        let count = try? replica.map { try DeletedLogins.countOfAll(in: $0) }
        Terminal.tell("this machine is in the fleet" + (count.map { ", with \($0)" } ?? ""))
    }

    /// A store that was there, and is gone, may be on a volume that is not mounted.
    private static func requireFreePlace(_ fleet: FleetAccess, _ arguments: Arguments) throws {
        guard !arguments.has(.forgetOther) else { return try ItemStore.forget(at: fleet.access.path) }
        do throws(StoreError) { _ = try fleet.access.openToReadWithoutUnlocking() } catch {
            guard error.status != .noSuchKeychain else { return }
            throw CommandError(
                error.status, error.reason,
                hint: "securestore fleet join --forget makes the replica in its place")
        }
    }

    private static func joined(
        _ fleet: FleetAccess, _ identifier: String, _ server: (settings: String, schema: String)
    ) throws -> ItemStore {
        let own = try fleet.type.identifier(of: try fleet.access.openToRead())
        try require(
            own == identifier, "there is a store already at \(fleet.access.path)",
            hint: "--store names another place; where it was moved away, --forget makes the replica",
            status: .duplicateKeychain)
        return try FleetAccess.explaining(of: identifier) {
            let connection = try fleet.connection(identifier, server)
            let store = try fleet.replica(connection)
            try connection.takeIn(store)
            return store
        }
    }

    private static func join(
        _ fleet: FleetAccess, _ connection: any FleetConnection, _ arguments: Arguments, _ wait: Duration
    ) throws -> ItemStore {
        let (end, pending) = (ContinuousClock.now + wait, PendingJoin(for: fleet.access.path))
        let (invitation, name) = (
            try invitation(arguments), arguments.value(of: .fleetName) ?? fleet.type.machineName
        )
        var kept: FleetConnection.Request?
        if let bytes = try pending.read(connection.identifier) {
            kept = try readable(hint: pending.again) { () throws(StoreError) in
                try fleet.type.request(bytes, as: name, invitedWith: nil)
            }
        }
        if let kept, let store = try answered(kept, fleet, connection) { return store }
        // Others with the invitation may know its code, which a person must not carry then.
        if invitation == nil, kept?.isInvited == true { kept = nil }
        let hint = invitation.map { _ in "FILE has what securestore fleet invite has printed" }
        let request = try readable(hint: hint) { () throws(StoreError) in
            try fleet.type.request(kept?.bytes, as: name, invitedWith: invitation)
        }
        // A fleet that is not there is told before a request for it would be in the way of the next one.
        if let store = try answered(request, fleet, connection) { return store }
        try pending.write(connection.identifier, request.bytes)
        try connection.ask(request.bytes, invitedWith: invitation)
        if invitation == nil {
            try Output.print(request.code)
            Terminal.hint("securestore fleet approve on a host of the fleet asks for this code")
        }
        // A server that is away for a while has not answered yet.
        var absence: StoreError?
        while ContinuousClock.now < end {
            do {
                if let store = try answered(request, fleet, connection) { return store }
                absence = nil
            } catch let error as StoreError where [.notAvailable, .databaseLocked].contains(error.status) {
                absence = error
            }
            guard Interruption.held(during: { Interruption.next(within: .seconds(1)) }) == nil else { break }
        }
        if let absence { throw absence }
        throw CommandError(
            .authFailed, "nobody has let this machine in yet",
            hint: invitation == nil
                ? "run it again to go on with the same code"
                : "securestore fleet invitations on a host of the fleet shows whether the invitation holds, and approve "
                    + "--invited there lets in who waits")
    }

    /// Nobody has refused the machine where its own files cannot be read.
    private static func readable(
        hint: String?, _ read: () throws(StoreError) -> FleetConnection.Request
    ) throws -> FleetConnection.Request {
        do throws(StoreError) { return try read() } catch {
            throw CommandError(error.status == .authFailed ? .param : error.status, error.reason, hint: hint)
        }
    }

    private static func invitation(_ arguments: Arguments) throws -> SecretBytes? {
        guard let path = arguments.value(of: .invitation) else { return nil }
        guard path != "-" else { return try SecretInput.standardInput(limit: 4_096).withoutLineBreak() }
        return try SecretInput.file(path, limit: 4_096).withoutLineBreak()
    }

    private static func answered(
        _ request: FleetConnection.Request, _ fleet: FleetAccess, _ connection: any FleetConnection
    ) throws -> ItemStore? {
        try unless(.authFailed) { () throws(StoreError) in
            try connection.join(request.bytes, at: fleet.access.path)
        }
    }
}
