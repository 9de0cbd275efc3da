import Foundation
import SecureStore

/// The directory with the stores that all walks share.
///
/// The index of a store has a shape that follows from its keys, and what a call costs varies with it by some
/// per cent. So a walk goes through several stores in turn, which are open before it begins.
struct Home {
    typealias Call = (_ index: Int) throws -> Void

    /// The items that are numbered: with that of the vault a store has 1,000.
    static let count = 999
    private static let stores = 8

    let directory: String

    var options: StoreOptions {
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/device.key")
        return options
    }

    init(_ directory: String) { self.directory = directory }

    func path(_ store: Int) -> String { "\(directory)/\(store).store" }

    func prepare() throws {
        let secret = try Self.secret()
        for number in 0..<Self.stores {
            let store = try ItemStore.create(at: path(number), options: options)
            try store.transaction { changes in
                for index in 0..<Self.count { try changes.add(Self.item(index), secret: secret) }
            }
            try prepareVault(store)
        }
    }

    static func secret() throws -> SecretBytes {
        try SecretBytes(copying: String(repeating: "s", count: 64).utf8)
    }

    static func item(_ index: Int) -> GenericPassword {
        GenericPassword(service: "com.example.walks", account: "user\(index)@example.com")
    }

    /// The call that a walk is named after, on one store after the other.
    func call(_ name: String) throws -> Call {
        let calls = try (0..<Self.stores).map { try call(name, store: $0) }
        return { try calls[$0 % Self.stores]($0 / Self.stores) }
    }

    private func call(_ name: String, store number: Int) throws -> Call {
        if name == "fleet-set" { return try fleetCall(store: number) }
        let store = try ItemStore.open(at: path(number), options: options)
        let secret = try Self.secret()
        switch name {
        case "set": return { try store.set(Self.item($0), secret: secret) }
        case "add": return { try store.add(Self.item(Self.count + $0), secret: secret) }
        case "secret":
            return { guard try store.secret(of: Self.item($0))?.count == 64 else { throw Failure() } }
        case "find":
            return { index in
                let item = Self.item(index)
                let query = Query<GenericPassword>().where(.service, equals: item.service)
                    .where(.account, equals: item.account)
                guard try store.copyMatching(query).count == 1 else { throw Failure() }
            }
        case "miss":
            return { guard try store.secret(of: Self.item(Self.count + $0)) == nil else { throw Failure() } }
        case "list":
            return { _ in
                var seen = 0
                try store.list(Query<GenericPassword>(), returning: .attributes) { _ in seen += 1 }
                guard seen == Self.count + 1 else { throw Failure() }
            }
        case "keychain": return keychainCall(store)
        case "vault": return vaultCall(store)
        default: throw Failure()
        }
    }
}
