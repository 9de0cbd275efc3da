import Foundation
import SecureStore
import SecureStoreFleet

/// One machine of the fleet: it counts in an item of its own, and reads those of the others.
struct Machine {
    let name: String
    private let fleet: Fleet
    private let store: ItemStore

    /// Opens the machine's replica, which needs no server.
    init(_ name: String, in directory: String, of identifier: String, on server: String) throws {
        self.name = name
        // A call waits at most so long for the server.
        fleet = try Fleet(identifier, on: server, patience: .seconds(2))
        store = try fleet.open(at: Self.path(name, directory), options: Self.options(name, directory))
    }

    /// Counts until the process ends, and says what happens, a line each.
    func run() throws {
        var (count, isAway) = (try self.count(of: name), false)
        say("begins at \(count)")
        while true {
            do {
                try store.set(Self.item(name), secret: try SecretBytes(copying: "\(count + 1)".utf8))
                count += 1
                if isAway { say("the server is back") }
                isAway = false
                say("counted \(count)")
            } catch {
                if !isAway { say("the server is away; \(try store.itemCount()) items can be read") }
                isAway = true
                if try whetherItWasKept(error, count + 1) { count += 1 }
            }
            usleep(20_000)
        }
    }

    /// True if a change happened all the same whose call has failed.
    private func whetherItWasKept(_ error: StoreError, _ wanted: Int) throws -> Bool {
        switch error.status {
        case .notAvailable, .databaseLocked:
            // It did not; after a while it can be tried again.
            usleep(100_000)
            return false
        case .keptByFleet: return true
        case .unknownOutcome:
            // The connection was lost while the server may have been keeping it: look.
            while (try? fleet.catchUp(store)) == nil { usleep(100_000) }
            return try count(of: name) == wanted
        default: throw error
        }
    }

    /// The number to which a machine has counted, as this one's replica has it.
    func count(of name: String) throws -> Int {
        guard let secret = try store.secret(of: Self.item(name)) else { return 0 }
        return secret.withBytes { bytes in Int(String(decoding: Array(bytes), as: UTF8.self)) ?? 0 }
    }

    /// Takes in what the others changed; returns the number of the newest change.
    func catchUp() throws -> UInt64 { try fleet.catchUp(store) }

    private func say(_ line: String) { show(line) }

    // MARK: - Its files

    static func path(_ name: String, _ directory: String) -> String { "\(directory)/\(name).securestore" }

    /// A machine has a device key of its own; here it is a file for each process.
    static func options(_ name: String, _ directory: String) -> StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file("\(directory)/\(name).key")
        return options
    }

    private static func item(_ name: String) -> GenericPassword {
        GenericPassword(service: "counter", account: name)
    }
}
