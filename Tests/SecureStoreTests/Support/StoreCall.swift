import Foundation
import KeychainServices
import TokenVault
import XCTest

@testable import SecureStore

/// A call to an open store, by any face: the typed one, a transaction, Apple's names or the vault's.
///
/// It is about the password of `maria`, if it is about an item.
struct StoreCall: Sendable {
    let name: String
    let call: @Sendable (ItemStore) throws -> Void

    init(_ name: String, _ call: @escaping @Sendable (ItemStore) throws -> Void) {
        (self.name, self.call) = (name, call)
    }

    /// A call by one of Apple's names, whose code is thrown.
    private init(apple name: String, _ code: @escaping @Sendable () -> OSStatus) {
        self.init(name) { store in
            KeychainStore.use(store)
            defer { KeychainStore.useDefault() }
            let status = StoreStatus(rawValue: code())
            if status != .success { throw StoreError(status, name) }
        }
    }

    // MARK: - The item

    static let reads = [
        Self("find") { _ = try $0.copyMatching(query("maria")) },
        Self("first") { _ = try $0.first(query("maria")) },
        Self("secret") { _ = try $0.secret(of: password("maria")) },
        Self("list of one") { try $0.list(query("maria")) { _ in } },
        Self("value") { _ = try $0.value(Int.self, of: GenericPassword(service: "mail", account: "maria")) },
        Self("find in a transaction") { store in
            try store.transaction { changes in _ = try changes.copyMatching(query("maria")) }
        },
        Self(apple: "SecItemCopyMatching") {
            var found: CFTypeRef?
            return unsafe SecItemCopyMatching(maria([kSecReturnData: true]), &found)
        },
        Self(apple: "SecKeychainFindGenericPassword") {
            var (count, bytes): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
            defer { _ = unsafe SecKeychainItemFreeContent(nil, bytes) }
            return unsafe SecKeychainFindGenericPassword(nil, 4, "mail", 5, "maria", &count, &bytes, nil)
        },
        Self("vault: pair") { _ = try TokenVault($0, service: "mail").pair(for: "maria") },
    ]

    static let changes = [
        Self("add") { try $0.add(password("maria")) },
        Self("set") { try $0.set(password("maria"), secret: secret("2")) },
        Self("get or create") { store in
            _ = try store.getOrCreate(password("maria")) {
                XCTFail("made again")
                return try secret("again")
            }
        },
        Self("update") { try $0.update(query("maria"), Changes().set(.label, to: "l")) },
        Self("replace") { try $0.replace(password("maria"), secret: nil, ifGeneration: 1) },
        Self("delete") { _ = try $0.delete(query("maria")) },
        Self("delete if present") { _ = try $0.deleteIfPresent(query("maria")) },
        Self("delete all") { _ = try $0.deleteAll(of: GenericPassword.self) },
        Self(apple: "SecItemAdd") { SecItemAdd(maria(), nil) },
        Self(apple: "SecItemUpdate") { SecItemUpdate(maria(), [kSecAttrLabel: "l"] as CFDictionary) },
        Self(apple: "SecItemDelete") { SecItemDelete(maria()) },
        Self("vault: save") { store in
            try TokenVault(store, service: "mail").save(
                TokenPair(accessToken: "a", refreshToken: nil), for: "maria")
        },
        Self("vault: delete") { _ = try TokenVault($0, service: "mail").delete(for: "maria") },
    ]

    private static func maria(_ more: [CFString: Any] = [:]) -> CFDictionary {
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecAttrAccount: "maria",
        ]
        return item.merging(more) { $1 } as CFDictionary
    }

    // MARK: - Everything else

    static let looks = [
        Self("miss") { _ = try $0.copyMatching(query("nobody")) },
        Self("contains") { _ = try $0.contains(password("maria")) },
        Self("list") { try $0.list(Query<GenericPassword>()) { _ in } },
        Self("page") { _ = try $0.page(Query<GenericPassword>(), limit: 1) },
        Self("count") { _ = try $0.itemCount() }, Self("sequence") { _ = try $0.sequenceNumber() },
        Self("information") { _ = try $0.information() }, Self("verify") { _ = try $0.verify() },
        Self("protection") { _ = try $0.protection() }, Self("settings") { _ = try $0.lockSettings() },
        Self("empty transaction") { try $0.transaction { _ in } },
    ]

    static let copies = [
        Self("compact") { try $0.compact() },
        Self("export") {
            _ = try $0.export(to: "\($0.path ?? "").export", passphrase: secret("p"), cost: .cheapest)
        },
        Self("backup") { try $0.backup(to: "\($0.path ?? "").kept") },
    ]

    static let writes = [
        Self("add another") { try $0.add(password("more")) },
        Self("set settings") { store in
            try store.setLockSettings(LockSettings(locksAfter: .seconds(5), locksOnSleep: false))
        },
    ]

    static let keys = [
        Self("rotate") { try $0.rotateKeys() }, Self("code") { _ = try $0.addRecoveryCode() },
        Self("passphrase") { try $0.setPassphrase(secret("p"), cost: .cheapest) },
    ]

    /// Changes of the slots that need a first passphrase.
    static let slots = [
        Self("another passphrase") { _ = try $0.addPassphraseSlot(secret("2"), cost: .cheapest) },
        Self("change passphrase") { store in
            try store.changePassphrase(from: secret("new"), to: secret("third"), cost: .cheapest)
        },
        Self("remove passphrase") { try $0.removePassphrase() },
    ]

    static let all = reads + looks + copies + changes + writes + keys + slots
}
