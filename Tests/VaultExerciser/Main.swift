import FakeTokenServer
import Glibc
import SecureStore
import TokenVault

/// A process of its own that wants a valid access token, for the tests that start many and kill or stop some.
///
/// `VaultExerciser <store> <device key> <port> <step>`. Waits for a line of input before it works. When its refresh
/// comes to the step it says so and waits for another line.
@main
enum Main {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 5, let port = UInt16(words[3]) else { return say("usage") }
        let pausing = RefreshStep(rawValue: words[4])
        var storeOptions = StoreOptions()
        storeOptions.deviceKey = .file(words[2])
        // Many at a time on few processors take their turns.
        storeOptions.patience = .seconds(60)
        var options = VaultOptions { step in
            guard step == pausing else { return }
            say("at \(step.rawValue)")
            _ = readLine()
        }
        options.patience = .seconds(60)
        do {
            let store = try ItemStore.open(at: words[1], options: storeOptions)
            let vault = TokenVault(store, service: "api", options: options)
            say("ready")
            _ = readLine()
            let token = try await vault.validAccessToken(for: "maria") { try refresh($0, at: port) }
            say(try token.text())
        } catch { say("failed \(error)") }
    }

    @Sendable private static func refresh(_ old: TokenPair, at port: UInt16) throws -> TokenPair {
        let form = "grant_type=refresh_token&refresh_token=\(try old.refreshToken?.text() ?? "")"
        let request = LoopbackHTTP.Message(start: "POST /token HTTP/1.1", body: form)
        let response = try LoopbackHTTP.send(request, to: port)
        guard response.statusCode == 200 else {
            throw RefreshFailure(
                statusCode: response.statusCode, body: response.body.utf8, retryAfter: nil)
        }
        return try TokenPair(response: response.body.utf8, replacing: old)
    }

    /// Prints a line at once: what a killed process has said stays said.
    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
