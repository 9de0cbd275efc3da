import Foundation
import XCTest

@testable import SecureStoreFleet

/// A PostgreSQL of the tests' own, on a free port of the loopback and on a socket in a directory of its own.
///
/// It syncs its disk, as any server does.
final class PostgresServer: @unchecked Sendable {
    let directory: String
    let port: UInt16
    private let programs: String
    private var process = Process()
    /// Settings of the server beyond those of every test, such as `synchronous_standby_names=*`.
    var options: [String] = []

    /// Makes a cluster and starts it; skips the tests where that is not possible.
    init() throws {
        (programs, directory, port) = (
            try Self.findPrograms(), try Self.makeDirectory(), try Loopback.freePort()
        )
        try run(
            "initdb",
            [
                "-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions",
                "--no-sync",
            ])
        let rules = [
            "local all all trust", "local replication all trust",
            "host all guarded 127.0.0.1/32 scram-sha-256",
            "host all plain 127.0.0.1/32 password",
            "host all all 127.0.0.1/32 trust", "",
        ]
        let file = data + "/pg_hba.conf"
        try Data(rules.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        try start()
    }

    /// Copies another server, follows it from then on, and starts as its standby.
    init(standbyOf primary: PostgresServer) throws {
        (programs, directory, port) = (
            try Self.findPrograms(), try Self.makeDirectory(), try Loopback.freePort()
        )
        // It would look for its primary every five seconds.
        options = ["wal_retrieve_retry_interval=50ms"]
        try run(
            "pg_basebackup",
            [
                "-D", data, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync", "-h", primary.directory,
                "-p", "\(primary.port)", "-U", "owner",
            ])
        try start()
    }

    /// Makes a standby the primary.
    func promote() throws { try run("pg_ctl", ["promote", "-w", "-D", data]) }

    private static func makeDirectory() throws -> String {
        let directory =
            "/"
            + (NSTemporaryDirectory() + "/pg-" + UUID().uuidString.prefix(8))
            .split(separator: "/").joined(separator: "/")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        try run("/bin/chmod", ["0777", directory])
        return directory
    }

    private static func findPrograms() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.max().map { "\(root)/\($0)/bin" }
        guard let newest, FileManager.default.isExecutableFile(atPath: newest + "/postgres") else {
            throw XCTSkip("postgresql is not installed")
        }
        return newest
    }

    private var data: String { directory + "/data" }

    /// Settings for its socket: the way without a password.
    func settings(user: String = "owner") -> String {
        "host=\(directory) port=\(port) user=\(user) dbname=postgres"
    }

    /// Settings for a port of the loopback: its own, or that of a proxy.
    func loopback(port: UInt16? = nil, user: String = "owner") -> String {
        "host=127.0.0.1 port=\(port ?? self.port) user=\(user) dbname=postgres sslmode=disable"
    }

    // MARK: - Start and end

    /// Starts it, and waits until it answers; once more where it ends because another program has its port.
    func start() throws {
        try launch()
        let connectable = try ConnectionSettings(settings())
        for _ in 0..<600 {
            if (try? PostgresConnection.open(connectable, until: Deadline(in: .seconds(1)))) != nil { return }
            usleep(50_000)
            if !process.isRunning { try launch() }
        }
        XCTFail("the server does not answer")
    }

    private func launch() throws {
        let (program, words) = command(
            "postgres",
            [
                "-D", data, "-k", directory, "-p", "\(port)",
                "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60", "-c", "logging_collector=off",
            ] + options.flatMap { ["-c", $0] })
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Ends it at once, as a crash does.
    func crash() {
        // It must not make another process after they were counted.
        kill(process.processIdentifier, SIGSTOP)
        while !isIn("T", process.processIdentifier), process.isRunning { usleep(1_000) }
        let children = children()
        kill(process.processIdentifier, SIGKILL)
        for child in children { kill(child, SIGKILL) }
        process.waitUntilExit()
        // A process that still works for somebody keeps a new server from starting.
        while children.contains(where: { kill($0, 0) == 0 && !isZombie($0) }) { usleep(5_000) }
    }

    /// Ends it in order, and all its sessions.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
    }

    func remove() {
        end()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Stops all its processes, or lets them go on.
    func signalAll(_ signal: Int32) {
        kill(process.processIdentifier, signal)
        for child in children() { kill(child, signal) }
    }

    private func children() -> [Int32] {
        let list = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    private func isZombie(_ number: Int32) -> Bool { isIn("Z", number) }

    /// True if a process is in this state; one that is gone counts as a zombie.
    private func isIn(_ state: String, _ number: Int32) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ") Z"
        return text.contains(") \(state)")
    }

    // MARK: - Programs

    private func command(_ program: String, _ words: [String]) -> (String, [String]) {
        Self.unprivileged(programs + "/" + program, words)
    }

    /// The words that start a program which refuses to work for root.
    static func unprivileged(_ path: String, _ words: [String]) -> (String, [String]) {
        guard getuid() == 0 else { return (path, words) }
        return ("/usr/bin/setpriv", ["--reuid=nobody", "--regid=nogroup", "--clear-groups", path] + words)
    }

    private func run(_ program: String, _ words: [String]) throws {
        let (path, words) = command(program, words)
        try Self.run(path, words)
    }

    private static func run(_ path: String, _ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.ECHILD) }
    }

    // MARK: - Asking it

    /// Runs statements as the owner, and answers with the numbers of the last one's first column.
    @discardableResult func run(_ statements: String..., user: String = "owner") throws -> [Int64] {
        let connection = try PostgresConnection.open(
            try ConnectionSettings(settings(user: user)), until: Deadline(in: .seconds(10)))
        let answers = try connection.exchange(
            statements.map { Statement($0) }, until: Deadline(in: .seconds(10)))
        guard let last = answers.last else { return [] }
        return try (0..<last.rowCount).map { try last.number($0, 0) }
    }
}
