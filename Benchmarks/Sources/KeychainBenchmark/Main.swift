import Foundation
import KeychainServices
import SecureStore

/// Measures finding a password through Apple's names against the typed call, in turn in one run.
@main
struct Main {
    struct Failure: Error {}

    static func main() throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
        let directory = NSTemporaryDirectory() + "securestore-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/device.key")
        let store = try ItemStore.create(at: directory + "/keychain.store", options: options)
        let secret = try SecretBytes(copying: String(repeating: "s", count: 64).utf8)
        for start in stride(from: 0, to: count, by: 1_000) {
            try store.transaction { changes in
                for index in start..<min(count, start + 1_000) {
                    let item = GenericPassword(service: service(index), account: account(index))
                    try changes.add(item, secret: secret)
                }
            }
        }
        KeychainStore.use(store)
        try compare(store, count)
        try list(store, count)
    }

    private static func service(_ index: Int) -> String { "com.example.app\(index / 100)" }
    private static func account(_ index: Int) -> String { "user\(index)@example.com" }

    private static func compare(_ store: ItemStore, _ count: Int) throws {
        let names = (0..<20_000).map { ($0 &* 7_919) % count }.map { (service($0), account($0)) }
        let dictionaries = names.map { dictionary($0) as CFDictionary }
        let calls: [(Int) throws -> Void] = [
            { try typed(store, names[$0]) },
            { _ = try find(dictionaries[$0]) },
            {
                let data = try find(dictionary(names[$0]) as CFDictionary) as Data
                guard data.count == 64 else { throw Failure() }
            },
            {
                let data = try find(byConstants(names[$0]) as CFDictionary) as Data
                guard data.count == 64 else { throw Failure() }
            },
        ]
        // Items that are looked up are in memory before it is measured, and each call comes first in a fourth
        // of the blocks: the first one brings the items of its block nearer to the processor.
        for index in names.indices { try calls[0](index) }
        var times: [[Duration]] = calls.map { _ in [] }
        for (round, block) in stride(from: 0, to: names.count, by: 500).enumerated() {
            for turn in calls.indices {
                let call = (round + turn) % calls.count
                for index in block..<min(names.count, block + 500) {
                    times[call].append(try time { try calls[call](index) })
                }
            }
        }
        print("| find by service and account, with secret | items | p50 | to the typed call | p99 |")
        print("|---|--:|--:|--:|--:|")
        let sorted = times.map { $0.sorted() }
        let rows = [
            "typed", "by dictionary", "by dictionary, made of [String: Any], and its Data",
            "by dictionary, made of [CFString: Any], and its Data",
        ]
        for (name, list) in zip(rows, sorted) {
            let ratio = list[list.count / 2] / sorted[0][sorted[0].count / 2]
            let cells = [
                microseconds(list[list.count / 2]), String(format: "%.2f", ratio),
                microseconds(list[list.count * 99 / 100]),
            ]
            print("| \(name) | \(count) | \(cells.joined(separator: " | ")) |")
        }
    }

    /// Lists all items with their attributes, page by page and at once, which takes the most memory.
    private static func list(_ store: ItemStore, _ count: Int) throws {
        let query: NSDictionary = [
            kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true,
            kSecMatchLimit: kSecMatchLimitAll,
        ]
        let calls: [(String, () throws -> Int)] = [
            ("typed, page by page", { try countOfPages(store) }),
            ("typed, at once", { try store.copyMatching(Query<GenericPassword>(), limit: .max).count }),
            (
                "by dictionary",
                {
                    var result: CFTypeRef?
                    guard SecItemCopyMatching(query, &result) == errSecSuccess else { throw Failure() }
                    return (result as? NSArray)?.count ?? 0
                }
            ),
        ]
        let before = memory("VmRSS")
        print("\n| list with attributes, an item | items | fastest | peak of memory, in all |")
        print("|---|--:|--:|--:|")
        for (name, call) in calls {
            let rounds = max(2, 50_000 / count)
            // The peak begins anew.
            try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
            let fastest = try (0..<rounds).map { _ in
                try time { guard try call() == count else { throw Failure() } }
            }.min()
            let peak = memory("VmHWM") - before
            print("| \(name) | \(count) | \(microseconds((fastest ?? .zero) / count)) | \(peak / 1024) MB |")
        }
    }

    private static func countOfPages(_ store: ItemStore) throws -> Int {
        var count = 0
        try store.list(Query<GenericPassword>(), returning: .attributes) { _ in count += 1 }
        return count
    }

    /// A line of what the system says of this process, in KiB.
    private static func memory(_ line: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let found = status.split(separator: "\n").first { $0.hasPrefix(line + ":") } ?? ""
        return Int(found.filter(\.isNumber)) ?? 0
    }

    private static func typed(_ store: ItemStore, _ name: (String, String)) throws {
        let query = Query<GenericPassword>().where(.service, equals: name.0).where(.account, equals: name.1)
        guard try store.copyMatching(query).first?.secret?.count == 64 else { throw Failure() }
    }

    private static func dictionary(_ name: (String, String)) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: name.0,
            kSecAttrAccount as String: name.1, kSecReturnData as String: true,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
    }

    private static func byConstants(_ name: (String, String)) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: name.0, kSecAttrAccount: name.1,
            kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne,
        ]
    }

    private static func find(_ query: CFDictionary) throws -> NSData {
        var result: CFTypeRef?
        guard SecItemCopyMatching(query, &result) == errSecSuccess, let data = result as? NSData,
            data.length == 64
        else { throw Failure() }
        return data
    }

    private static func time(_ body: () throws -> Void) rethrows -> Duration {
        let clock = ContinuousClock()
        return try clock.measure(body)
    }

    private static func microseconds(_ duration: Duration) -> String {
        String(format: "%.2f us", Double(duration.components.attoseconds) / 1e12)
    }
}
