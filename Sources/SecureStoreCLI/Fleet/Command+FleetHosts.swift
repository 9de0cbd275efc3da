import SecureStore

extension Command {
    static let fleetApprove = Command(
        name: "approve", summary: "let in the machine that has asked with a code",
        details: """
            Asks for the code at the terminal, or reads it from standard input. Shows what the machine calls \
            itself, and asks; a script is not asked. From then on the machine reads and changes everything \
            in the store, and lets others in. With --read-only it reads everything and changes nothing: it \
            gets no key that would make the others accept a change. With --invited, the machines that wait \
            with an invitation are let in, on its terms.
            """,
        options: Option.fleetServers + [.yes, .readOnly, .invited],
        examples: [
            Example("approve --server service=secrets", "asks for the code"),
            Example("approve --yes < code.txt", "for a script"),
            Example("approve --read-only", "a machine that only reads"),
            Example("approve --invited", "those that wait with an invitation"),
        ]
    ) { arguments in
        try arguments.requireAtMostOne(of: [.invited, .readOnly])
        guard !arguments.has(.invited) else { return try letInInvited(arguments) }
        let rights: HostRights = arguments.has(.readOnly) ? .readOnly : .readWrite
        let again = "run it again with the same code: the machine may be in"
        try FleetAccess(arguments).withReplica(orElse: again) { fleet, store in
            let code = try code()
            let name: String?
            do throws(StoreError) { name = try fleet.nameOfHost(asking: code) } catch {
                guard error.status == .authFailed else { throw error }
                throw CommandError(.authFailed, error.reason, hint: whereCodeIs)
            }
            guard let name else {
                throw CommandError(
                    .authFailed, "no machine has asked to join with this code", hint: whereCodeIs)
            }
            try arguments.confirm(
                "let \(Terminal.quoted(name)) into the fleet, to \(rights == .readOnly ? "read" : "read and change") everything in "
                    + "the store?")
            let slot = try fleet.letIn(code, as: rights, over: store).slot
            try Output.print(isIn(name, slot))
        }
    }

    private static func letInInvited(_ arguments: Arguments) throws {
        var arrived: [String] = []
        let outcome = Result {
            try FleetAccess(arguments).withReplica { fleet, store in
                try fleet.catchUp(store)
                try fleet.letInInvited(over: store) { arrived.append(isIn($0, $1)) }
            }
        }
        for line in arrived { try Output.print(line) }
        try outcome.get()
    }

    private static func isIn(_ name: String, _ slot: Int) -> String {
        "\(Terminal.harmless(name)) is in, with slot \(slot)"
    }

    private static let whereCodeIs = "securestore fleet join on the machine shows its code"

    private static func code() throws -> SecretBytes {
        guard Terminal.isInput else {
            return try SecretInput.standardInput(limit: 4_096).withoutLineBreak()
        }
        return try require(
            Prompt.secret("code of the machine that asks: "), "there is no terminal to ask for the code at")
    }

    static let fleetHosts = Command(
        name: "hosts", summary: "list the machines of the fleet",
        details: """
            The slots, the names, and what a machine may do (MAY) are proven. CHANGE is the newest change \
            that a machine has taken in, and SEEN is how long ago it said so: the machine itself reports \
            these, through the server.
            """,
        options: Option.fleetServers + Listing.options,
        examples: [Example("hosts", "a table"), Example("hosts --json", "for programs")]
    ) { arguments in
        let fleet = try FleetAccess(arguments)
        var listing = try Listing(arguments, FleetHosts.headings)
        try fleet.withReplica { fleet, store in
            let hosts = try FleetHosts(fleet, store)
            for host in hosts.all { listing.add(hosts.row(host), json: hosts.json(host)) }
        }
        try listing.print(ifEmpty: "no machine is in the fleet")
    }

