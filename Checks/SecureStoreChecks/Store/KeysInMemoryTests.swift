import XCTest

@testable import SecureStore

/// Looks for keys in the whole memory of a process that made them, on two threads that wait for what comes
/// next.
final class KeysInMemoryTests: StoreTestCase {
    private static let steps = [
        "used", "unlocked", "locked", "unlocked by session key", "changed", "rotated", "locked again",
    ]

    func test_memory_whileUnlocked_hasEachKeptKeyOnceInGuardedPages() throws {
        for (step, sight) in try sights(after: ["used", "unlocked by session key"]) {
            let wrong = sight.places(other: ["r--p"], sight.latest) { $0.kept.merging($0.lasting) { $1 } }
            XCTAssertEqual(wrong, [], step)
        }
    }

    func test_memory_whileUnlocked_hasNeitherRootsNorWrappingKeys() throws {
        for (step, sight) in try sights(after: [
            "used", "unlocked", "unlocked by session key", "changed", "rotated",
        ]) {
            XCTAssertEqual(sight.places(other: [], sight.latest) { $0.passing }, [], step)
        }
    }

    func test_memory_afterChangeOfKeys_hasNoneOfTheOldOnes() throws {
        for (step, sight) in try sights(after: ["rotated"]) {
            // The slot stays, and with it its secret.
            let old = sight.places(other: [], sight.first) { $0.all.filter { $0.key != "slot secret" } }
            XCTAssertEqual(old, [], step)
        }
    }

    func test_memory_afterLock_hasNoKeyThatLockingWipes() throws {
        for (step, sight) in try sights(after: ["locked", "locked again"]) {
            let wrong = sight.places(other: [], sight.latest) { $0.kept.merging($0.passing) { $1 } }
            XCTAssertEqual(wrong, [], step)
        }
    }

    func test_memory_afterLock_hasTheOtherKeysOnceInGuardedPages() throws {
        for (step, sight) in try sights(after: ["locked", "locked again"]) {
            XCTAssertEqual(sight.places(other: ["r--p"], sight.latest) { $0.lasting }, [], step)
        }
    }

    // MARK: - The process

    /// The keys that are seen after each of these steps, of a store that the device key opens, and of one
    /// with a passphrase.
    private func sights(after wanted: [String]) throws -> [(String, Sight)] {
        try ["device", "phrase"].flatMap { kind in
            let exerciser = try Exerciser("derive", self, name: kind)
            defer { exerciser.kill() }
            exerciser.waitUntilReady()
            var first: [DerivedKeys]?
            return try Self.steps.compactMap { step -> (String, Sight)? in
                try exerciser.go()
                XCTAssertEqual(exerciser.nextLine(), step)
                let latest = try keys(kind, after: step)
                first = first ?? latest
                guard wanted.contains(step) else { return nil }
                let memory = try ProcessMemory(of: exerciser.identifier)
                return ("\(kind), \(step)", Sight(first: first ?? latest, latest: latest, memory: memory))
            }
        }
    }

    private func keys(_ kind: String, after step: String) throws -> [DerivedKeys] {
        let isChanged = ["changed", "rotated", "locked again"].contains(step)
        let phrase = try kind == "phrase" ? secret(isChanged ? "the new phrase" : "the old phrase") : nil
        let device = try options.deviceKey.load()
        return try ["main", "other"].map {
            try DerivedKeys("\(path).\(kind)-\($0)", device, passphrase: phrase)
        }
    }
}

/// The keys of the stores of both threads, at first and now, and the memory that is to be searched for them.
private struct Sight {
    let first: [DerivedKeys]
    let latest: [DerivedKeys]
    let memory: ProcessMemory

    /// The halves of keys that are not just in the `expected` places, with those where they are.
    func places(
        other expected: [String], _ keys: [DerivedKeys], _ kind: (DerivedKeys) -> DerivedKeys.Named
    ) -> [String] {
        var halves: [[UInt8]: String] = [:]
        for keys in keys {
            for (name, key) in kind(keys) {
                halves[Array(key.prefix(16))] = "\(keys.name), first half of \(name)"
                halves[Array(key.suffix(16))] = "\(keys.name), last half of \(name)"
            }
        }
        let places = memory.places(of: Set(halves.keys))
        return halves.filter { half, _ in places[half] ?? [] != expected }
            .map { half, name in "\(name): \(places[half] ?? [])" }.sorted()
    }
}
