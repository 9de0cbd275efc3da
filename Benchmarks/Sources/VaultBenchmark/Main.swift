import Foundation
import SecureStore
import TokenVault

/// Measures what the vault adds to a look-up: a fresh token from the vault against the store's own find of
/// the very same item, in turn and in blocks, within one run.
@main
struct Main {
    static func main() async throws {
        let directory = NSTemporaryDirectory() + "securestore-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/device.key")
        let store = try ItemStore.create(at: directory + "/vault.store", options: options)
        let vault = TokenVault(store, service: "com.example.app")
        let text = String(repeating: "t", count: 400)
        let pair = try TokenPair(
            accessToken: Token(text), refreshToken: Token(text), scope: "openid profile email",
            expiry: Date() + 86_400, issueTime: Date())
        let accounts = (0..<100).map { "user\($0)@example.com" }
        for account in accounts { try vault.save(pair, for: account) }

        var (finds, tokens): ([UInt64], [UInt64]) = ([], [])
        for round in 0..<200 {
            for index in 0..<200 {
                let account = accounts[(round * 200 + index) % accounts.count]
                let begin = now()
                guard try find(account, store) != nil else { throw Failure() }
                finds.append(now() - begin)
            }
            for index in 0..<200 {
                let account = accounts[(round * 200 + index) % accounts.count]
                let begin = now()
                let token = try await vault.validAccessToken(for: account) { $0 }
                tokens.append(now() - begin)
                guard token.count == 400 else { throw Failure() }
            }
        }
        finds.sort()
        tokens.sort()
        print("| | find p50 | fresh token p50 | ratio p50 | find p99 | fresh token p99 |")
        print("|---|--:|--:|--:|--:|--:|")
        let (a, b) = (microseconds(finds, 0.5), microseconds(tokens, 0.5))
        let (c, d) = (microseconds(finds, 0.99), microseconds(tokens, 0.99))
        print(
            String(
                format: "| 100 accounts | %.2f us | %.2f us | %.2f | %.2f us | %.2f us |", a, b, b / a, c, d))
    }

    struct Failure: Error {}

    /// Finds an account's secret on the caller's thread, as the vault does.
    private static func find(_ account: String, _ store: ItemStore) throws -> SecretBytes? {
        let query = Query<GenericPassword>().where(.service, equals: "com.example.app").where(
            .account, equals: account)
        return try store.copyMatching(query).first?.secret
    }

    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    private static func microseconds(_ sorted: [UInt64], _ share: Double) -> Double {
        Double(sorted[Int(share * Double(sorted.count))]) / 1_000
    }
}
