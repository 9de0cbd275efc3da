import Foundation
import SecureStore

/// A service that has its signing key in a store; `signer.service` says where that lies and what opens it.
@main
struct Main {
    static func main() async {
        let setting = ProcessInfo.processInfo.environment["SIGNER_KEY_LIFETIME"] ?? "86400"
        guard let lifetime = TimeInterval(setting), lifetime >= 0 else {
            log("SIGNER_KEY_LIFETIME is not a number of seconds")
            exit(1)
        }
        do {
            let store = try ItemStore.openOrCreateDefault()
            var generation: Int?
            while true {
                let key = try await store.perform { try SigningKeys($0).key(lifetime: lifetime) }
                if key.generation != generation { log("signing with key \(key.generation)") }
                generation = key.generation
                // SIGTERM may come at any moment: a change is on disk as a whole, or has not happened.
                try await Task.sleep(for: .seconds(60))
            }
        } catch {
            log("\(error)")
            exit(1)
        }
    }

    /// To the journal; an error's reason holds no secret.
    private static func log(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
