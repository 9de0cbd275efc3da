import FoundationEssentials
import SecureStore
import TokenVault

/// Something whose state a scenario changes: seen after a crash, it is in the old state or in the new one.
enum Place {
    case store(String)
    case export(String)
    case vault(String)
    case file(String)
    case replica(String)

    var name: String {
        switch self {
        case .store(let name), .export(let name), .vault(let name), .file(let name), .replica(let name): name
        }
    }

    /// The state in a line, made only of what the library says; throws what is wrong with it.
    func state(in ground: Ground) throws -> String {
        guard ground.exists(name) else { return "\(name) is absent" }
        switch self {
        case .store: return try storeState(ground)
        case .export: return try exportState(ground)
        case .vault: return try vaultState(ground)
        case .replica: return try ground.stateOfReplica(name)
        case .file:
            let text = String(
                decoding: try Data(contentsOf: URL(filePath: ground.path(name))), as: UTF8.self)
            // The names in paths are the same wherever the directory lies.
            let lines = text.split(separator: "\n").map { line in
                line.split(separator: " ").map { $0.split(separator: "/").last ?? "" }.joined(separator: " ")
            }
            return "\(name): \(lines.joined(separator: ", "))"
        }
    }

    private func storeState(_ ground: Ground) throws -> String {
        var opened: (ways: [Way], store: ItemStore?) = ([], nil)
        for way in Way.allCases {
            do {
                let store = try ground.open(name, way)
                guard store.lockState == .unlocked else { continue }
                opened = (opened.ways + [way], store)
            } catch let error as StoreError where error.status == .authFailed {}
        }
        guard let store = opened.store else { throw Violation("\(name) opens with nothing") }
        let kinds = try store.protection().slots.map { "\($0.kind)" }.sorted()
        let state = try Self.items(of: store)
        try Self.verify(store, name)
        try Self.write(to: store)
        let ways = opened.ways.map(\.rawValue).joined(separator: "+")
        return "\(name): opens with \(ways), slots \(kinds.joined(separator: "+")), items \(state)"
    }

    private func exportState(_ ground: Ground) throws -> String {
        let store = try ItemStore.inMemory(options: ground.options)
        let report = try store.importItems(from: ground.path(name), passphrase: Way.first.passphrase)
        guard report.total == (try store.itemCount()) else {
            throw Violation("\(name) holds \(report.total) items, not all of them its own")
        }
        return "\(name): items \(try Self.items(of: store))"
    }

    private func vaultState(_ ground: Ground) throws -> String {
        let store = try ground.open(name)
        let pair = try TokenVault(store, service: "api").pair(for: "maria")
        try Self.verify(store, name)
        try Self.write(to: store)
        let tokens = [try pair?.accessToken.text(), try pair?.refreshToken?.text()]
        return "\(name): tokens \(tokens.map { $0 ?? "none" }.joined(separator: "+"))"
    }

    // MARK: - What every store must give

    /// Every account with the value in front of its secret.
    static func items(of store: ItemStore) throws -> String {
        var lines: [String] = []
        for match in try all(in: store) {
            let value = try value(of: match)
            lines.append("\(match.item.account)=\(value)")
        }
        let count = try store.itemCount()
        guard count == lines.count else { throw Violation("\(lines.count) items where it counts \(count)") }
        return "[\(lines.joined(separator: ", "))]"
    }

    /// The bytes in front of the filling; throws when the secret is not one that a scenario stores.
    private static func value(of match: ItemMatch<GenericPassword>) throws -> String {
        guard let secret = match.secret else { throw Violation("item \(match.item.account) has no secret") }
        let head = secret.withBytes { Array($0.prefix(40)) }
        let value = String(decoding: head.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        let filling = String(repeating: "x", count: max(0, secret.count - value.utf8.count - 1))
        guard secret == (try SecretBytes(copying: "\(value);\(filling)".utf8)) else {
            throw Violation("the secret of item \(match.item.account) is none that was ever stored")
        }
        return value
    }

    private static func all(in store: ItemStore) throws -> [ItemMatch<GenericPassword>] {
        try store.page(Query<GenericPassword>(), limit: .max).matches
    }

    static func verify(_ store: ItemStore, _ name: String) throws {
        let report = try store.verify()
        guard report.isIntact else {
            let reasons = report.problems + report.damaged.map(\.reason)
            throw Violation("\(name) does not verify: \(reasons.joined(separator: "; "))")
        }
    }

    /// Adds an item, finds it and deletes it again.
    static func write(to store: ItemStore) throws {
        let probe = GenericPassword(service: "probe", account: "probe")
        let secret = try SecretBytes(copying: "a probe".utf8)
        try store.add(probe, secret: secret)
        guard try store.only(Query(identityOf: probe)).secret == secret else {
            throw Violation("an item that was added has another secret")
        }
        try store.delete(Query(identityOf: probe))
        guard try store.first(Query(identityOf: probe)) == nil else {
            throw Violation("an item that was deleted is still found")
        }
    }
}
