import CFloor
import Foundation
import SecureStore

/// A store and a floor with the same number of items.
struct Files: Sendable {
    let directory: String
    let count: Int

    /// The time for which finds are counted.
    static let time = 2.0

    init(directory: String, count: Int) { (self.directory, self.count) = (directory, count) }

    /// From the words of a process that this program has started.
    init(_ words: ArraySlice<String>) throws {
        guard words.count == 3, let count = Int(words[words.startIndex + 2]) else { throw Failure() }
        self.init(directory: words[words.startIndex + 1], count: count)
    }

    private var path: String { directory + "/benchmark.store" }
    private var floorPath: String { directory + "/benchmark.floor" }

    private var options: StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/device.key")
        return options
    }

    func make() throws {
        guard let floor = floor_create(floorPath, Int64(count)) else { throw Failure() }
        floor_close(floor)
        let store = try ItemStore.create(at: path, options: options)
        let secret = try secret()
        for start in stride(from: 0, to: count, by: 1_000) {
            try store.transaction { changes in
                for index in start..<min(count, start + 1_000) {
                    try changes.add(item(index), secret: secret)
                }
            }
        }
    }

    func open() throws -> ItemStore { try ItemStore.open(at: path, options: options) }

    func openFloor() throws -> OpaquePointer {
        guard let floor = floor_attach(floorPath) else { throw Failure() }
        return floor
    }

    func item(_ index: Int) -> GenericPassword {
        GenericPassword(service: "com.example.app\(index / 100)", account: "user\(index)@example.com")
    }

    func query(_ index: Int) -> Query<GenericPassword> {
        Query<GenericPassword>().where(.service, equals: "com.example.app\(index / 100)")
            .where(.account, equals: "user\(index)@example.com")
    }

    private func secret() throws -> SecretBytes {
        try SecretBytes(copying: String(repeating: "s", count: 64).utf8)
    }

    // MARK: - Other processes

    func start(_ mode: String, output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [mode, directory, "\(count)"]
        if let output { process.standardOutput = output }
        try process.run()
        return process
    }

    /// Calls `body` while another process writes; it has begun when this begins.
    func beside<R>(_ mode: String, _ body: () throws -> R) throws -> R {
        let output = Pipe()
        let writer = try start(mode, output: output)
        defer {
            // From a thread that blocks the signals which end politely, and the child has its mask.
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
        }
        guard !output.fileHandleForReading.availableData.isEmpty else { throw Failure() }
        return try body()
    }

    /// Changes items five hundred times a second until it is ended.
    func writeStore() throws {
        let (store, secret) = (try open(), try secret())
        try write { try store.update(query($0), Changes<GenericPassword>().secret(secret)) }
    }

    func writeFloor() throws {
        let floor = try openFloor()
        try write { guard floor_update(floor, Int64($0)) == 0 else { throw Failure() } }
    }

    private func write(_ change: (Int) throws -> Void) throws {
        var random = SystemRandomNumberGenerator()
        var next = floor_now()
        var isFirst = true
        while getppid() != 1 {
            try change(Int.random(in: 0..<count, using: &random))
            if isFirst { try FileHandle.standardOutput.write(contentsOf: Data("began\n".utf8)) }
            isFirst = false
            next += 2_000_000
            let now = floor_now()
            if next > now { usleep(UInt32((next - now) / 1_000)) } else { next = now }
        }
    }

    /// The number of finds of random items that one thread makes in some seconds.
    func finds(for seconds: Double, in store: ItemStore? = nil) throws -> Int {
        let store = try store ?? open()
        var random = SystemRandomNumberGenerator()
        let queries = (0..<4_096).map { _ in query(Int.random(in: 0..<count, using: &random)) }
        for query in queries.prefix(512) { _ = try store.first(query) }
        let end = floor_now() + UInt64(seconds * 1e9)
        var found = 0
        while floor_now() < end {
            for _ in 0..<64 {
                guard try store.first(queries[found % queries.count])?.secret != nil else { throw Failure() }
                found += 1
            }
        }
        return found
    }

    // MARK: - Memory

    /// Prints the memory that an open store adds to a process: at once, after a look-up, and after many.
    func printMemory() throws {
        let before = try memory("RssAnon")
        let store = try open()
        var rows = [("open", try memory("RssAnon") - before)]
        for (name, looks) in [("one looked up", 0..<1), ("20,000 looked up", 1..<20_000)] {
            for index in looks { _ = try store.first(query((index &* 7_919) % count)) }
            rows.append((name, try memory("RssAnon") - before))
        }
        print("\n| memory, \(count) items | of its own |\n|---|--:|")
        for (name, kilobytes) in rows { print("| \(name) | \(kilobytes) kB |") }
        print("\nOf the process, \(before) kB were there before; \(try memory("RssFile")) kB are of files.")
    }

    /// A figure of this process, in kilobytes.
    private func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3,
            let kilobytes = Int(words[1])
        else { throw Failure() }
        return kilobytes
    }
}
