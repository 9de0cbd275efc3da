import SecureStore

extension Command {
    static let fleetInvite = Command(
        name: "invite", summary: "let machines in that come later, without approving each of them",
        details: """
            Prints a code, once, and nothing shows it again. Machines that join with it, --uses of them within --for, are let \
            in by approve --invited or by a machine on which fleet follow runs. The code opens no store. It is of no use any \
            more after revoke, and after remove and rotate, because who was removed may know it. With --read-only the machines \
            read everything and change nothing.
            """,
        options: Option.fleetServers + [.uses, .lasting, .readOnly], operands: [Operand("NAME")],
        examples: [
            Example("invite pods --uses 20 --for 1d", "for the next twenty machines"),
            Example("invite web-7", "for one machine within the hour"),
            Example("invite workers --uses 50 --for 7d --read-only", "for machines that only read"),
        ]
    ) { arguments in
        let name = arguments.operand(0) ?? ""
        let uses = try arguments.number(of: .uses, in: 1...1_000) ?? 1
        let time = try arguments.duration(of: .lasting, upToDays: 366) ?? .seconds(3_600)
        try FleetAccess(arguments).withReplica { fleet, store in
            let rights: HostRights = arguments.has(.readOnly) ? .readOnly : .readWrite
            let made = try unless(.duplicateItem) { () throws(StoreError) in
                try fleet.invite(as: name, uses: uses, within: time, for: rights, over: store)
            }
            let code = try require(
                made, "there is an invitation called \(Terminal.quoted(name)) already",
                hint: "securestore fleet revoke ends it", status: .duplicateItem)
            do { try Output.print(code) } catch {
                // Nobody has the code.
                try? fleet.revokeInvitation(name, over: store)
                throw error
            }
        }
        Terminal.hint("securestore fleet join IDENTIFIER --invitation FILE on each machine")
    }

    static let fleetInvitations = Command(
        name: "invitations", summary: "list the invitations that hold",
        details:
            "USES is the number of machines that can still join with one, MAY what they may do then, and ENDS the time that is left.",
        options: Option.fleetServers + Listing.options,
        examples: [Example("invitations", "a table"), Example("invitations --json", "for programs")]
    ) { arguments in
        var listing = try Listing(arguments, ["NAME", "USES", "MAY", "ENDS"])
        try FleetAccess(arguments).withReplica { fleet, store in
            try fleet.catchUp(store)
            for (name, uses, left, rights) in try fleet.openInvitations(over: store) {
                listing.add(
                    [name, "\(uses)", rights == .readOnly ? "read" : "write", "in \(Moment.length(left))"],
                    json: .object([
                        ("name", .string(name)), ("uses", .number(Int64(uses))),
                        ("isReadOnly", .bool(rights == .readOnly)),
                        ("secondsLeft", .number(left.components.seconds)),
                    ]))
            }
        }
        try listing.print(ifEmpty: "no invitation holds")
    }

    static let fleetRevoke = Command(
        name: "revoke", summary: "end an invitation",
        details: "Machines that have joined with it stay: remove takes one out.",
        options: Option.fleetServers, operands: [Operand("NAME")],
        examples: [Example("revoke pods", "nobody else joins with it")]
    ) { arguments in
        let name = arguments.operand(0) ?? ""
        try FleetAccess(arguments).withReplica { fleet, store in
            let ended: Void? = try unless(.itemNotFound) { () throws(StoreError) in
                try fleet.revokeInvitation(name, over: store)
            }
            try require(
                ended != nil, "no invitation is called \(Terminal.quoted(name))",
                hint: "securestore fleet invitations lists those that hold", status: .itemNotFound)
        }
    }
}

extension Option {
    static let uses = Option(
        "uses", nil, "NUMBER", help: "how many machines may join with it; 1 if not given")
    static let lasting = Option(
        "for", nil, "TIME", help: "how long it holds: 90s, 15m, 8h, 2d; 1h if not given")
    static let invitation = Option(
        "invitation", nil, "FILE", help: "join with the invitation in a file; - for standard input")
    static let invited = Option(
        "invited", help: "let in all machines that wait with an invitation, and ask for no code")
}
