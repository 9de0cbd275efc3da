import FakeTokenServer
import Foundation
import SecureStore
import TokenVault

/// A client of an API whose access tokens live for a second, which it never notices.
///
/// The server is a fake one in this process; everything else is what a program would do.
@main
struct Main {
    static func main() async throws {
        let server = try FakeTokenServer()
        server.withState { $0.lifetime = 1 }
        let directory = try TemporaryDirectory()
        let store = try directory.makeStore()

        let vault = TokenVault(store, service: "api.example")
        let events = await vault.events()
        let log = Task { for await event in events { print("  event: \(event)") } }
        try vault.save(TokenPair(accessToken: "access-1", refreshToken: "refresh-1"), for: "maria")

        let client = Client(vault: vault, account: "maria", base: "http://127.0.0.1:\(server.port)")
        for number in 1...4 {
            print("request \(number): \(try await client.get("/resource"))")
            try await Task.sleep(for: .milliseconds(700))
        }
        server.withState { $0.acceptsAccessToken = false }
        print("the server forgets the access token: \(try await client.get("/resource"))")
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { try await client.get("/resource") } }
            var answers: Set<String> = []
            for try await answer in group { answers.insert(answer) }
            return answers
        }
        print("100 at once: \(answers.sorted().joined(separator: ", "))")
        print(
            "refreshes: \(server.withState { $0.refreshCount }), revoked: \(server.withState { $0.isRevoked })"
        )
        try vault.delete(for: "maria")
        print("signed out; accounts: \(try vault.accounts())")
        log.cancel()
    }
}
