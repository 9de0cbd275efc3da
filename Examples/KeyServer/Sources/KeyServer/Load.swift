import SecureStore

/// Clients that all ask at once, and what they found.
struct Load {
    let handler: Handler
    let tenants: [String]
    let clientCount: Int
    let requestCount: Int

    struct Result {
        var latencies: [Duration] = []
        var wrongAnswers = 0
    }

    func run() async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            for number in 0..<clientCount { group.addTask { try await client(number) } }
            return try await group.reduce(into: Result()) { sum, result in
                sum.latencies += result.latencies
                sum.wrongAnswers += result.wrongAnswers
            }
        }
    }

    /// A client with tenants of its own: it checks keys, replaces one in a hundred, and then expects the old
    /// one refused.
    private func client(_ number: Int) async throws -> Result {
        let clock = ContinuousClock()
        var result = Result()
        func send(_ request: Handler.Request, expecting code: Int) async {
            let start = clock.now
            let answer = await handler.respond(to: request)
            result.latencies.append(clock.now - start)
            if answer != code { result.wrongAnswers += 1 }
        }
        for request in 0..<requestCount {
            let tenant = tenants[(request * clientCount + number) % tenants.count]
            guard let key = try await handler.keys.key(of: tenant) else {
                throw StoreError(.itemNotFound, tenant)
            }
            await send(.check(tenant: tenant, key: key), expecting: 200)
            guard request % 100 == 99 else { continue }
            await send(.rotate(tenant: tenant), expecting: 204)
            await send(.check(tenant: tenant, key: key), expecting: 401)
        }
        return result
    }
}
