import SecureStore

extension Command {
    static let fleetStatus = Command(
        name: "status", summary: "show how far this machine, the server and the others are",
        details: """
            Takes in what is new. If the server does not answer, it shows what this machine has, and ends with an error: \
            so a monitor can run it.
            """,
        options: Option.fleetServers + [.json],
        examples: [Example("status", "as text"), Example("status --json", "for programs")]
    ) { arguments in
        let fleet = try FleetAccess(arguments)
        let server = try fleet.server()
        let local = try fleet.openToRead()
        let identifier = try fleet.identifier(of: local)
        var status = FleetStatus(
            fleet: identifier, path: fleet.access.path, number: try local.sequenceNumber())
        var failure: StoreError?
        do {
            let connection = try fleet.connection(identifier, server)
            status.hosts = try FleetHosts(connection, try fleet.replica(connection))
        } catch let error as StoreError {
            (failure, status.failure) = (error, error.reason)
            status.hasAnswer = error.status != .notAvailable
        }
        try Output.print(arguments.has(.json) ? status.json.text : status.text)
        if let failure { try FleetAccess.explaining(of: identifier) { throw failure } }
    }
}

private struct FleetStatus {
    let fleet: String
    let path: String
    let number: UInt64
    var hosts: FleetHosts?
    var failure: String?
    var hasAnswer = true

    var json: JSON {
        .object([
            ("fleet", .string(fleet)), ("path", .string(path)), ("change", .number(Int64(clamping: number))),
            ("slot", hosts?.own.map { .number(Int64($0)) } ?? .null),
            ("serverChange", hosts.map { .number(Int64(clamping: $0.newest)) } ?? .null),
            ("error", failure.map { .string($0) } ?? .null),
            ("hosts", hosts.map { hosts in .array(hosts.all.map { hosts.json($0) }) } ?? .null),
        ])
    }

    var text: String {
        let own = hosts?.all.first { $0.slot == hosts?.own }
        let here = (own?.name.map { "\($0), " } ?? "") + "at change \(number)"
        var rows: [(title: String, value: String?)] = [
            ("fleet", fleet), ("file", path), ("this machine", here), ("server", server),
        ]
        for host in hosts?.all ?? [] where host.slot != hosts?.own { rows.append(("host", line(host))) }
        return TextTable.titled(rows, width: 14)
    }

    private var server: String {
        guard let newest = hosts?.newest else { return (hasAnswer ? "" : "no answer: ") + (failure ?? "") }
        return newest == number ? "at change \(newest)" : "at change \(newest), now taken in"
    }

    private func line(_ host: FleetConnection.Machine) -> String {
        let name = host.name ?? "slot \(host.slot)"
        guard let seen = host.seen, let newest = hosts?.newest else { return "\(name), has not joined yet" }
        let behind = host.number < newest ? ", \(newest - host.number) behind" : ""
        return "\(name), at change \(host.number)\(behind), seen \(Moment.ago(seen))"
    }
}
