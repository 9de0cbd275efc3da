import FakeTokenServer
import Foundation
import Synchronization
import TokenVault

/// Wants a valid access token, with so many tasks at once: `… <port> <step> <tasks>`.
///
/// When its refresh comes to the step it says so and waits for another line. Prints each different answer.
struct VaultWork: Sendable {
    private let host: Host
    private let port: UInt16
    private let step: String
    private let taskCount: Int

    init(_ host: Host, _ words: ArraySlice<String>) throws {
        let words = Array(words)
        guard let port = UInt16(words[0]), let count = Int(words[2]) else { throw Usage() }
        (self.host, self.port, step, taskCount) = (host, port, words[1], count)
    }

    /// The number of times that the time was asked for.
    private final class Clock: Sendable {
        let looks = Atomic(0)
    }

    func run() async throws {
        Main.ready()
        let clock = Clock()
        var options = VaultOptions()
        (options.patience, options.refreshLimit) = (host.patience * 4, .seconds(600))
        // The vault asks for the time at each look at a pair: the caller's, then the one under the lock.
        options.now = {
            if clock.looks.add(1, ordering: .relaxed).newValue == 2 { comeTo("locked") }
            return Date()
        }
        let vault = TokenVault(host.store, service: "api", options: options)
        let answers = await withTaskGroup(of: String.self) { group in
            for _ in 0..<taskCount { group.addTask { await answer(of: vault) } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        for answer in answers.sorted() { Main.say(answer) }
        Main.say("end")
    }

    /// Waits on where it was told that a refresh takes long: that goes on.
    private func answer(of vault: TokenVault) async -> String {
        for _ in 0..<20 {
            let answer = await firstAnswer(of: vault)
            if !answer.hasPrefix("failed busy") { return answer }
        }
        return "failed busy"
    }

    private func firstAnswer(of vault: TokenVault) async -> String {
        do {
            let token = try await vault.validAccessToken(for: "maria") { try refresh($0) }
            comeTo("saved")
            return try token.text()
        } catch { return "failed \(error)" }
    }

    @Sendable private func refresh(_ old: TokenPair) throws -> TokenPair {
        comeTo("begun")
        let form = "grant_type=refresh_token&refresh_token=\(try old.refreshToken?.text() ?? "")"
        let request = LoopbackHTTP.Message(start: "POST /token HTTP/1.1", body: form)
        let response = try LoopbackHTTP.send(request, to: port)
        guard response.statusCode == 200 else {
            throw RefreshFailure(statusCode: response.statusCode, body: response.body.utf8, retryAfter: nil)
        }
        comeTo("answered")
        return try TokenPair(response: response.body.utf8, replacing: old)
    }

    private func comeTo(_ place: String) {
        guard place == step else { return }
        Main.say("at \(place)")
        _ = readLine()
    }
}
