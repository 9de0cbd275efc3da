import FleetHistory
import Foundation
import SecureStore
import SecureStoreFleet

/// Mixed reads and writes for a while, with a history of them: `… <host's name> <seconds> <history>`.
///
/// One thread changes. One reads the host's own replica, whatever becomes of the others, and one reads what
/// has to be the latest, or nearly so. Each change and each read goes through any of three stores over the
/// replica, whose reads have the three policies.
struct Load: Sendable {
    private static let itemCount = 8
    /// Short enough for many reads to ask, and long enough for some not to.
    private static let age: UInt64 = 25_000_000

    private let stores: [HostCall.Kind: ItemStore]
    private let name: String
    private let seconds: Double
    private let history: History

    init(_ host: Host, _ words: ArraySlice<String>) throws {
        let words = Array(words)
        guard let seconds = Double(words[1]), let history = History(words[2]) else { throw Usage() }
        (name, self.seconds, self.history) = (words[0], seconds, history)
        let recent = Fleet.Reads.local(atMost: .nanoseconds(Self.age), beyond: .refuse)
        stores = [
            .read: host.store, .recent: try host.open(reading: recent),
            .latest: try host.open(reading: .latest),
        ]
    }

    /// The store whose reads have this policy.
    private func store(_ kind: HostCall.Kind) throws -> ItemStore {
        guard let store = stores[kind] else { throw Usage() }
        return store
    }

    private var anyStore: ItemStore {
        get throws { try store([.read, .recent, .latest].randomElement() ?? .read) }
    }

    func run() {
        Main.ready()
        let end = Self.now + UInt64(seconds * 1e9)
        let readers = DispatchGroup()
        for kinds in [[HostCall.Kind.read], [.recent, .latest]] {
            readers.enter()
            Thread.detachNewThread {
                repeatUntil(end) { read(Self.anyItem, kinds[$0 % kinds.count]) }
                readers.leave()
            }
        }
        repeatUntil(end) { count in
            count % 3 == 0 ? add("\(name):\(count)") : write(Self.anyItem, "\(name):\(count)")
        }
        readers.wait()
        Main.say("end")
    }

    private func repeatUntil(_ end: UInt64, _ call: (Int) -> HostCall) {
        var count = 0
        while Self.now < end {
            count += 1
            history.append(call(count))
            // The others need the processors too.
            usleep(UInt32.random(in: 0..<8_000))
        }
    }

    private static var anyItem: GenericPassword {
        GenericPassword(service: "shared", account: "item\(Int.random(in: 0..<itemCount))")
    }

    /// The time that all processes of the machine share.
    private static var now: UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    // MARK: - Calls

    private func write(_ item: GenericPassword, _ value: String) -> HostCall {
        var version = 0
        return timed(.write, item.account) {
            try anyStore.transaction { changes in
                let secret = try SecretBytes(copying: value.utf8)
                if let match = try changes.first(Self.query(item)) {
                    try changes.update(
                        Query<GenericPassword>().reference(match.reference), Changes().secret(secret))
                } else {
                    try changes.add(item, secret: secret)
                }
                version = try changes.first(Self.query(item))?.generation ?? 0
            }
        } answer: {
            (version, value)
        }
    }

    /// Adds an item that the other hosts add at about the same time.
    private func add(_ value: String) -> HostCall {
        let item = GenericPassword(service: "contested", account: "slot\(Self.now / 200_000_000)")
        var version = 0
        return timed(.add, item.account) {
            try anyStore.add(item, secret: SecretBytes(copying: value.utf8))
            version = try store(.read).first(Self.query(item))?.generation ?? 0
        } answer: {
            (version, value)
        }
    }

    private func read(_ item: GenericPassword, _ kind: HostCall.Kind) -> HostCall {
        var match: ItemMatch<GenericPassword>?
        return timed(kind, item.account) {
            match = try store(kind).first(Self.query(item))
        } answer: {
            let text = match?.secret?.withSpan { bytes in
                String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
            }
            return (match?.generation ?? 0, text ?? "-")
        }
    }

    private static func query(_ item: GenericPassword) -> Query<GenericPassword> {
        Query<GenericPassword>().where(.service, equals: item.service).where(.account, equals: item.account)
    }

    private func timed(
        _ kind: HostCall.Kind, _ key: String, _ body: () throws -> Void,
        answer: () -> (version: Int, value: String)
    ) -> HostCall {
        let start = Self.now
        var (outcome, said): (HostCall.Outcome, String?) = (.done, nil)
        do { try body() } catch let error as StoreError {
            switch error.status {
            case .notAvailable, .databaseLocked: outcome = .failed
            case .unknownOutcome: outcome = .unknown
            case .duplicateItem: outcome = .duplicate
            default: (outcome, said) = (.wrong, "\(error)".split(separator: " ").joined(separator: "_"))
            }
        } catch { (outcome, said) = (.wrong, "\(type(of: error))") }
        let answer = answer()
        return HostCall(
            name, kind, key, answer.version, said ?? answer.value, outcome, at: start...Self.now,
            age: kind == .recent ? Self.age : 0)
    }
}

/// A host's history in a file, which its threads append to.
private final class History: Sendable {
    private let lock = NSLock()
    private let file: FileHandle

    init?(_ path: String) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { return nil }
        self.file = file
    }

    func append(_ call: HostCall) {
        lock.withLock { file.write(Data((call.line + "\n").utf8)) }
    }
}
