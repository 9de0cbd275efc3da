import FleetHistory
import SecureStore

extension Work {
    /// Contends with others for the same items; halfway, the first of them changes something about all items.
    func contend(_ place: Place) throws {
        let store = try place.open()
        var contender = Contender(place.name, store)
        try contender.run(rounds: place.count, say: Main.say) { contender, round in
            let items = Contender.items(of: round)
            switch place.name == "0" ? round % 4 : 0 {
            case 1: try store.rotateKeys()
            case 2:
                try contender.call(.set, items, "imported") { store, _ in
                    let (export, phrase) = (place.path + ".export", try secret(Self.words))
                    _ = try store.importItems(from: export, passphrase: phrase, policy: .replaceExisting)
                }
            case 3:
                try contender.call(.restore, items, "first") { _, _ in
                    let backup = "\(place.path).backup-\(round)"
                    _ = try ItemStore.restore(from: backup, to: place.path, options: place.options)
                }
            default: break
            }
        }
    }
}
