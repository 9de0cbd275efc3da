import Foundation
import SecureStore
import SecureStoreFleet

/// Measures how many single changes hosts make at once that are processes with directories of their own,
/// beside as many processes that update one row.
struct Processes {
    private static let counts = [1, 2, 4, 8, 16, 20]
    private static let (rounds, seconds) = (3, 3.0)

    let settings: String
    let schema: String
    let replicas: Replicas

    func measure() throws {
        let first = try replicas.begin(items: 0)
        for host in 1..<(Self.counts.max() ?? 1) { _ = try replicas.join("\(host)", over: first) }
        for count in Self.counts {
            // In turn, so that what else the machine does falls on all of them.
            let rates = try (0..<Self.rounds).map { _ in
                [
                    try rate(of: count, "change", threads: 1), try rate(of: count, "change", threads: 8),
                    try rate(of: count, "update", threads: 1),
                ]
            }
            let middle = (0..<3).map { kind in Int(rates.map { $0[kind] }.sorted()[Self.rounds / 2]) }
            // `Benchmarks/hosts` reads these lines.
            print("\(count) hosts: \(middle[0]) changes, \(middle[1]) with 8 threads, \(middle[2]) updates")
            fflush(nil)
        }
    }

    /// The work of all processes in a second, from the moment in which the last one is ready.
    private func rate(of count: Int, _ work: String, threads: Int) throws -> Double {
        let processes = try (0..<count).map { number in
            try Child([
                settings, work, schema, replicas.fleet.identifier, replicas.directory,
                number == 0 ? "a" : "\(number)", "\(threads)", "\(Self.seconds)",
            ])
        }
        for process in processes { guard process.nextLine() == "ready" else { throw Main.Failure() } }
        for process in processes { try process.go() }
        return try processes.reduce(0) { sum, process in
            guard let rate = process.nextLine().flatMap(Double.init) else { throw Main.Failure() }
            return sum + rate
        }
    }

    // MARK: - In the processes

    /// Changes or updates for a while, and prints how often a second it could.
    static func work(_ settings: String, _ words: [String]) throws {
        guard let threads = Int(words[5]), let seconds = Double(words[6]) else { throw Main.Failure() }
        let (schema, host) = (words[1], words[4])
        let fleet = try Fleet(words[2], on: settings, schema: schema)
        let replicas = Replicas(fleet: fleet, directory: words[3]) {
            try Bare(settings, table: "\(schema).bare")
        }
        let act: @Sendable () throws -> Void
        if words[0] == "change" {
            let store = try fleet.open(at: replicas.path(host), options: replicas.options(host))
            let secret = try SecretBytes(copying: [1, 2, 3, 4])
            let item = GenericPassword(service: "host \(host)", account: "shared")
            act = { try store.set(item, secret: secret) }
        } else {
            nonisolated(unsafe) let bare = try replicas.openBare()
            act = { try unsafe bare.update() }
        }
        try act()
        print("ready")
        fflush(nil)
        _ = readLine()
        print(try Replicas.rate(of: threads, for: seconds) { _ in act })
    }
}

/// This program once more.
private final class Child {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var unread = Data()

    init(_ words: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        (process.arguments, process.standardInput, process.standardOutput) = (words, input, output)
        try process.run()
    }

    deinit {
        process.terminate()
        for handle in [input.fileHandleForWriting, output.fileHandleForReading] { try? handle.close() }
    }

    func go() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    /// The next line it prints; nil after the last.
    func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = unread[(end + 1)...] }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }
}
