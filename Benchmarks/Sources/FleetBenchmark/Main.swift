import CSecureStorePostgres
import Foundation
import SecureStore
import SecureStoreFleet

/// Measures a turn that keeps a change of one small row against a bare UPDATE of one row, in turn and in blocks, on the
/// server that the argument says: libpq's settings of a role that may make a schema, which is dropped at the end.
@main
struct Main {
    struct Failure: Error {}

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { throw Failure() }
        let (settings, schema) = (CommandLine.arguments[1], "securestore_benchmark_\(getpid())")
        guard let bare = unsafe PQconnectdb(settings) else { throw Failure() }
        defer { unsafe PQfinish(bare) }
        func run(_ statement: String) throws {
            let result = unsafe PQexecParams(bare, statement, 0, nil, nil, nil, nil, 1)
            defer { unsafe PQclear(result) }
            let status = unsafe PQresultStatus(result)
            guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw Failure() }
        }
        try FleetSchema(settings, schema: schema).prepare()
        defer { try? run("DROP SCHEMA \(schema) CASCADE") }
        try run("CREATE TABLE \(schema).bare (id bigint PRIMARY KEY, state bytea)")
        try run("INSERT INTO \(schema).bare VALUES (1, '')")
        let fleet = try FleetServer(settings, fleet: Array(repeating: 7, count: 16), schema: schema)
        let content = [UInt8](repeating: 1, count: 400)
        try fleet.register(change(1, content, keys: [1]))

        var (updates, turns): ([Duration], [Duration]) = ([], [])
        for _ in 0..<20 {
            for _ in 0..<25 {
                let text = String(repeating: "61", count: 400)
                updates.append(
                    try ContinuousClock().measure {
                        try run("UPDATE \(schema).bare SET state = '\\x\(text)' WHERE id = 1")
                    })
            }
            for _ in 0..<25 {
                turns.append(
                    try ContinuousClock().measure {
                        try fleet.takingTurn { (turn) throws(StoreError) in
                            try turn.keep(change(try turn.newest().number + 1, content))
                        }
                    })
            }
        }
        // The fast tenth is what it costs where nothing else runs.
        for (name, share) in [("median", 2), ("fast tenth", 10)] {
            let (update, turn) = (
                updates.sorted()[updates.count / share], turns.sorted()[turns.count / share]
            )
            print(
                "\(name): a bare update \(update), a turn that keeps one row \(turn), \(turn / update) times as long"
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
