import CertificateKit
import SecureStore

/// A KeePass database of version 4, opened: its XML, and what its protected values are encrypted with.
struct KDBXFile {
    let xml: SecretBytes
    let stream: KDBXStream

    /// What a database may have unpacked, with its attachments.
    static let limit = 128 << 20

    init(_ file: SecretBytes, _ key: () throws -> KDBXKey) throws {
        var reader = SecretReader(file)
        let header = try KDBXHeader(&reader)
        let headerBytes = try file.part(header.range)
        guard try DatabaseCrypto.sha256(headerBytes) == reader.take(32) else { throw SecretReader.damaged }
        let code = try reader.array(32)
        // Only now, when the database is one, somebody is asked.
        let derived = try header.derivation.key(of: key().composite())
        let keys = try KDBXKeys(seed: header.seed, derived)
        guard try DatabaseCrypto.authenticate(headerBytes, with: keys.block(.max), is: code) else {
            throw CommandError(
                exitCode: ExitCode(.authFailed),
                message: "the passphrase or the key file is not that of the database",
                hint: nil)
        }
        let sealed = try Self.blocks(&reader, keys)
        let content =
            switch header.cipher {
            case .aes256: try DatabaseCrypto.openAES(sealed, key: keys.cipher, iv: header.iv)
            case .chaCha20: try DatabaseCrypto.chaCha20(sealed, key: keys.cipher, nonce: header.iv)
            }
        guard let content else { throw SecretReader.damaged }
        var inner = SecretReader(header.isCompressed ? try content.unzipped(limit: Self.limit) : content)
        let fields = try KDBXHeader.fields(&inner)
        guard let kind = fields[1], let streamKey = fields[2], kind.count == 4 else {
            throw SecretReader.damaged
        }
        var kindReader = SecretReader(inner.bytes, kind)
        guard try kindReader.number(4) == 3 else {
            throw CommandError.failure(
                "the database protects its values with Salsa20, or in another way that is not read",
                hint: KDBXHeader.hint)
        }
        stream = try KDBXStream(key: inner.bytes.part(streamKey))
        xml = try inner.take(inner.end - inner.offset)
    }

    /// What is encrypted, which comes in blocks with a code each, the last of them empty.
    private static func blocks(_ reader: inout SecretReader, _ keys: KDBXKeys) throws -> SecretBytes {
        var blocks: [SecretBytes] = []
        while true {
            let code = try reader.array(32)
            let size = try reader.skip(4)
            var sizeReader = SecretReader(reader.bytes, size)
            let block = try reader.take(try sizeReader.number(4))
            let number = UInt64(blocks.count)
            let message = try SecretBytes.joined([KDBXKeys.bytes(number), reader.bytes.part(size), block])
            guard try DatabaseCrypto.authenticate(message, with: keys.block(number), is: code) else {
                throw SecretReader.damaged
            }
            if block.count == 0 { break }
            blocks.append(block)
        }
        guard reader.isAtEnd else { throw SecretReader.damaged }
        return try SecretBytes.joined(blocks)
    }
}

/// The keys of a database.
private struct KDBXKeys {
    let cipher: SecretBytes
    private let codes: SecretBytes

    init(seed: SecretBytes, _ derived: SecretBytes) throws {
        cipher = try DatabaseCrypto.sha256(.joined([seed, derived]))
        codes = try DatabaseCrypto.sha512(.joined([seed, derived, SecretBytes(copying: [1])]))
    }

    /// The key of a block's code; the header has the last number.
    func block(_ number: UInt64) throws -> SecretBytes {
        try DatabaseCrypto.sha512(.joined([Self.bytes(number), codes]))
    }

    static func bytes(_ number: UInt64) throws -> SecretBytes {
        try SecretBytes(copying: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
}

/// The stream that protected values are encrypted with, one after the other.
struct KDBXStream {
    private let key: SecretBytes
    private let nonce: SecretBytes
    private var offset = 0

    init(key: SecretBytes) throws {
        let hash = try DatabaseCrypto.sha512(key)
        (self.key, nonce) = (try hash.part(0..<32), try hash.part(32..<44))
    }

    mutating func open(_ bytes: SecretBytes) throws -> SecretBytes {
        defer { offset += bytes.count }
        return try DatabaseCrypto.chaCha20(bytes, key: key, nonce: nonce, from: offset)
    }

    mutating func skip(_ count: Int) { offset += count }
}
