import SecureStore

/// Changes of items.
extension Scenario {
    static var aboutItems: [Scenario] { [add, update, delete, transaction, turns] }

    private static let main: [Place] = [.store("main")]

    private static func ready(_ ground: Ground) throws -> String? {
        try ground.fill("main", count: 20)
        return nil
    }

    private static var add: Scenario {
        Scenario(
            name: "add", places: main, handsOver: true, prepare: ready,
            steps: [
                Step(name: "add") { try $0.add(100) },
                Step(name: "add a large one") { try $0.add(101) },
                Step(name: "open again and add") { bench in
                    bench.close()
                    try bench.add(102)
                },
            ])
    }

    private static var update: Scenario {
        Scenario(
            name: "update", places: main, handsOver: true, prepare: ready,
            steps: [
                Step(name: "update") { bench in
                    let changes = Changes<GenericPassword>().secret(try bench.ground.secret("second 3", 3))
                    try bench.main.update(Query(identityOf: bench.ground.item(3)), changes)
                },
                Step(name: "set") { bench in
                    try bench.main.set(bench.ground.item(4), secret: bench.ground.secret("second 4", 9))
                },
                Step(name: "update all", changes: false) { bench in
                    let all = Query<GenericPassword>().where(.service, equals: "mail.example")
                    try bench.main.update(all, Changes<GenericPassword>().set(.label, to: "changed"))
                },
            ])
    }

    private static var delete: Scenario {
        Scenario(
            name: "delete", places: main, handsOver: true, prepare: ready,
            steps: [
                Step(name: "delete") { bench in
                    try bench.main.delete(Query(identityOf: bench.ground.item(3)))
                },
                Step(name: "open again and delete") { bench in
                    bench.close()
                    try bench.main.delete(Query(identityOf: bench.ground.item(10)))
                },
                Step(name: "delete all") { try $0.main.deleteAll(of: GenericPassword.self) },
            ])
    }

    private static var transaction: Scenario {
        Scenario(
            name: "transaction", places: main, handsOver: true, prepare: ready,
            steps: [
                Step(name: "several changes") { try $0.change(3..<10, to: "second") },
                Step(name: "more changes") { try $0.change(0..<18, to: "third") },
            ])
    }

    private static var turns: Scenario {
        Scenario(
            name: "two processes", places: main, processes: 2, takesFaults: false, prepare: ready,
            steps: (0..<8).map { turn in
                Step(name: "turn \(turn)") { bench in
                    try bench.main.set(
                        bench.ground.item(turn / 2), secret: bench.ground.secret("turn \(turn)", turn))
                }
            })
    }
}

extension Bench {
    fileprivate func add(_ number: Int) throws {
        try main.add(ground.item(number), secret: ground.secret("first \(number)", number))
    }

    /// Sets some items, deletes one and adds one, in one transaction.
    fileprivate func change(_ numbers: Range<Int>, to word: String) throws {
        try main.transaction { changes in
            for number in numbers.dropFirst() {
                try changes.set(ground.item(number), secret: ground.secret("\(word) \(number)", number))
            }
            try changes.delete(Query(identityOf: ground.item(numbers.lowerBound)))
            try changes.add(ground.item(200 + numbers.lowerBound), secret: ground.secret(word, 1))
        }
    }
}
