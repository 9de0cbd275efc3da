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
}
