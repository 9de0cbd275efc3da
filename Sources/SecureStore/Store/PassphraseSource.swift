/// A source of the passphrase for a program without a person in front of it.
///
/// A line break at the end is not part of the passphrase; everything else is.
public struct PassphraseSource: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case descriptor(Int32)
        case file(String)
        case serviceCredential(String)
        case command(String)
        case environment(String)
    }

    let kind: Kind

    /// An open file descriptor.
    ///
    /// It is read to its end and stays open.
    public static func descriptor(_ number: Int32) -> PassphraseSource { .init(kind: .descriptor(number)) }

    /// A file of mode 600 or stricter.
    public static func file(_ path: String) -> PassphraseSource { .init(kind: .file(path)) }

    /// A credential that the service manager passed to this program.
    public static func serviceCredential(_ name: String) -> PassphraseSource {
        .init(kind: .serviceCredential(name))
    }

    /// A shell command that prints the passphrase, and that ends with this program at the latest.
    public static func command(_ line: String) -> PassphraseSource { .init(kind: .command(line)) }

    /// An environment variable.
    ///
    /// Discouraged: other programs of the user can read it.
    public static func environment(_ name: String) -> PassphraseSource { .init(kind: .environment(name)) }

    /// The first source that is set up; nil if there is none.
    ///
    /// In this order: `$SECURESTORE_PASSPHRASE_FD`, `$SECURESTORE_PASSPHRASE_FILE`, the service credential
    /// `securestore.passphrase`, `$SECURESTORE_PASSPHRASE_COMMAND`, `$SECURESTORE_PASSPHRASE`. Reads nothing
    /// yet. Throws ``StoreStatus/param`` for a variable that cannot be one, such as a descriptor that is no
    /// number, and ``StoreStatus/notAvailable`` for a descriptor that was not handed to this program, and
    /// where `$CREDENTIALS_DIRECTORY` names a directory that is not there.
    public static func unattended() throws(StoreError) -> PassphraseSource? {
        if let text = try Environment.value("SECURESTORE_PASSPHRASE_FD") {
            guard let number = Int32(text), number >= 0 else {
                throw StoreError(
                    .param,
                    "SECURESTORE_PASSPHRASE_FD is not the number of a file descriptor; set it to one such as 3"
                )
            }
            guard PrivateFile.isInherited(number) else {
                throw StoreError(
                    .notAvailable,
                    "SECURESTORE_PASSPHRASE_FD is \(number), and no descriptor of that number was handed to this program"
                )
            }
            return .descriptor(number)
        }
        if let path = try Environment.value("SECURESTORE_PASSPHRASE_FILE") { return .file(path) }
        if try ServiceCredential.path(credentialName) != nil { return .serviceCredential(credentialName) }
        if let line = try Environment.value("SECURESTORE_PASSPHRASE_COMMAND") { return .command(line) }
        return Environment.isSet(variable) ? .environment(variable) : nil
    }

    /// The source of the passphrase for a store that is about to be created; nil if none is set up.
    ///
    /// Throws ``StoreStatus/param`` if a variable is set but empty. That usually means that the command which
    /// should have filled it failed, and that nobody wants a store without a passphrase.
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

    /// Reads the passphrase.
    ///
    /// Blocks for at most 30 seconds. Throws ``StoreStatus/authFailed`` if the source is empty.
    public func read() throws(StoreError) -> SecretBytes {
        switch kind {
        case .descriptor(let number):
            return try PrivateFile.withContents(
                ofDescriptor: number, named: "descriptor \(number)", limit: Self.limit, Self.line)
        case .file(let path):
            try DirectoryPath.check(toFile: path, "can't read the passphrase at \(path)")
            return try PrivateFile.withContents(
                of: path, limit: Self.limit, missing: .notAvailable, Self.line)
        case .serviceCredential(let name):
            let path = try ServiceCredential.passedPath(name)
            try DirectoryPath.check(toFile: path, "can't read the passphrase at \(path)")
            return try PrivateFile.withContents(
                of: path, limit: Self.limit, missing: .notAvailable, ofService: true, Self.line)
        case .command(let line):
            // Without the variable: a command that opens a store would run itself again, and again.
            return try Subprocess.withOutput(
                of: "unset SECURESTORE_PASSPHRASE_COMMAND\n" + line, limit: Self.limit,
                patience: .seconds(30),
                Self.line)
        case .environment(let name):
            guard let secret = try Environment.withBytes(name, Self.line) else {
                throw StoreError(
                    .notAvailable, "the environment variable \(name) is not set; give it the passphrase")
            }
            return secret
        }
    }

    private static func line(_ bytes: RawSpan) throws(StoreError) -> SecretBytes {
        var count = bytes.byteCount
        if count > 0, bytes.byte(at: count - 1) == 0x0a { count -= 1 }
        if count > 0, count < bytes.byteCount, bytes.byte(at: count - 1) == 0x0d { count -= 1 }
        guard count > 0 else {
            throw StoreError(.authFailed, "the passphrase source holds nothing; write the passphrase into it")
        }
        return try SecretBytes.copy(of: bytes.extracting(0..<count))
    }
}

extension Credential {
    /// The credential of a new store for which none is named: the passphrase that is set up, or the device
    /// key.
    static func forNewStore(cost: PassphraseCost = .moderate) throws(StoreError) -> Credential {
        guard let source = try PassphraseSource.forNewStore() else { return .deviceKey }
        return .passphrase(try source.read(), cost: cost)
    }
}
