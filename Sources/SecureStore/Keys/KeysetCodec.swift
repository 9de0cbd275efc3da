/// Wraps the roots of a key set under the unlock key and, for two of them, under the device key as well.
enum KeysetCodec {
    /// The roots that a box can hold.
    enum Root {
        case main, device, passcode

        fileprivate var field: FileFormat.Field {
            switch self {
            case .main: return .mainRoot
            case .device: return .deviceRoot
            case .passcode: return .passcodeRoot
            }
        }
    }

    /// The key that wraps a root, from the unlock key and, for a root of this device, the device key.
    static func wrapping(
        _ root: Root, _ unlockKey: borrowing SealingKey, _ deviceKey: DeviceKey?, _ store: Bytes16,
        _ keyset: UInt32
    ) throws(StoreError) -> SealingKey {
        var context = [root.field.rawValue] + store.array
        context.append(littleEndian: keyset)
        let own = try unlockKey.derive("securestore keyset", context)
        guard root != .main else { return own }
        guard let deviceKey else {
            throw StoreError(.notAvailable, "there is no device key; set StoreOptions.deviceKey")
        }
        let device = try deviceKey.key.derive("securestore keyset device", context)
        return try device.withBytes { bytes throws(StoreError) in
            try own.derive("securestore keyset joined", bytes)
        }
    }

    static func seal(
        _ root: Root, _ key: borrowing SealingKey, _ unlockKey: borrowing SealingKey, _ deviceKey: DeviceKey?,
        store: Bytes16, keyset: UInt32
    ) throws(StoreError) -> [UInt8] {
        let wrapping = try wrapping(root, unlockKey, deviceKey, store, keyset)
        return try wrapping.box(
            key, FileFormat.associatedData(root.field, store: store, number: UInt64(keyset)))
    }

    /// Opens the box of a root; nil when it does not open under these keys.
    static func open(
        _ root: Root, _ box: [UInt8], _ unlockKey: borrowing SealingKey, _ deviceKey: DeviceKey?,
        store: Bytes16, keyset: UInt32
    ) throws(StoreError) -> SealingKey? {
        let wrapping = try wrapping(root, unlockKey, deviceKey, store, keyset)
        return try wrapping.openKey(
            box, FileFormat.associatedData(root.field, store: store, number: UInt64(keyset)))
    }
}

/// This machine's device key, shared by the slots and the roots that need it.
final class DeviceKey: Sendable {
    static let byteCount = SealingKey.byteCount
    let key: SealingKey

    init(_ bytes: SecretBytes) throws(StoreError) {
        guard bytes.count == Self.byteCount else {
            throw StoreError(.param, "a device key must have \(Self.byteCount) bytes, not \(bytes.count)")
        }
        key = try SealingKey(copying: bytes)
    }
}
