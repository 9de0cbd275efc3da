import Foundation
import XCTest

@testable import SecureStore

/// One damage of the list "What a reader must refuse" in FileFormat.md, and who notices it how.
struct RefusedStore: Sendable {
    /// The part that a reader refuses: the store, all that needs a node of the index, one item, or the
    /// checked whole.
    enum Refused: Sendable { case store, index, item, whole }

    let name: String
    let refused: Refused
    /// The status of the library, where it has one to give.
    let status: StoreStatus?
    /// A word of the second reader's answer.
    let words: String
    let line: UInt
    private let damage: @Sendable (StoreTestCase) throws -> Void

    private init(
        _ refused: Refused, _ status: StoreStatus?, _ name: String, _ words: String, line: UInt,
        _ damage: @escaping @Sendable (StoreTestCase) throws -> Void
    ) {
        (self.refused, self.status, self.name, self.words) = (refused, status, name, words)
        (self.line, self.damage) = (line, damage)
    }

    func make(in test: StoreTestCase) throws {
        try Self.fill(in: test)
        try damage(test)
    }

    /// A store of three items, the third without a secret and all others with an earlier one.
    private static func fill(in test: StoreTestCase) throws {
        var options = test.options
        options.earlierSecrets = 2
        let store = try ItemStore.create(at: test.path, options: options)
        for account in ["a", "b"] {
            try store.add(password(account), secret: secret("old"))
            try store.set(password(account), secret: secret(account))
        }
        try store.add(password("c"))
    }

    // MARK: - Ways to damage

    static func sql(
        _ refused: Refused, _ status: StoreStatus?, _ sql: String, _ words: String, line: UInt = #line
    ) -> RefusedStore {
        RefusedStore(refused, status, sql, words, line: line) { try $0.tamper(sql) }
    }

    /// Bytes of the closed file.
    static func bytes(
        _ refused: Refused, _ status: StoreStatus?, _ place: Int, _ byte: UInt8, _ words: String,
        line: UInt = #line
    ) -> RefusedStore {
        RefusedStore(refused, status, "byte \(place) is \(byte)", words, line: line) { test in
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: test.path))
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: [byte])
            try file.close()
        }
    }

    static func beside(_ status: StoreStatus, _ suffix: String, _ words: String, line: UInt = #line)
        -> RefusedStore
    {
        RefusedStore(.store, status, "an empty \(suffix)", words, line: line) { test in
            XCTAssertTrue(
                FileManager.default.createFile(
                    atPath: test.path + suffix, contents: Data(), attributes: [.posixPermissions: 0o600]))
        }
    }

    static func state(
        _ refused: Refused, _ status: StoreStatus?, _ name: String, _ words: String, line: UInt = #line,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> RefusedStore {
        RefusedStore(refused, status, name, words, line: line) { test in
            try Forgery(try test.openStore()).changeState(change)
        }
    }

    /// The top node, a leaf of three items or a block of forty.
    static func node(
        _ name: String, refused: Refused = .index, block: Bool = false, line: UInt = #line,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> RefusedStore {
        let words = "is not the one that the items' rows give"
        return RefusedStore(refused, .invalidKeychain, name, words, line: line) { test in
            let store = try test.openStore()
            if block { for number in 0..<40 { try store.add(password("\(number)")) } }
            try Forgery(store).changeTopNode(change)
        }
    }

    /// A second slot, which nobody needs who has the device key.
    static func slot(_ change: String, _ words: String, line: UInt = #line) -> RefusedStore {
        RefusedStore(.whole, nil, change, words, line: line) { test in
            _ = try test.openStore().addRecoveryCode()
            try test.tamper("UPDATE slot SET \(change) WHERE number = 2")
        }
    }

    /// The entries of the first item's record.
    static func record(
        _ name: String, _ words: String, refused: Refused = .item, line: UInt = #line, _ entries: [UInt8]...
    ) -> RefusedStore {
        RefusedStore(refused, .decode, name, words, line: line) { test in
            let forged = ForgedPlaintext.padded(Array(entries.joined()))
            try Forgery(try test.openStore()).changeItem(record: { _ in forged })
        }
    }

    /// The whole plaintext of the first item's record or secret.
    static func plaintext(
        _ name: String, _ words: String, line: UInt = #line, record: [UInt8]? = nil,
        secret: (@Sendable () -> [UInt8])? = nil
    ) -> RefusedStore {
        RefusedStore(.item, .decode, name, words, line: line) { test in
            try Forgery(try test.openStore()).changeItem(
                record: { record ?? $0 }, secret: { secret?() ?? $0 })
        }
    }
}
