import SecureStore

// The server's copy of a fleet.
extension Command {
    static let fleetVerify = Command(
        name: "verify", summary: "compare the server's copy with this machine's replica",
        details: """
            Opens every item of the replica, and compares it with what the server has for the next machine that joins. \
            Changes nothing. repair writes what differs.
            """,
        options: Option.fleetServers,
        examples: [Example("verify", "ends with an error when anything differs")]
    ) { arguments in
        let copy = try compared(.verify, arguments)
        guard copy.differences.isEmpty else {
            throw CommandError(
                .decode, "the server's copy is not what this machine has proven",
                hint: "securestore fleet repair writes it from here")
        }
    }

    static let fleetRepair = Command(
        name: "repair", summary: "write what the server's copy lacks from this machine's replica",
        details: "Shows what differed. It is a change, which the other machines take in.",
        options: Option.fleetServers, examples: [Example("repair", "after verify has found something")]
    ) { arguments in
        let copy = try compared(.repair, arguments)
        if !copy.differences.isEmpty { try Output.print("the server has them as this machine does") }
    }

    static let fleetReseed = Command(
        name: "reseed", summary: "make the fleet writable again after its server went back",
        details: """
            For a server that was restored, or a standby that was behind: it gets what this machine has. Run it on the machine \
            with the highest change. Fleet and slots stay. Machines that were no further than the server follow, and lose what \
            they have changed since; it is shown. Others that say that the server went back join again, with --forget.
            """,
        options: Option.fleetServers + [.yes],
        examples: [Example("reseed", "asks, and shows what is lost")]
    ) { arguments in
        try arguments.confirm("replace what the server has with what this machine has?")
        let copy = try compared(.reseed, arguments)
        for item in copy.lost { try Output.print("lost: \(lossWords(item))") }
        try Output.print("the server has what this machine has, and \(copy.lost.count) items are lost")
    }

    /// Prints how the server's copy differs, or did.
    private static func compared(_ act: FleetCopy.Act, _ arguments: Arguments) throws -> FleetCopy {
        try FleetAccess(arguments).withReplica(orElse: "run it again") { fleet, store in
            let progress = ProgressBar("\(act)")
            let copy = try Interruption.held { try fleet.serverCopy(act, over: store, progress.observe) }
            progress.finish()
            for line in copy.differences { try Output.print(Terminal.harmless(line)) }
            try Output.print("\(Count.items(copy.itemCount)) compared, \(copy.differences.count) differences")
            return copy
        }
    }

    /// The class of an item, and what people call it.
    private static func lossWords(_ item: ItemAttributes) -> String {
        let names: [AttributeName] = [.service, .server, .account, .label]
        let words = names.compactMap { item[$0]?.text }.map { Terminal.quoted($0) }
        return ([item.itemClass.optionName] + words).joined(separator: " ")
    }
}
