import FakeTokenServer
import Foundation
import Glibc
import SecureStore
import Synchronization
import TokenVault

/// A process of its own that wants a valid access token, for the tests that start many and kill or stop some.
///
/// `VaultExerciser <store> <device key> <port> <step>`. Waits for a line of input before it works. When its
/// refresh comes to the step it says so and waits for another line.
@main
struct Main {
    let port: UInt16
    let pausingAt: String

    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 5, let port = UInt16(words[3]) else { return say("usage") }
        await Main(port: port, pausingAt: words[4]).run(store: words[1], deviceKey: words[2])
    }

    private func run(store path: String, deviceKey: String) async {
        var storeOptions = StoreOptions()
        storeOptions.deviceKey = .file(deviceKey)
        // Many at a time on few processors take their turns.
        storeOptions.patience = .seconds(60)
        var options = VaultOptions()
        (options.patience, options.refreshLimit) = (.seconds(60), .seconds(600))
        do {
            let store = try ItemStore.open(at: path, options: storeOptions)
            Self.say("ready")
            _ = readLine()
            // The vault asks for the time at each look at a pair: the caller's, then the one under the lock.
            let clock = Clock()
            options.now = {
                if clock.looks.add(1, ordering: .relaxed).newValue == 2 { comeTo("locked") }
                return Date()
            }
            let vault = TokenVault(store, service: "api", options: options)
            let token = try await vault.validAccessToken(for: "maria") { try refresh($0) }
            comeTo("saved")
            Self.say(try token.text())
        } catch { Self.say("failed \(error)") }
    }

    /// The number of times that the time was asked for.
    private final class Clock: Sendable {
        let looks = Atomic(0)
    }

    @Sendable private func refresh(_ old: TokenPair) throws -> TokenPair {
        comeTo("begun")
        let form = "grant_type=refresh_token&refresh_token=\(try old.refreshToken?.text() ?? "")"
        let request = LoopbackHTTP.Message(start: "POST /token HTTP/1.1", body: form)
        let response = try LoopbackHTTP.send(request, to: port)
        guard response.statusCode == 200 else {
            throw RefreshFailure(
                statusCode: response.statusCode, body: response.body.utf8, retryAfter: nil)
        }
        comeTo("answered")
        return try TokenPair(response: response.body.utf8, replacing: old)
    }

    private func comeTo(_ step: String) {
        guard step == pausingAt else { return }
        Self.say("at \(step)")
        _ = readLine()
    }

    /// Prints a line at once: what a killed process has said stays said.
    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