    static let fleetRemove = Command(
        name: "remove", summary: "remove machines from the fleet, and replace its keys",
        details: """
            Their slots go, and every item is encrypted again with new keys: the machines read nothing that is written \
            afterwards. They keep what they had, so change the secrets that matter. Several cost one change of keys. If it is \
            interrupted, run it again.

            If all of them only read, the new keys are for what is written from then on. What they have read is not encrypted \
            again, as that would keep nothing from them; the next rotate, or the next removal, does it.
            """,
        options: Option.fleetServers + [.yes], operands: [Operand("HOST", isRepeated: true)],
        examples: [
            Example("remove web-2", "by its name"), Example("remove 7", "by the number of its slot"),
            Example("remove pod-1 pod-2", "several, with one change of keys"),
        ]
    ) { arguments in
        let fleet = try FleetAccess(arguments)
        let again = "run it again: the machine may be out, and the change of keys unfinished"
        try fleet.withReplica(orElse: again) { fleet, store in
            let hosts = try FleetHosts(fleet, store)
            let named = try arguments.operands.map { word throws(CommandError) in (word, try hosts.slot(word))
            }
            let slots = named.compactMap(\.1)
            if slots.isEmpty {
                return try endRemoval(of: arguments.operands, hosts) { observer in
                    try fleet.endRemoval(over: store, onProgress: observer)
                }
            }
            if let unknown = named.first(where: { $0.1 == nil }) {
                throw CommandError.failure(
                    unknownMachine(unknown.0), hint: "securestore fleet hosts shows them; nothing was changed"
                )
            }
            let areReadOnly = hosts.areReadOnly(slots)
            let keys = areReadOnly ? "make new keys for what comes" : "replace all keys"
            try arguments.confirm("remove \(hosts.titles(slots)) and \(keys)?")
            try ProgressBar.interruptibly("remove") {
                try fleet.remove(slots, over: store, onProgress: $0)
            }
            let lines = slots.map { hosts.removed($0) }.joined(separator: "\n")
            try Output.print(
                lines
                    + (areReadOnly
                        ? ", and what is written from now on has new keys" : ", and all keys are new"))
        }
    }

    private static func unknownMachine(_ name: String) -> String {
        "no machine of the fleet is called \(Terminal.quoted(name))"
    }

    /// A removal that was interrupted has taken the machine's name away, by which it is called again.
    private static func endRemoval(
        of names: [String], _ hosts: FleetHosts, _ end: (@escaping WorkProgress.Observer) throws -> Bool
    ) throws {
        let isEnded = try ProgressBar.interruptibly("remove", end)
        let sentence = names.map { unknownMachine($0) }.joined(separator: ", and ")
        let areNamed = hosts.all.allSatisfy { $0.name != nil }
        try require(
            isEnded && areNamed, sentence + (areNamed ? "" : ", as far as their names are known"),
            hint: (isEnded ? "a removal that was interrupted is ended now; " : "")
                + "securestore fleet hosts shows them")
        try Output.print(sentence + ", and all keys are new")
    }

    static let fleetPrune = Command(
        name: "prune", summary: "remove from the server what no machine needs any more",
        details: """
            Each change leaves some 32 bytes on the server, by which machines that were away follow. Those of changes that \
            all machines know go. A machine that is away, or was let in and never joined, keeps what it may need: remove it \
            if it does not come back. Needs an administrator's login.
            """,
        options: Option.fleetServers,
        examples: [Example("prune --server service=secrets-keeper", "once a day, say")]
    ) { arguments in
        try FleetAccess(arguments).withReplica { fleet, store in
            let known = try fleet.prune(over: store)
            try Output.print("all machines know change \(known)")
        }
    }

    static let fleetLeave = Command(
        name: "leave", summary: "make this machine's replica a store by itself",
        details: """
            Needs no server. The store keeps its items and opens with this machine's device key. If it has a passphrase, \
            that is asked for, and alone opens the store from then on. The fleet does not hear of it: remove this machine \
            there. Both sides know the same keys, so rotate here, too.
            """,
        options: [.yes], examples: [Example("leave", "the default store")]
    ) { arguments in
        let fleet = try FleetAccess(arguments)
        let store = try fleet.access.open()
        _ = try fleet.identifier(of: store)
        try arguments.confirm("take this store out of its fleet?")
        // From then on it opens with that alone.
        if try store.protection().hasPassphrase { _ = try fleet.access.unlockWithPassphrase(store) }
        try fleet.type.leave(store)
        try Output.print("\(Terminal.harmless(fleet.access.path)) is a store by itself")
        Terminal.hint(
            "securestore fleet remove on another machine removes this one; securestore rotate here")
    }
}
