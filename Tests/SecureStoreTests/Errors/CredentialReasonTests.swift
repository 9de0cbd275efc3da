import Foundation
import XCTest

@testable import SecureStore

/// Errors of credentials, device keys, slots and costs: each text says what to do next.
final class CredentialReasonTests: StoreTestCase {
    private func check(_ rows: [Provoked]) {
        for row in rows { row.check(withoutValues: ["the word", "wr0ng"]) }
    }

    private func credential(_ text: String) throws -> Credential {
        .passphrase(try secret(text), cost: .cheapest)
    }

    private func create() throws -> ItemStore {
        try ItemStore.create(at: path, unlockingWith: credential("the word"), options: options)
    }

    private func open(_ source: DeviceKeySource, _ credential: Credential = .deviceKey) throws -> ItemStore {
        var options = options
        options.deviceKey = source
        return try ItemStore.open(at: path, unlockingWith: credential, options: options)
    }

    // MARK: - Credentials

    func test_passphrase_thatDoesNotOpen_namesOtherWays() throws {
        let store = try create()
        let words = ["passphrase does not open", "again", "recovery code"]
        check([
            Provoked("open", .authFailed, words) { try self.openStore(self.credential("wr0ng")) },
            Provoked("unlock", .authFailed, words) { try store.unlock(with: self.credential("wr0ng")) },
            Provoked("change", .authFailed, ["does not open", "again"]) {
                try store.changePassphrase(from: secret("wr0ng"), to: secret("x"), cost: .cheapest)
            },
        ])
    }

    func test_credential_withoutASlot_namesThoseThatHaveOne() throws {
        let store = try create()
        let code = try store.addRecoveryCode()
        check([
            Provoked("code", .authFailed, ["as it was written down"]) {
                try self.openStore(.recoveryCode(secret("wr0ng")))
            },
            Provoked("session", .authFailed, ["sessionKey()"]) {
                try self.openStore(.sessionKey(secret("wr0ng")))
            },
            Provoked("no slot", .authFailed, ["device key", "a passphrase or a recovery code"]) {
                try store.unlock()
            },
        ])
        try store.removeSlot(store.protection().slots.last?.number ?? 0)
        check([
            Provoked("removed", .authFailed, ["recovery code", "opens with a passphrase"]) {
                try self.openStore(.recoveryCode(code))
            }
        ])
    }

    func test_deviceKey_thatIsAnother_saysWhereTheRightOneIs() throws {
        _ = try makeStore()
        let other = directory + "/other.key"
        _ = try DeviceKeySource.file(other).loadOrCreate()
        check([
            Provoked("another", .authFailed, ["device key", "where the store was made", "recovery code"]) {
                try self.open(.file(other))
            }
        ])
        try Data(count: 31).write(to: URL(fileURLWithPath: other))
        _ = unsafe chmod(other, 0o600)
        check([
            Provoked("short", .invalidKeyFormat, ["31 bytes, not 32", "put it back"]) {
                try self.open(.file(other))
            }
        ])
    }

    func test_deviceKey_thatIsMissing_saysWhereItIsLookedFor() throws {
        _ = try makeStore()
        let (missing, source) = (directory + "/none.key", "StoreOptions.deviceKey")
        var without = options
        without.deviceKey = .none
        check([
            Provoked("file", .notAvailable, [missing, "put it back", "passphrase"]) {
                try self.open(.file(missing))
            },
            Provoked("none", .notAvailable, [source]) { try self.open(.none) },
            Provoked("variable", .notAvailable, ["SECURESTORE_X is not set", "64 hexadecimal"]) {
                try self.open(.environment("SECURESTORE_X"))
            },
            Provoked("no text", .param, ["SECURESTORE_X is not UTF-8", "or unset it"]) {
                _ = unsafe setenv("SECURESTORE_X", [CChar(-1), 0], 1)
                defer { _ = unsafe unsetenv("SECURESTORE_X") }
                return try Environment.value("SECURESTORE_X")
            },
            Provoked("service", .notAvailable, ["LoadCredential"]) { try self.open(.serviceCredential("x")) },
            Provoked("new", .notAvailable, [source, "passphrase"]) {
                try ItemStore.create(at: self.directory + "/new", options: without)
            },
        ])
    }

