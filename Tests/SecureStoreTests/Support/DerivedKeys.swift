import XCTest

@testable import SecureStore

/// Every key that the file of a store, this machine's key and a passphrase lead to, by its name.
///
/// Computed from the file as it lies there, so that the process whose store it is shows nothing of its keys.
struct DerivedKeys {
    typealias Named = [String: [UInt8]]

    /// The end of the store's path.
    let name: Substring
    /// Kept while the store is unlocked, and wiped when it is locked.
    private(set) var kept: Named = [:]
    /// Kept as long as the store is open.
    private(set) var lasting: Named = [:]
    /// On the way to the others, and never kept.
    private(set) var passing: Named = [:]

    var all: Named { kept.merging(lasting) { $1 }.merging(passing) { $1 } }

    /// The keys of a store with one slot and one key set; without a passphrase, it is the device key's.
    init(_ path: String, _ device: DeviceKey, passphrase: SecretBytes?) throws {
        name = path.split(separator: ".").last ?? ""
        let material = try Database(path: path, patience: .seconds(10)).read {
            connection throws(StoreError) in try KeyMaterial(connection)
        }
        let unlockKey = try unlock(material, device, passphrase)
        for root in [KeysetCodec.Root.main, .device, .passcode] {
            try take(root, material, unlockKey.key, device)
        }
    }

    private mutating func unlock(
        _ material: KeyMaterial, _ device: DeviceKey, _ passphrase: SecretBytes?
    ) throws -> UnlockKey {
        let slot = try XCTUnwrap(material.slots.first)
        let wrapping =
            if let passphrase {
                try Credential.passphrase(passphrase).wrappingKey(for: slot)
            } else {
                try KeyHierarchy.wrapping(device, slot.salt)
            }
        let secret = try SlotCodec.secret(of: slot, under: wrapping, store: material.store)
        let way = SlotSecret(slot: slot.number, secret.another())
        let unlockKey = try SlotCodec.open(slot, with: way, store: material.store)
        kept["unlock key"] = unlockKey.key.bytes
        kept["slot secret"] = secret.bytes
        passing["slot wrapping key"] = wrapping.bytes
        passing["slot shield"] = try SlotCodec.shield(secret, slot).bytes
        passing["slot escrow"] = try SlotCodec.escrow(slot, unlockKey.key, material.store).bytes
        passing["slot seed"] = try secret.derive("securestore slot recipient", []).bytes
        passing["slot pair"] = try SlotCodec.pair(secret).secretKey.bytes
        return unlockKey
    }

    private mutating func take(
        _ root: KeysetCodec.Root, _ material: KeyMaterial, _ unlockKey: borrowing SealingKey,
        _ device: DeviceKey
    ) throws {
        let (store, keyset) = (material.store, material.current)
        let boxes: [KeysetCodec.Root: [UInt8]?] = [
            .main: keyset.main, .device: keyset.device, .passcode: keyset.passcode,
        ]
        guard let box = boxes[root] ?? nil else { return }
        let wrapping = try KeysetCodec.wrapping(root, unlockKey, device, store, keyset.number)
        passing["\(root) wrapping key"] = wrapping.bytes
        guard
            let key = try KeysetCodec.open(root, box, unlockKey, device, store: store, keyset: keyset.number)
        else { throw StoreError(.invalidKeychain, "the \(root) root does not open") }
        passing["\(root) root"] = key.bytes
        try take(root, key)
    }

    private mutating func take(_ root: KeysetCodec.Root, _ key: borrowing SealingKey) throws {
        for access in Accessibility.allCases where Self.root(of: access) == root {
            let keys = try AccessKeys(from: key, access)
            let named = [
                "\(access) metadata key": keys.metadata.bytes, "\(access) secret key": keys.secret.bytes,
            ]
            if access.isWipedByLock { kept.merge(named) { $1 } } else { lasting.merge(named) { $1 } }
        }
        guard root == .main else { return }
        for purpose in ["index", "beginning", "integrity", "state", "node"] {
            lasting["\(purpose) key"] = try key.derive("securestore \(purpose)", []).bytes
        }
    }

    private static func root(of access: Accessibility) -> KeysetCodec.Root {
        guard access.isThisDeviceOnly else { return .main }
        return access == .whenPasscodeSetThisDeviceOnly ? .passcode : .device
    }
}
