import SecureStoreCertificates
import Glibc
import SecureStore

/// Uses a private key step by step, and waits after each, so that a test can look for it in the memory.
@main
enum Main {
    static func main() throws {
        // No buffer of the standard library's, which nobody would erase.
        let store = try ItemStore.inMemory()
        let passphrase =
            CommandLine.arguments.count > 2 ? try SecretBytes(utf8: CommandLine.arguments[2]) : nil
        var key: PrivateKey? = try PrivateKey(pem: try read(CommandLine.arguments[1]), passphrase: passphrase)
        try use(key)
        wait("read")
        if let key { try store.add(key) }
        wait("stored")
        key = nil
        wait("dropped")
        key = try store.privateKey(Query<KeyItem>())
        try use(key)
        wait("found")
        _ = try key?.pkcs8()
        _ = try key?.pkcs8(passphrase: try SecretBytes(utf8: "another"))
        key = nil
        wait("exported")
    }

    /// Everything that a key of its kind does.
    private static func use(_ key: PrivateKey?) throws {
        guard let key else { return }
        let message = Array("a message".utf8)
        switch key.kind {
        case .ed25519: _ = try key.sign(message, .ed25519)
        case .x25519: _ = try key.sharedSecret(with: try PrivateKey.generate(.x25519).publicKey)
        case .p256, .p384, .p521:
            _ = try key.sign(message, .ecdsaSHA256)
            _ = try key.sharedSecret(with: try PrivateKey.generate(key.kind).publicKey)
            _ = try key.decrypt(try key.publicKey.encrypt(message, .ecies(.sha256)), .ecies(.sha256))
        default:
            _ = try key.sign(message, .rsaPSSSHA256)
            _ = try key.decrypt(try key.publicKey.encrypt(message, .rsaOAEP(.sha256)), .rsaOAEP(.sha256))
        }
    }

    /// The bytes of a file, read where they stay.
    private static func read(_ path: String) throws -> SecretBytes {
        let file = unsafe open(path, O_RDONLY)
        defer { close(file) }
        let count = lseek(file, 0, SEEK_END)
        lseek(file, 0, SEEK_SET)
        return try SecretBytes(count: Int(count)) { bytes in
            let got = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(file, $0.baseAddress, $0.count)
            }
            guard got == count else { throw StoreError(.io, "the key cannot be read") }
        }
    }

    private static func wait(_ step: String) {
        print(step)
        fflush(nil)
        var byte: UInt8 = 0
        _ = unsafe Glibc.read(STDIN_FILENO, &byte, 1)
    }
}