    func test_accessibility_thatIsOutOfReach_isCalledByItsName() throws {
        let store = try create()
        let (item, own) = (password("maria"), password("own", .whenUnlockedThisDeviceOnly))
        for item in [item, own] { try store.add(item, secret: secret("s")) }
        store.lock()
        check([
            Provoked("locked", .interactionNotAllowed, ["whenUnlocked", "call unlock(with:)"]) {
                try store.secret(of: item)
            },
            Provoked("no key", .notAvailable, ["whenUnlockedThisDeviceOnly", "StoreOptions.deviceKey"]) {
                try self.open(.none, self.credential("the word")).secret(of: own)
            },
            Provoked("no passphrase", .notAvailable, ["whenPasscodeSetThisDeviceOnly", "setPassphrase"]) {
                try ItemStore.inMemory().add(password("maria", .whenPasscodeSetThisDeviceOnly))
            },
        ])
    }

    // MARK: - Slots and costs

    func test_slots_thatCannotBe_nameTheCallThatHelps() throws {
        let store = try makeStore()
        check([
            Provoked("no passphrase", .param, ["setPassphrase"]) { try store.removePassphrase() },
            Provoked("second", .param, ["setPassphrase"]) { try store.addPassphraseSlot(secret("x")) },
            Provoked("no slot", .param, ["protection()"]) { try store.removeSlot(99) },
            Provoked("last slot", .param, ["add another"]) { try store.removeSlot(1) },
            Provoked("empty", .param, ["at least one byte"]) { try store.setPassphrase(secret("")) },
            Provoked("long", .dataTooLarge, ["at most 65536"]) {
                try store.setPassphrase(SecretBytes.random(count: 70_000))
            },
        ])
        try store.setPassphrase(secret("the word"), cost: .cheapest)
        check([
            Provoked("again", .param, ["changePassphrase"]) { try store.setPassphrase(secret("x")) }
        ])
    }

    private let limits = ["16 passes", "1 GiB", "4 GiB"]

    func test_cost_outsideTheLimits_namesThem() throws {
        let salt = [UInt8](repeating: 0, count: 16)
        for (passes, memory) in [(1, 1), (99, 1 << 40)] {
            let cost = PassphraseCost(passes: passes, memory: memory)
            check([
                Provoked("new", .param, limits + ["2 passes over 64 MiB"]) {
                    try ItemStore.inMemory(options: StoreOptions()).setPassphrase(
                        secret("the word"), cost: cost)
                },
                Provoked("hash", .param, limits + ["8 KiB"]) {
                    _ = try wrappingKey(from: secret("the word"), salt: salt, cost: cost)
                },
            ])
        }
    }

    func test_costOfASlot_outsideTheLimits_namesThemAndOtherWays() throws {
        let store = try create()
        var material = try store.engine.material()
        material.slots[0].memory = 1 << 40
        material.slots[0].checksum = SlotCodec.checksum(material.slots[0], material.store)
        var damaged = material.slots[0]
        damaged.salt[0] ^= 1
        check([
            Provoked("damage", .invalidDatabaseBlob, ["slot 1 is damaged", "another credential", "backup"]) {
                try SlotCodec.check(damaged, store: material.store)
            },
            Provoked("slot", .invalidDatabaseBlob, limits + ["another credential", "backup"]) {
                try material.unlock([.passphrase]) { slot throws(StoreError) in
                    try KeyHierarchy.wrapping(DeviceKey(.random(count: 32)), slot.salt)
                }
            },
        ])
    }
}
