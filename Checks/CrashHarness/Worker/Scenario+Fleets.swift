import FoundationEssentials
import SecureStore

/// Replicas of a fleet, whose server outlives the power cut.
extension Scenario {
    static var aboutFleets: [Scenario] { [beginFleet, replicas] }

    private static let hosts: [Place] = [.replica("main"), .replica("second")]
    private static let beside = ["answer", "order", "request", "state/main.key", "state/second.key"]

    private static var beginFleet: Scenario {
        Scenario(
            name: "fleet", places: hosts, others: beside, takesFaults: false,
            prepare: { ground in
                let store = try ItemStore.create(at: ground.path("main"), options: ground.options(of: "main"))
                try store.transaction { changes in
                    for number in 0..<20 {
                        try changes.add(ground.item(number), secret: ground.secret("first \(number)", number))
                    }
                }
                return nil
            },
            steps: [
                Step(name: "begin") { $0.store = try $0.ground.beginFleet() },
                Step(name: "let in", changes: false) { try $0.ground.letIn(over: $0.replica("main")) },
                Step(name: "join") { try $0.ground.join() },
                Step(name: "leave") { try $0.replica("second").leaveFleet() },
            ],
            again: { ground in
                let main = try ground.beginFleet()
                if !ground.exists("second") {
                    try ground.letIn(over: main)
                    try ground.join()
                }
            })
    }

    private static var replicas: Scenario {
        Scenario(
            name: "replicas", places: hosts, others: beside, takesFaults: false,
            prepare: { ground in
                let store = try ItemStore.create(at: ground.path("main"), options: ground.options(of: "main"))
                for number in 0..<12 {
                    try store.add(ground.item(number), secret: ground.secret("first \(number)", number))
                }
                try ground.letIn(over: try ground.beginFleet())
                try ground.join()
                return nil
            },
            steps: [
                Step(name: "set") { bench in
                    try bench.replica("main").transaction { changes in
                        for number in 8..<12 {
                            try changes.set(
                                bench.ground.item(number), secret: bench.ground.secret("second", number))
                        }
                    }
                },
                Step(name: "take in", changes: false) { try $0.replica("second").catchUp() },
                Step(name: "rotate", changes: false) { try $0.replica("main").rotateKeys() },
                Step(name: "take in and delete") { bench in
                    try bench.replica("second").delete(Query(identityOf: bench.ground.item(3)))
                },
                Step(name: "set a passphrase") { bench in
                    try bench.replica("main").setPassphrase(Way.first.passphrase, cost: .cheapest)
                },
            ], again: { try $0.openReplica("main").rotateKeys() })
    }
}

extension Ground {
    private static let fleet = [UInt8](repeating: 7, count: 16)
    private var order: FileOrder { FileOrder(path: path("order")) }

    func options(of host: String) -> StoreOptions {
        var options = options
        options.deviceKey = .file(path("state/\(host).key"))
        return options
    }

    func openReplica(_ host: String) throws -> ItemStore {
        try ItemStore.openReplica(of: Self.fleet, at: path(host), over: order, options: options(of: host))
    }

    /// Begins a fleet with the store `main`, or opens it if that is done.
    func beginFleet() throws -> ItemStore {
        let alone = try ItemStore.open(at: path("main"), options: options(of: "main"))
        if try alone.fleetIdentifier() != nil { return try openReplica("main") }
        return try ItemStore.beginFleet(
            Self.fleet, at: path("main"), over: order, options: options(of: "main"))
    }

    /// Lets `second` in, whose request lies beside its key.
    func letIn(over store: ItemStore) throws {
        let (request, code) = try ItemStore.requestToJoin(name: "second", options: options(of: "second"))
        try Data(request.bytes).write(to: URL(filePath: path("request")))
        let answer = try store.letIn(request, code: code).answer
        try Data(answer).write(to: URL(filePath: path("answer")))
    }

    func join() throws {
        let request = try HostRequest(Array(try Data(contentsOf: URL(filePath: path("request")))))
        let answer = Array(try Data(contentsOf: URL(filePath: path("answer"))))
        _ = try ItemStore.makeReplica(
            of: Self.fleet, at: path("second"), from: order, as: request, answeredBy: answer,
            options: options(of: "second"))
    }

    /// A host as it was left, and after it has caught up; as long as the fleet was not begun here, nothing is
    /// changed.
    func stateOfReplica(_ host: String) throws -> String {
        let alone = try ItemStore.open(at: path(host), options: options(of: host))
        try Place.verify(alone, host)
        if try alone.fleetIdentifier() == nil { return "\(host): items \(try Place.items(of: alone))" }
        let store = try openReplica(host)
        try store.catchUp()
        try Place.verify(store, host)
        try Place.write(to: store)
        let kinds = try store.protection().slots.map { "\($0.kind)" }.filter { $0 != "host" }
        return "\(host): slots \(kinds.joined(separator: "+")), items \(try Place.items(of: store))"
    }
}

extension Bench {
    /// A replica, opened again: several are at work.
    func replica(_ host: String) throws -> ItemStore {
        let opened = try ground.openReplica(host)
        store = opened
        return opened
    }
}
