import Foundation
import SecureStore
import SecureStoreFleet

/// Measures a turn that keeps a change of one small row against a bare UPDATE of one row, in turn and in
/// blocks, on the server that the argument says: libpq's settings of a role that may make a schema, which is
/// dropped at the end.
///
/// With `changes`, `reads`, `copies`, `hosts`, `writers` or `processes` behind it, measures replicas instead.
@main
struct Main {
    struct Failure: Error {}

    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard let settings = words.first else { throw Failure() }
        if words.count == 8 { return try Processes.work(settings, Array(words.dropFirst())) }
        guard words.count <= 2 else { throw Failure() }
        let schema = "securestore_benchmark_\(getpid())"
        let bare = try Bare(settings, table: "\(schema).bare")
        try bare.run("SET client_min_messages = error")
        try FleetSchema(settings, schema: schema).prepare()
        defer { try? bare.run("DROP SCHEMA \(schema) CASCADE") }
        try bare.run("CREATE TABLE \(schema).bare (id bigint PRIMARY KEY, state bytea)")
        try bare.run("INSERT INTO \(schema).bare VALUES (1, '')")
        let what = words.dropFirst().first ?? "turns"
        if what == "turns" { return try measureTurns(settings, schema, bare) }
        let directory = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let fleet = try Fleet(Fleet.newIdentifier(), on: settings, schema: schema)
        let replicas = Replicas(fleet: fleet, directory: directory) {
            try Bare(settings, table: "\(schema).bare")
        }
        switch what {
        case "changes": try replicas.measureChanges()
        case "reads": try replicas.measureReads()
        case "copies": try replicas.measureCopies()
        case "hosts": try replicas.measureHosts()
        case "writers": try replicas.measureWriters()
        case "processes": try Processes(settings: settings, schema: schema, replicas: replicas).measure()
        default: throw Failure()
        }
    }

    static func measureTurns(_ settings: String, _ schema: String, _ bare: Bare) throws {
        let fleet = try FleetServer(settings, fleet: Array(repeating: 7, count: 16), schema: schema)
        let content = [UInt8](repeating: 1, count: 400)
        try fleet.register(change(1, content, keys: [1]))

        var (updates, turns): ([Duration], [Duration]) = ([], [])
        for _ in 0..<20 {
            for _ in 0..<25 {
                updates.append(try ContinuousClock().measure { try bare.update() })
            }
            for _ in 0..<25 {
                turns.append(
                    try ContinuousClock().measure {
                        let turn = try fleet.takeTurn()
                        defer { turn.end() }
                        try turn.keep(change(try turn.newest().number + 1, content))
                    })
            }
        }
        compare(updates, turns, "a turn that keeps one row")
    }

    /// Prints what one of each takes.
    static func compare(_ updates: [Duration], _ others: [Duration], _ name: String) {
        // The fast tenth is what it costs where nothing else runs.
        for (words, share) in [("median", 2), ("fast tenth", 10)] {
            let (update, other) = (
                updates.sorted()[updates.count / share], others.sorted()[others.count / share]
            )
            print(
                "\(words): a bare update \(update), \(name) \(other), \(other / update) times as long, "
                    + "\(update / other) of its throughput"
            )
        }
    }

    static func change(_ number: UInt64, _ content: [UInt8], keys: [UInt8]? = nil) -> OutgoingChange {
        OutgoingChange(
            state: KeptState(number: number, keysVersion: 1, box: content),
            link: Array(repeating: UInt8(truncatingIfNeeded: number), count: 32), keys: keys, handover: nil
        ) { (body) throws(StoreError) in try body(Int64(number % 100), content) }
    }
}
