import FoundationEssentials
import SecureStore
import SecureStoreTesting

/// The work of the process.
enum Work: String {
    case add, contest, mixed, hold, make, create, passphrase, churn, rotate, reread, compact, contend
    case tally, largeTally, scatter, fill, change, exportAll, importAll, rotateAll, backup, restore, migrate,
        derive

    func run(at place: Place) throws {
        switch self {
        case .add: try add(place)
        case .contest: try contest(place)
        case .mixed: try mixed(place)
        case .hold: try hold(place)
        case .make: try make(place)
        case .create: try create(place)
        case .passphrase: try passphrase(place)
        case .rotate: try rotate(place)
        case .reread: try reread(place)
        case .compact: try compact(place)
        case .fill: try fill(place)
        case .change: try change(place)
        case .exportAll: try exportAll(place)
        case .importAll: try importAll(place)
        case .rotateAll: try rotateAll(place)
        case .churn: try churn(place)
        case .tally: try tally(place)
        case .largeTally: try tally(place, padding: 1_000_000)
        case .scatter: try scatter(place)
        case .backup: try backup(place)
        case .restore: try restore(place)
        case .migrate: try migrate(place)
        case .derive: try derive(place)
        case .contend: try contend(place)
        }
    }

    func item(_ place: Place, _ turn: Int) -> GenericPassword {
        GenericPassword(service: place.name, account: "\(turn)")
    }

    func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: text.utf8) }

    /// Adds items; their secrets say who added them.
    private func add(_ place: Place) throws { try add(place, to: try place.open()) }

    private func add(_ place: Place, to store: ItemStore) throws {
        for turn in place.turns {
            try store.add(item(place, turn), secret: secret("\(place.name) \(turn)"))
            Main.say("\(turn)")
        }
    }

    /// Adds items that others add too, and says which it was the first to add.
    private func contest(_ place: Place) throws {
        let store = try place.open()
        for turn in place.turns {
            do {
                try store.add(
                    GenericPassword(service: "contest", account: "\(turn)"), secret: secret(place.name))
                Main.say("\(turn)")
            } catch let error as StoreError where error.status == .duplicateItem {}
        }
    }

    /// Adds, replaces, reads back and lists by turns.
    private func mixed(_ place: Place) throws {
        let store = try place.open()
        for turn in place.turns {
            let item = item(place, turn)
            try store.add(item, secret: secret("first"))
            try store.set(item, secret: secret("\(place.name) \(turn)"))
            let found = try store.only(Query(identityOf: item)).secret
            guard found == (try secret("\(place.name) \(turn)")) else {
                return Main.say("read something else")
            }
            var seen = 0
            let mine = Query<GenericPassword>().where(.service, equals: place.name)
            try store.list(mine) { _ in seen += 1 }
            guard seen == turn + 1 else { return Main.say("listed \(seen)") }
            Main.say("\(turn)")
        }
    }

    /// Holds the lock of the writers until its input ends.
    private func hold(_ place: Place) throws {
        let store = try place.open()
        try store.transaction { changes throws(StoreError) in
            try changes.add(GenericPassword(service: place.name))
            Main.say("holding")
            while readLine() != nil {}
        }
    }

    /// Compacts the store, with little patience for others.
    private func compact(_ place: Place) throws {
        var options = place.options
        options.patience = .milliseconds(300)
        let store = try ItemStore.open(at: place.path, options: options)
        place.ready()
        try store.compact()
        Main.say("compacted")
    }

    private func make(_ place: Place) throws {
        let store = try place.open()
        let match = try store.getOrCreate(GenericPassword(service: "made")) { try secret(place.name) }
        Main.say(match.secret == (try secret(place.name)) ? "mine" : "another's")
    }

    /// Makes store after store.
    private func create(_ place: Place) throws {
        place.ready()
        for turn in place.turns {
            let store = try ItemStore.create(at: "\(place.path).\(turn)", options: place.options)
            try store.add(item(place, turn))
            Main.say("\(turn)")
        }
    }

    /// Changes a few items again and again, at the pace of a busy program, and reads each back; says only
    /// what is wrong.
    private func reread(_ place: Place) throws {
        let store = try place.open()
        for turn in place.turns {
            let (item, expected) = (item(place, turn % 4), try secret("\(place.name) \(turn)"))
            try store.set(item, secret: expected)
            guard try store.only(Query(identityOf: item)).secret == expected else {
                return Main.say("read something else")
            }
            Main.rest()
        }
    }

    /// Replaces the keys again and again, in short steps; says each step and each end.
    private func rotate(_ place: Place) throws {
        var options = StoreOptions(TestTerms(allowsAnyCost: true, rowsPerStep: 4))
        (options.deviceKey, options.patience) = (place.options.deviceKey, place.options.patience)
        let store = try ItemStore.open(at: place.path, options: options)
        place.ready()
        for turn in place.turns {
            try store.rotateKeys { _ in
                Main.say("step")
                return .proceed
            }
            Main.say("\(turn)")
        }
    }

    /// Gives the store a passphrase and takes it away again; opens it with the one or the other.
    private func passphrase(_ place: Place) throws {
        let passphrase = try secret(place.name)
        var options = StoreOptions(TestTerms(allowsAnyCost: true))
        options.deviceKey = place.options.deviceKey
        let store = try ItemStore.open(at: place.path, options: options)
        if store.lockState == .notYetUnlocked { try store.unlock(with: .passphrase(passphrase)) }
        place.ready()
        for _ in place.turns {
            if try store.protection().hasPassphrase {
                try store.removePassphrase()
                Main.say("removed")
            } else {
                try store.setPassphrase(passphrase, cost: .cheapest)
                Main.say("set")
            }
        }
    }

    /// Writes the same twenty items by turns, at the pace of a busy program; their secrets say the turn, and
    /// so does a line after each twenty.
    private func churn(_ place: Place) throws {
        let store = try place.open()
        for turn in place.turns {
            try store.set(item(place, turn % 20), secret: secret("\(turn)"))
            if turn % 20 == 19 { Main.say("\(turn)") }
            Main.rest()
        }
    }

    /// Makes backup after backup.
    private func backup(_ place: Place) throws {
        let store = try place.open()
        for turn in place.turns {
            try store.backup(to: "\(place.path).backup-\(turn)")
            Main.say("\(turn)")
        }
    }

    /// Restores the store over and over from the backup that the name is.
    private func restore(_ place: Place) throws {
        place.ready()
        for turn in place.turns {
            _ = try ItemStore.restore(from: place.name, to: place.path, options: place.options)
            Main.say("\(turn)")
        }
    }

    /// Opens a store of a format that never was, and adds items to it.
    private func migrate(_ place: Place) throws {
        var options = StoreOptions(
            now: { Date.now }, TestTerms(migrations: MadeUpFormats.migrations))
        (options.deviceKey, options.patience) = (place.options.deviceKey, place.options.patience)
        place.ready()
        try add(place, to: try ItemStore.open(at: place.path, options: options))
    }
}
