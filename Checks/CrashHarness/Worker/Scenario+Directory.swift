import Glibc
import SecureStore

/// Stores by name, and what the user chose about them.
extension Scenario {
    static var aboutDirectories: [Scenario] { [directory, deleteStore] }

    private static func stores(in ground: Ground) throws -> StoreDirectory {
        // Nothing else runs in this process.
        guard unsafe setenv("SECURESTORE_PATH", ground.path("login"), 1) == 0 else {
            throw Violation("the environment cannot be changed")
        }
        return try StoreDirectory()
    }

    private static func createExtra(_ bench: Bench) throws {
        bench.close()
        bench.store = try stores(in: bench.ground).create("extra", options: bench.ground.options)
    }

    /// A store is deleted while a program has it open, which leaves a journal, and when nobody has.
    private static var directory: Scenario {
        Scenario(
            name: "store directory", places: [.store("extra-db"), .file("securestore.preferences")],
            prepare: { _ in nil },
            steps: [
                Step(name: "create", run: createExtra),
                Step(name: "add") { bench in
                    try bench.store?.add(bench.ground.item(1), secret: bench.ground.secret("first 1", 1))
                },
                Step(name: "choose") { try stores(in: $0.ground).setDefaultStore("extra") },
                Step(name: "delete while it is open") { try stores(in: $0.ground).delete("extra") },
                Step(name: "create again", run: createExtra),
                Step(name: "add again") { bench in
                    try bench.store?.add(bench.ground.item(2), secret: bench.ground.secret("first 2", 2))
                },
                Step(name: "delete") { bench in
                    bench.close()
                    try stores(in: bench.ground).delete("extra")
                },
            ],
            again: { ground in
                let stores = try stores(in: ground)
                if !ground.exists("extra-db") { _ = try stores.create("extra", options: ground.options) }
                try stores.delete("extra")
            })
    }

    /// A store that is in no list, so that deleting it changes no other file.
    ///
    /// It has a journal, as it has when a program has it open or was killed.
    private static var deleteStore: Scenario {
        Scenario(
            name: "delete store", places: [.store("loose")],
            prepare: { ground in
                try ground.fill("loose", count: 3)
                return nil
            },
            steps: [
                Step(name: "add") { bench in
                    bench.store = try bench.ground.open("loose")
                    try bench.store?.add(bench.ground.item(100), secret: bench.ground.secret("first 100", 1))
                },
                Step(name: "delete while it is open") { bench in
                    try stores(in: bench.ground).delete(bench.ground.path("loose"))
                },
            ],
            again: { ground in
                if !ground.exists("loose") { _ = try ground.create("loose") }
                try stores(in: ground).delete(ground.path("loose"))
            })
    }
}
