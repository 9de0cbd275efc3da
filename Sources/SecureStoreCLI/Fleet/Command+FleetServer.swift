import SecureStore

// The server's copy of a fleet.
extension Command {
    static let fleetVerify = Command(
        name: "verify", summary: "compare the server's copy with this machine's replica",
        details: """
            Opens every item of the replica, and compares it with what the server has for the next machine \
            that joins. Compares the newest state too. Changes nothing. If anything differs, the hint says \
            which command mends it, and on which machine.
            """,
        options: Option.fleetServers,
        examples: [Example("verify", "ends with an error when anything differs")]
    ) { arguments in
        let copy = try compared(.verify, arguments)
        try printLosses(of: copy)
        guard let hint = hint(for: copy) else { return }
        throw CommandError(
            copy.remedy == .reseed ? .divergedHistory : .decode,
            "the server's copy is not what this machine has proven", hint: hint)
    }

    static let fleetRepair = Command(
        name: "repair", summary: "write what the server's copy lacks from this machine's replica",
        details: """
            Shows what differed. It is a change, which the other machines take in. A newest state that is damaged or missing \
            is written again where nothing can be lost with it: on the machine with the highest change.
            """,
        options: Option.fleetServers, examples: [Example("repair", "after verify has found something")]
    ) { arguments in
        let copy = try compared(.repair, arguments)
        if !copy.differences.isEmpty { try Output.print("the server has them as this machine does") }
    }

    static let fleetReseed = Command(
        name: "reseed", summary: "make the fleet writable again after its server went back",
        details: """
            For a server that was restored, or a standby that was behind: it gets what this machine has. Run status on every \
            machine first, and this on the one with the highest change. Fleet and slots stay. Machines that were no further \
            than the server follow. Others that say that the server went back join again, with --forget.

            Changes that only the server has, and that other machines have seen, would be lost. The command \
            shows them and does nothing, unless --discard accepts the loss. It cannot know what a machine has seen that has \
            not asked the server since, and asks you. A script has to say --yes.
            """,
        options: Option.fleetServers + [.discard, .yes],
        examples: [
            Example("reseed", "asks; takes nothing away"),
            Example("reseed --discard", "also loses what it shows"),
        ]
    ) { arguments in
        let copy = try compared(.verify, arguments)
        try printLosses(of: copy)
        guard copy.losesNothing || arguments.has(.discard) else {
            throw CommandError(
                .divergedHistory, "the fleet may lose what this machine does not have",
                hint: hint(for: copy))
        }
        let unknown = "a machine that has not asked the server since it went back loses what only it has"
        guard arguments.has(.yes) || arguments.mayAsk else {
            throw CommandError.failure(
                unknown, hint: "securestore fleet status on each machine asks; --yes then goes on")
        }
        if arguments.mayAsk { Terminal.tell(unknown) }
        try arguments.confirm("replace what the server has with what this machine has?")
        try onServer("reseed", arguments) { _, store, observer throws(StoreError) in
            try copy.reseed(store, observer)
        }
        let loss = copy.losses.isEmpty ? "" : ", and the above is lost"
        try Output.print("the server has what this machine has" + loss)
    }

    /// The next step for a copy that differs.
    private static func hint(for copy: FleetCopy) -> String? {
        switch copy.remedy {
        case .none: return nil
        case .repair where copy.losesNothing: return "securestore fleet repair writes it from here"
        case .reseed where copy.losesNothing: return "securestore fleet reseed writes it from here"
        case .repair where copy.isNewest && copy.hasNames, .reseed where copy.isNewest && copy.hasNames:
            return "save the above where it is; securestore fleet reseed --discard then writes it from here"
        case .repair, .reseed:
            return
                "securestore fleet verify on the machine with the highest change, which fleet status shows, says what to do "
                + "there; if it is this one, or lost, securestore fleet reseed --discard here; if others go on, \(joinAgain)"
        }
    }

    private static let joinAgain = "move this store away, and join with --forget"

    private static func printLosses(of copy: FleetCopy) throws {
        for line in copy.losses { try Output.print("would be lost: \(Terminal.harmless(line))") }
    }

    /// Prints how the server's copy differs, or did.
    private static func compared(_ act: FleetCopy.Act, _ arguments: Arguments) throws -> FleetCopy {
        let copy = try onServer("\(act)", arguments) { fleet, store, observer throws(StoreError) in
            try fleet.serverCopy(act, over: store, observer)
        }
        for line in copy.differences { try Output.print(Terminal.harmless(line)) }
        let differences = Count.of(copy.differences.count, "difference")
        try Output.print("\(Count.items(copy.itemCount)) compared, \(differences)")
        return copy
    }

    private static func onServer<R>(
        _ name: String, _ arguments: Arguments,
        _ body: (any FleetConnection, ItemStore, @escaping WorkProgress.Observer) throws(StoreError) -> R
    ) throws -> R {
        try FleetAccess(arguments).withReplica(orElse: "run it again") { fleet, store in
            do {
                return try ProgressBar.interruptibly(name) { try body(fleet, store, $0) }
            } catch let error as StoreError where error.status == .noSuchKeychain {
                throw CommandError(error).hinting(
                    "securestore fleet init --tables --server SETTINGS, with the login of their owner, makes the tables; then run it again"
                )
            } catch let error as StoreError
                where name == "verify" && [.divergedHistory, .invalidData].contains(error.status)
            {
                throw CommandError(error).hinting(
                    "run it on the machine with the highest change, which fleet status shows; if others go on, \(joinAgain); "
                        + "if none can, securestore fleet leave here, and begin a new fleet"
                )
            }
        }
    }
}
