import Foundation
import SecureStore

/// A service that has its signing key in a store; `signer.service` says where that lies and what opens it.
@main
struct Main {
    static func main() async {
        do {
            let store = try ItemStore.openOrCreateDefault()
            log("ready with key \(try SigningKeys(store).key().number)")
            while true {
                // SIGTERM may come at any moment: a change is on disk as a whole, or has not happened.
                try await Task.sleep(for: .seconds(60))
                try await store.perform { store in try SigningKeys(store).rotate(after: 24 * 60 * 60) }
            }
        } catch {
            log("\(error)")
            exit(1)
        }
    }

    /// To the journal; an error's reason holds no secret.
    private static func log(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
