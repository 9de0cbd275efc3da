import FoundationEssentials
import SecureStore
import TokenVault

/// Token pairs.
extension Scenario {
    static var aboutVaults: [Scenario] { [vault] }

    private static func vault(_ bench: Bench) throws -> TokenVault {
        TokenVault(try bench.main, service: "api")
    }

    private static func pair(_ word: String, expires: Duration) throws -> TokenPair {
        var pair = try TokenPair(accessToken: "access-\(word)", refreshToken: "refresh-\(word)")
        pair.issueTime = Date.now
        pair.expiry = Date.now + TimeInterval(expires.components.seconds)
        return pair
    }

    private static var vault: Scenario {
        Scenario(
            name: "token vault", places: [.vault("main")], handsOver: true,
            prepare: { ground in
                try ground.fill("main", count: 20)
                return nil
            },
            steps: [
                Step(name: "save") { try vault($0).save(pair("one", expires: .seconds(-5)), for: "maria") },
                Step(name: "refresh") { bench in
                    _ = try await vault(bench).validAccessToken(for: "maria") { _ in
                        try pair("two", expires: .seconds(3_600))
                    }
                },
                Step(name: "save over it") {
                    try vault($0).save(pair("three", expires: .seconds(3_600)), for: "maria")
                },
                Step(name: "sign out") { try vault($0).delete(for: "maria") },
            ])
    }
}
