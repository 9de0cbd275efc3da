import Glibc
import SecureStore

extension Work {
    /// Counts in the secret of one item, and in a file after each change that was acknowledged, until the
    /// input ends.
    ///
    /// So many bytes follow the number.
    func tally(_ place: Place, padding: Int = 0) throws {
        let (store, number) = (try place.open(), off_t(place.name) ?? 0)
        let item = GenericPassword(service: "tally", account: place.name)
        let file = unsafe Glibc.open(place.path + ".tally", O_WRONLY)
        let rest = String(repeating: " ", count: padding)
        for turn in place.turns {
            if Self.inputHasEnded { return }
            var count = UInt64(turn + 1)
            try store.set(item, secret: secret("\(count)\(rest)"))
            guard unsafe pwrite(file, &count, 8, 8 * number) == 8 else { return Main.say("no tally") }
        }
    }

    private static var inputHasEnded: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        return unsafe poll(&input, 1, 0) > 0
    }

    /// Adds, changes and deletes items at random, among those that others change too, up to twenty in a
    /// transaction.
    func scatter(_ place: Place) throws {
        let store = try place.open()
        var left = place.turns.count
        while left > 0 {
            let count = min(left, Int.random(in: 1...20))
            try store.transaction { changes in
                for _ in 0..<count {
                    let item = GenericPassword(service: "scattered", account: "\(Int.random(in: 0..<300))")
                    if Int.random(in: 0..<3) > 0 {
                        try changes.set(item, secret: secret(place.name))
                    } else {
                        _ = try changes.deleteIfPresent(item)
                    }
                }
            }
            left -= count
        }
        try store.add(GenericPassword(service: "done", account: place.name))
    }
}
