import FoundationEssentials
import SecureStore

/// Work that makes files, or takes them in.
extension Scenario {
    static var aboutFiles: [Scenario] { [create, backup, restore, restoreAnew, export, importAll] }

    private static var create: Scenario {
        Scenario(
            name: "create", places: [.store("main"), .store("other")],
            prepare: { _ in nil },
            steps: [
                Step(name: "with a device key") { bench in bench.store = try bench.ground.create("main") },
                Step(name: "with a passphrase") { bench in
                    bench.store = try ItemStore.create(
                        at: bench.ground.path("other"),
                        unlockingWith: .passphrase(Way.first.passphrase, cost: .cheapest),
                        options: bench.ground.options)
                },
            ],
            again: { ground in
                for name in ["main", "other"] where !ground.exists(name) { _ = try ground.create(name) }
            })
    }

    private static var backup: Scenario {
        Scenario(
            name: "backup", places: [.store("main"), .store("copy")],
            prepare: { ground in
                try ground.fill("main", count: 20)
                return nil
            },
            steps: [Step(name: "back up") { try $0.main.backup(to: $0.ground.path("copy")) }],
            again: { ground in
                if !ground.exists("copy") { try ground.open("main").backup(to: ground.path("copy")) }
            })
    }

    /// A store, and a backup of an older state of it.
    private static func readyToRestore(_ ground: Ground) throws -> String? {
        try ground.fill("main", count: 20)
        let store = try ground.open("main")
        try store.backup(to: ground.path("source"))
        for number in 5..<12 {
            try store.set(ground.item(number), secret: ground.secret("later \(number)", number))
        }
        return nil
    }

    private static func restore(_ ground: Ground, to name: String) throws -> ItemStore {
        try ItemStore.restore(
            from: ground.path("source"), to: ground.path(name), options: ground.options
        ).store
    }

    private static var restore: Scenario {
        Scenario(
            name: "restore", places: [.store("main")], others: ["source"], prepare: readyToRestore,
            steps: [
                Step(name: "over a store") { $0.store = try restore($0.ground, to: "main") }
            ], again: { _ = try restore($0, to: "main") })
    }

    private static var restoreAnew: Scenario {
        Scenario(
            name: "restore anew", places: [.store("main"), .store("new")], others: ["source"],
            prepare: readyToRestore,
            steps: [
                Step(name: "where nothing is") { $0.store = try restore($0.ground, to: "new") }
            ], again: { _ = try restore($0, to: "new") })
    }

    private static func export(_ store: ItemStore, _ ground: Ground, to name: String) throws {
        _ = try store.export(to: ground.path(name), passphrase: Way.first.passphrase, cost: .cheapest)
    }

    private static var export: Scenario {
        Scenario(
            name: "export", places: [.store("main"), .export("list")],
            prepare: { ground in
                try ground.fill("main", count: 20)
                return nil
            },
            steps: [Step(name: "export") { try export($0.main, $0.ground, to: "list") }],
            again: { ground in
                if !ground.exists("list") { try export(ground.open("main"), ground, to: "list") }
            })
    }

    private static func takeIn(_ store: ItemStore, _ ground: Ground) throws {
        _ = try store.importItems(
            from: ground.path("list"), passphrase: Way.first.passphrase, policy: .replaceExisting)
    }

    private static var importAll: Scenario {
        Scenario(
            name: "import", places: [.store("main")], others: ["list"],
            prepare: { ground in
                try ground.fill("main", count: 20)
                try export(ground.open("main"), ground, to: "list")
                let store = try ground.open("main")
                for number in 5..<12 { try store.delete(Query(identityOf: ground.item(number))) }
                for number in 12..<18 {
                    try store.set(ground.item(number), secret: ground.secret("later", number))
                }
                return nil
            },
            steps: [Step(name: "import") { try takeIn($0.main, $0.ground) }],
            again: { try takeIn($0.open("main"), $0) })
    }
}
