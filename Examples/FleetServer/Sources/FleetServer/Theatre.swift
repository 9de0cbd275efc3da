import Foundation
import SecureStore
import SecureStoreFleet

/// Sets up a server and a fleet of three machines, and then breaks one thing after another.
final class Theatre {
    private static let names = ["anna", "bert", "cleo"]
    private let directory: String
    private let server: String
    private let fleet: Fleet
    private var players: [String: Player] = [:]

    /// Starts the server, begins a fleet on the first machine, and lets the two others in.
    init() throws {
        directory = NSTemporaryDirectory() + "fleet-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let machines = directory + "/machines"
        try FileManager.default.createDirectory(
            atPath: machines, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        server = "host=\(directory)/postgres user=owner dbname=postgres"
        try Self.postgres("start", directory)
        try Fleet.prepareServer(server)
        fleet = try Fleet(Fleet.newIdentifier(), on: server)
        let first = Self.names[0]
        _ = try ItemStore.create(
            at: Machine.path(first, machines), options: Machine.options(first, machines))
        let store = try fleet.begin(
            with: Machine.path(first, machines), as: first, options: Machine.options(first, machines))
        for name in Self.names.dropFirst() {
            // On a machine of its own, a person carries the code from `ask` to `letIn`.
            let request = try fleet.ask(as: name, options: Machine.options(name, machines))
            _ = try fleet.letIn(request.code, over: store)
            _ = try fleet.join(
                request, at: Machine.path(name, machines), options: Machine.options(name, machines))
        }
        show("a fleet of \(try fleet.hosts(over: store).compactMap(\.name).joined(separator: ", "))")
    }

    /// Plays; throws unless all goes as it should.
    func play() throws {
        show("\n1. Three machines count, each in an item of its own.")
        for name in Self.names { try start(name) }
        for name in Self.names { try wait(for: "counted 5", of: name) }

        show("\n2. \(Self.names[2]) is killed. The others go on; it comes back and takes in what it missed.")
        kill(Self.names[2])
        let count = players[Self.names[0]]?.count ?? 0
        try wait(for: "counted \(count + 10)", of: Self.names[0])
        try start(Self.names[2])
        try wait(for: "begins at ", of: Self.names[2])

        show("\n3. The server crashes. Reads go on; nothing is changed until it is back.")
        try Self.postgres("crash", directory)
        for name in Self.names { try wait(for: "the server is away", of: name) }
        try Self.postgres("start", directory)
        for name in Self.names { try wait(for: "the server is back", of: name) }
        for name in Self.names { kill(name) }
        try compare()
    }

    /// Ends what runs, and removes all files.
    func close() {
        for name in Self.names { kill(name) }
        try? Self.postgres("crash", directory)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Asserts that all replicas are the same, with everything that a machine was told is kept.
    private func compare() throws {
        var found: Set<[Int]> = []
        for name in Self.names {
            let machine = try Machine(
                name, in: directory + "/machines", of: fleet.identifier, on: server)
            let number = Int(try machine.catchUp())
            found.insert([number] + (try Self.names.map { try machine.count(of: $0) }))
        }
        let counts = Self.names.map { players[$0]?.count ?? 0 }
        guard found.count == 1, let same = found.first, zip(same.dropFirst(), counts).allSatisfy({ $0 >= $1 })
        else {
            throw StoreError(.invalidData, "replicas differ, or a change is lost: \(found), told \(counts)")
        }
        show(
            "\nThree replicas at change \(same[0]), with \(same.dropFirst().reduce(0, +)) counted: nothing is lost."
        )
    }

    // MARK: - Processes

    private func start(_ name: String) throws {
        let words = [name, directory + "/machines", fleet.identifier, server]
        players[name] = try Player(
            name, words, logging: "\(directory)/\(name).log", told: players[name]?.count ?? 0)
    }

    private func kill(_ name: String) { players[name]?.kill() }

    /// Waits until a machine says a line, while all are shown; a minute at most.
    private func wait(for line: String, of name: String) throws {
        for _ in 0..<3_000 {
            for (other, player) in players where other != name { _ = player.hasSaid("\u{0}") }
            guard let player = players[name], player.isRunning else { break }
            if player.hasSaid(line) { return }
            usleep(20_000)
        }
        throw StoreError(.notAvailable, "\(name) has ended, or does not say: \(line)")
    }

    private static func postgres(_ word: String, _ directory: String) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../postgres").standardized
        let process = try Process.run(script, arguments: [word, directory + "/postgres"])
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw StoreError(.notAvailable, "PostgreSQL cannot be started; is it installed?")
        }
    }
}
