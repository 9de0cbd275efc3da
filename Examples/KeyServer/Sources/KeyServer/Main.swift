import Foundation
import SecureStore

/// Fills the store with 20,000 keys, puts the handler under load, and prints how it did.
@main
struct Main {
    static func main() async throws {
        let clock = ContinuousClock()
        let keys = KeyService(store: try ItemStore.openOrCreateDefault())
        let tenants = (1...20_000).map { "tenant-\($0)" }
        let filling = try await clock.measure { try await keys.issueKeys(for: tenants) }
        print("\(try await keys.count()) keys in \(filling.formatted(.units(allowed: [.milliseconds])))")

        let load = Load(handler: Handler(keys: keys), tenants: tenants, clientCount: 64, requestCount: 300)
        let pulse = Task { await longestPause() }
        let start = clock.now
        let result = try await load.run()
        let duration = clock.now - start
        pulse.cancel()

        let latencies = result.latencies.sorted()
        print(
            "\(latencies.count) requests, \(Int(Double(latencies.count) / (duration / .seconds(1)))) a second"
        )
        for percent in [50, 99] {
            print("p\(percent): \(format(latencies[latencies.count * percent / 100]))")
        }
        let pause = await pulse.value
        print("longest pause of other tasks: \(format(pause)) of \(format(duration))")
        print("wrong answers: \(result.wrongAnswers)")
        // Tasks that have nothing to do with the store go on: no thread of theirs waited for it.
        exit(result.wrongAnswers == 0 && pause < duration / 4 ? 0 : 1)
    }

    /// The delay of a task that wants a turn every ten milliseconds, until it is cancelled.
    private static func longestPause() async -> Duration {
        let clock = ContinuousClock()
        var (longest, last) = (Duration.zero, clock.now)
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(10))
            longest = max(longest, clock.now - last)
            last = clock.now
        }
        return longest
    }

    private static func format(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 2)))
    }
}
