/// A source of this machine's device key: 32 bytes outside the store's file.
///
/// By default it is a file in the user's state directory, so that a copy of the data directory does not carry
/// it.
public struct DeviceKeySource: Sendable {
    enum Kind: Sendable {
        case standard
        case bytes(SecretBytes)
        case file(String)
        case serviceCredential(String)
        case environment(String)
        case none
    }

    let kind: Kind

    /// The first of `$SECURESTORE_DEVICE_KEY_FILE`, the service credential `securestore.device-key` and
    /// `$XDG_STATE_HOME/securestore/device.key`, with `~/.local/state` where that variable is not set.
    ///
    /// A missing file is created with the first store.
    public static let standard = DeviceKeySource(kind: .standard)

    /// A key of 32 bytes that the program gets from elsewhere.
    public static func bytes(_ key: SecretBytes) -> DeviceKeySource { DeviceKeySource(kind: .bytes(key)) }

    /// A file of 32 bytes and mode 600.
    ///
    /// It is created with the first store if it is missing.
    public static func file(_ path: String) -> DeviceKeySource { DeviceKeySource(kind: .file(path)) }

    /// A credential that the service manager passed to this program.
    public static func serviceCredential(_ name: String) -> DeviceKeySource {
        DeviceKeySource(kind: .serviceCredential(name))
    }

    /// An environment variable that holds 64 hexadecimal digits.
    public static func environment(_ name: String) -> DeviceKeySource {
        DeviceKeySource(kind: .environment(name))
    }

    /// No device key.
    ///
    /// The store needs a passphrase, and cannot have items that stay on this device.
    public static let none = DeviceKeySource(kind: .none)

    /// The name of the service credential that ``standard`` looks for.
    static let credentialName = "securestore.device-key"

    /// Reads the key; throws `notAvailable` when it is missing.
    func load() throws(StoreError) -> DeviceKey {
        switch kind {
        case .bytes(let key): return try DeviceKey(key)
        case .none:
            throw StoreError(
                .notAvailable, "the store was opened without a device key; set StoreOptions.deviceKey")
        case .file(let path): return try Self.read(path)
        case .serviceCredential(let name):
            return try Self.read(try ServiceCredential.passedPath(name), ofService: true)
        case .environment(let name):
            guard let key = try Environment.withBytes(name, Self.parse) else {
                throw StoreError(
                    .notAvailable,
                    "the environment variable \(name) is not set; give it the 64 hexadecimal digits of a key")
            }
            return try DeviceKey(key)
        case .standard:
            if let credential = try Self.standardCredential {
                return try Self.read(credential, ofService: true)
            }
            return try Self.read(try Self.standardPath())
        }
    }

    /// The key for a store that is made on this machine; nil where none is wanted.
    func forNewStore() throws(StoreError) -> DeviceKey? {
        if case .none = kind { nil } else { try loadOrCreate() }
    }

    /// Reads the key, or makes one where a file is its source and is missing.
    func loadOrCreate() throws(StoreError) -> DeviceKey {
        let path: String
        switch kind {
        case .file(let named): path = named
        case .standard:
            guard try Self.standardCredential == nil else { return try load() }
            path = try Self.standardPath()
        case .bytes, .none, .serviceCredential, .environment: return try load()
        }
        if let key = try unless(.notAvailable, load) { return key }
        try PrivateFile.createDirectory(of: path)
        let key = try SecretBytes.random(count: DeviceKey.byteCount)
        // Somebody else may have been faster; then theirs is the key.
        _ = try key.withRawBytes { bytes throws(StoreError) in try PrivateFile.create(path, bytes) }
        return try load()
    }

    private static var standardCredential: String? {
        get throws(StoreError) {
            guard !Environment.isSet("SECURESTORE_DEVICE_KEY_FILE") else { return nil }
            return try ServiceCredential.path(credentialName)
        }
    }

    /// The file of the standard key, whether it is there or not; nil where there is no place for one, or
    /// where the service manager passes the key.
    package static func ownFile() throws(StoreError) -> String? {
        guard try standardCredential == nil else { return nil }
        return try unless(.noDefaultKeychain) { () throws(StoreError) in try standardPath() }
            .flatMap(Environment.absolute)
    }

    private static func standardPath() throws(StoreError) -> String {
        if let path = try Environment.value("SECURESTORE_DEVICE_KEY_FILE") { return path }
        return try StandardPaths.state() + "/securestore/device.key"
    }

    /// A size that no key has, so that a file that is no key is told from one that is too large to read.
    private static let fileLimit = 1 << 16

    private static let replacement =
        "put it back, or open the store with its passphrase or a recovery code"

    private static func read(_ path: String, ofService: Bool = false) throws(StoreError) -> DeviceKey {
        try DirectoryPath.check(toFile: path, "can't read the device key at \(path)")
        let key: SecretBytes
        do throws(StoreError) {
            key = try PrivateFile.withContents(
                of: path, limit: fileLimit, missing: .notAvailable, ofService: ofService
            ) { bytes throws(StoreError) in try SecretBytes.copy(of: bytes) }
        } catch {
            guard error.status == .notAvailable else { throw error }
            throw StoreError(.notAvailable, "there is no device key at \(path); \(replacement)")
        }
        guard key.count == DeviceKey.byteCount else {
            throw StoreError(
                .invalidKeyFormat, "the device key at \(path) has \(key.count) bytes, not 32; \(replacement)")
        }
        return try DeviceKey(key)
    }

    private static func parse(_ digits: RawSpan) throws(StoreError) -> SecretBytes {
        try SecretBytes.opening(capacity: DeviceKey.byteCount) { target throws(StoreError) in
            for index in 0..<DeviceKey.byteCount {
                guard digits.byteCount == 2 * DeviceKey.byteCount, let high = digits.byte(at: 2 * index),
                    let low = digits.byte(at: 2 * index + 1), let byte = Hexadecimal.byte(ofDigits: high, low)
                else {
                    throw StoreError(
                        .invalidKeyFormat, "a device key in the environment must have 64 hexadecimal digits")
                }
                target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
            return 0..<DeviceKey.byteCount
        }
    }
}
