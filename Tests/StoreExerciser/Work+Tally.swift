import Glibc
import SecureStore

extension Work {
    /// Counts in the secret of one item, and in a file after each change that was acknowledged.
    func tally(_ place: Place) throws {
        let (store, number) = (try place.open(), off_t(place.name) ?? 0)
        let item = GenericPassword(service: "tally", account: place.name)
        let file = unsafe Glibc.open(place.path + ".tally", O_WRONLY)
        for turn in place.turns {
            var count = UInt64(turn + 1)
            try store.set(item, secret: secret("\(count)"))
            guard unsafe pwrite(file, &count, 8, 8 * number) == 8 else { return Main.say("no tally") }
        }
    }
}
