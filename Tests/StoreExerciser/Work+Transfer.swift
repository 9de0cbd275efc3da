import FoundationEssentials
import SecureStore
import SecureStoreTesting

/// Work with all items at once; the passphrase of each export is the same.
extension Work {
    static let words = "the phrase of the export"

    /// Adds items, many in a transaction.
    func fill(_ place: Place) throws {
        let store = try place.open()
        for start in stride(from: 0, to: place.count, by: 5_000) {
            try store.transaction { changes in
                for turn in start..<min(place.count, start + 5_000) {
                    try changes.add(item(place, turn), secret: SecretBytes.random(count: 12_000))
                }
            }
        }
        Main.say("filled")
    }

    /// Changes and deletes items over and over, as many different ones as the count says.
    func change(_ place: Place) throws {
        let store = try place.open()
        for turn in 0... {
            let item = item(place, turn % place.count)
            if turn % 3 == 0 {
                try store.deleteIfPresent(item)
            } else {
                try store.set(item, secret: secret("changed"))
            }
            Main.rest()
        }
    }

    /// The place with cheap passphrases, so that memory and time are those of the items.
    private func cheap(_ place: Place) -> Place {
        var options = StoreOptions(now: { Date.now }, TestTerms(allowsAnyCost: true))
        (options.deviceKey, options.patience) = (place.options.deviceKey, place.options.patience)
        return Place(path: place.path, options: options, name: place.name, count: place.count)
    }

    /// Exports everything to the path that the name is.
    func exportAll(_ place: Place) throws {
        try measured("exported", try cheap(place).open()) { store in
            try store.export(to: place.name, passphrase: secret(Self.words), cost: .cheapest).exported
        }
    }

    /// Imports everything from the path that the name is.
    func importAll(_ place: Place) throws {
        try measured("imported", try place.open()) { store in
            try store.importItems(
                from: place.name, passphrase: secret(Self.words), policy: .replaceExisting
            ).total
        }
    }

    /// Replaces all keys once.
    func rotateAll(_ place: Place) throws {
        try measured("rotated", try place.open()) { store in
            try store.rotateKeys()
            return try store.itemCount()
        }
    }

    /// Says with how many items work had to do, how long it took and how much memory at the most.
    private func measured(_ done: String, _ store: ItemStore, _ work: (ItemStore) throws -> Int) throws {
        let before = try Self.peakMemory()
        let start = ContinuousClock.now
        let words = "\(try work(store)) items in \(ContinuousClock.now - start)"
        Main.say("\(done) \(words), peak \(try Self.peakMemory()) KiB, before \(before) KiB")
    }

    /// The most memory that the process has had at once, in KiB: `VmHWM`, which unlike `getrusage` does not
    /// begin with what the parent had.
    private static func peakMemory() throws -> Int {
        let status = String(decoding: try Data(contentsOf: URL(filePath: "/proc/self/status")), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
