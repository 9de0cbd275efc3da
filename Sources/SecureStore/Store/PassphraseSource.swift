/// Where a program that nobody sits in front of gets a passphrase from.
///
/// One line break at the end does not count; everything else does.
public struct PassphraseSource: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case descriptor(Int32)
        case file(String)
        case serviceCredential(String)
        case command(String)
        case environment(String)
    }

    let kind: Kind

    /// An open file descriptor; read to its end, and left open.
    public static func descriptor(_ number: Int32) -> PassphraseSource { .init(kind: .descriptor(number)) }

    /// A file of mode 600 or stricter.
    public static func file(_ path: String) -> PassphraseSource { .init(kind: .file(path)) }

    /// A credential that the service manager passed to this program.
    public static func serviceCredential(_ name: String) -> PassphraseSource {
        .init(kind: .serviceCredential(name))
    }

    /// What a shell command prints.
    public static func command(_ line: String) -> PassphraseSource { .init(kind: .command(line)) }

    /// An environment variable.
    ///
    /// Discouraged: other programs of the user can read it.
    public static func environment(_ name: String) -> PassphraseSource { .init(kind: .environment(name)) }

    /// The first source that is set up, in the order in which they are to be trusted; nil when there is none.
    ///
    /// `$SECURESTORE_PASSPHRASE_FD`, `$SECURESTORE_PASSPHRASE_FILE`, the service credential
    /// `securestore.passphrase`, `$SECURESTORE_PASSPHRASE_COMMAND`, `$SECURESTORE_PASSPHRASE`.
    public static func unattended() throws(StoreError) -> PassphraseSource? {
        if let text = try Environment.value("SECURESTORE_PASSPHRASE_FD") {
            guard let number = Int32(text), number >= 0 else {
                throw StoreError(.param, "SECURESTORE_PASSPHRASE_FD is not the number of a file descriptor")
            }
            return .descriptor(number)
        }
        if let path = try Environment.value("SECURESTORE_PASSPHRASE_FILE") { return .file(path) }
        if try ServiceCredential.path(credentialName) != nil { return .serviceCredential(credentialName) }
        if let line = try Environment.value("SECURESTORE_PASSPHRASE_COMMAND") { return .command(line) }
        return Environment.isSet(variable) ? .environment(variable) : nil
    }

    /// The source whose passphrase is to open a store that is about to be made; nil when none is set up.
    ///
    /// A variable that is set and empty throws ``Status/param``: as a rule the command failed that should have filled
    /// it, and nobody wanted a store without a passphrase.
    public static func forNewStore() throws(StoreError) -> PassphraseSource? {
        if let source = try unattended() { return source }
        for ending in ["_FD", "_FILE", "_COMMAND", ""] where Environment.isPresent(variable + ending) {
            throw StoreError(
                .param, "\(variable + ending) is set and empty; unset it, or let it name the passphrase")
        }
        return nil
    }

    private static let credentialName = "securestore.passphrase"
    private static let variable = "SECURESTORE_PASSPHRASE"
    private static let limit = 1 << 16

    /// Reads the passphrase, within 30 seconds; `authFailed` when the source holds none.
    public func read() throws(StoreError) -> SecretBytes {
        switch kind {
        case .descriptor(let number):
            return try PrivateFile.withContents(
                ofDescriptor: number, named: "descriptor \(number)", limit: Self.limit, Self.line)
        case .file(let path):
            try DirectoryWay.check(toFile: path, "can't read the passphrase at \(path)")
            return try PrivateFile.withContents(
                of: path, limit: Self.limit, missing: .notAvailable, Self.line)
        case .serviceCredential(let name):
            guard let path = try ServiceCredential.path(name) else {
                throw StoreError(.notAvailable, "no service credential \(name) was passed to this program")
            }
            return try PrivateFile.withContents(
                of: path, limit: Self.limit, missing: .notAvailable, ofService: true, Self.line)
        case .command(let line):
            return try Subprocess.withOutput(of: line, limit: Self.limit, patience: .seconds(30), Self.line)
        case .environment(let name):
            guard let secret = try Environment.withBytes(name, Self.line) else {
                throw StoreError(.notAvailable, "the environment variable \(name) is not set")
            }
            return secret
        }
    }

    private static func line(_ bytes: RawSpan) throws(StoreError) -> SecretBytes {
        var count = bytes.byteCount
        if count > 0, bytes.byte(at: count - 1) == 0x0a { count -= 1 }
        if count > 0, count < bytes.byteCount, bytes.byte(at: count - 1) == 0x0d { count -= 1 }
        guard count > 0 else { throw StoreError(.authFailed, "the passphrase source holds nothing") }
        return try SecretBytes.opening(capacity: count) { target throws(StoreError) in
            target.copy(bytes.extracting(0..<count), to: 0)
            return 0..<count
        }
    }
}
