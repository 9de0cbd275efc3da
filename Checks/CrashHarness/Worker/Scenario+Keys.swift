import SecureStore

/// Changes of what opens a store, and of how it lies in its file.
extension Scenario {
    static var aboutKeys: [Scenario] { [passphrase, keptJournal, recoveryCode, rotate, compact, migrate] }

    private static let main: [Place] = [.store("main")]

    private static func ready(_ ground: Ground) throws -> String? {
        try ground.fill("main", count: 20)
        return nil
    }

    private static var passphrase: Scenario {
        Scenario(
            name: "passphrase", places: main, prepare: ready,
            steps: [
                Step(name: "set", erases: true) { bench in
                    try bench.main.setPassphrase(Way.first.passphrase, cost: .cheapest)
                },
                Step(name: "change", erases: true) { bench in
                    try bench.main.changePassphrase(
                        from: Way.first.passphrase, to: Way.second.passphrase, cost: .cheapest)
                },
                Step(name: "remove", erases: true) { try $0.main.removePassphrase() },
            ])
    }

    /// A reader keeps the journal from being cut off after the first change: the second has to get rid of its
    /// slot.
    private static var keptJournal: Scenario {
        Scenario(
            name: "kept journal", places: main, takesFaults: false, prepare: ready,
            steps: [
                Step(name: "set while others read") { bench in
                    let store = try bench.main
                    var outcome: Result<Void, any Error>?
                    _ = try store.verify { _ in
                        if outcome == nil {
                            outcome = Result {
                                try store.setPassphrase(Way.first.passphrase, cost: .cheapest)
                            }
                        }
                        return .proceed
                    }
                    try outcome?.get()
                },
                Step(name: "change", erases: true) { bench in
                    try bench.main.changePassphrase(
                        from: Way.first.passphrase, to: Way.second.passphrase, cost: .cheapest)
                },
                Step(name: "remove", erases: true) { try $0.main.removePassphrase() },
            ])
    }

    private static var recoveryCode: Scenario {
        Scenario(
            name: "recovery code", places: main, prepare: ready,
            steps: [
                Step(name: "add") { _ = try $0.main.addRecoveryCode() },
                Step(name: "remove", erases: true) { bench in
                    let slots = try bench.main.protection().slots
                    for slot in slots where slot.kind == .recoveryCode {
                        try bench.main.removeSlot(slot.number)
                    }
                },
            ])
    }

    private static var rotate: Scenario {
        Scenario(
            name: "rotate", places: main, prepare: ready,
            steps: [Step(name: "rotate", changes: false, erases: true) { try $0.main.rotateKeys() }],
            again: { try $0.open("main").rotateKeys() })
    }

    /// Items that were stored and deleted since the store was opened lie in the journal too.
    private static var compact: Scenario {
        Scenario(
            name: "compact", places: main,
            prepare: { ground in
                try ground.fill("main", count: 40)
                return nil
            },
            steps: [
                Step(name: "set") { bench in
                    try bench.main.transaction { changes in
                        for number in 10..<16 {
                            try changes.set(
                                bench.ground.item(number), secret: bench.ground.secret("second", number))
                        }
                    }
                },
                Step(name: "delete") { bench in
                    try bench.main.transaction { changes in
                        for number in 10..<30 {
                            try changes.delete(Query(identityOf: bench.ground.item(number)))
                        }
                    }
                },
                Step(name: "compact", changes: false, erases: true) { try $0.main.compact() },
                Step(name: "compact again", changes: false) { try $0.main.compact() },
            ], again: { try $0.open("main").compact() })
    }

    /// Of formats that never were: no real one leads to today's.
    private static var migrate: Scenario {
        Scenario(
            name: "migrate", places: main, migrates: true,
            prepare: { ground in
                try ground.fill("main", count: 20)
                return "\(MadeUpFormats.toFormat1);\n\(MadeUpFormats.toFormat0)"
            },
            steps: [
                Step(name: "open", changes: false) { _ = try $0.main },
                Step(name: "add") { bench in
                    try bench.main.add(bench.ground.item(100), secret: bench.ground.secret("first 100", 100))
                },
            ])
    }
}
