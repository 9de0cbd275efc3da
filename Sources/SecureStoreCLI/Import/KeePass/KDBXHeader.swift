import SecureStore

/// What a KeePass database of version 4 says about itself before what is encrypted.
struct KDBXHeader {
    /// The first eight bytes of every KeePass database, in hexadecimal.
    static let mark: [UInt8] = [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5]

    enum Cipher { case aes256, chaCha20 }

    private(set) var cipher = Cipher.aes256
    private(set) var isCompressed = false
    private(set) var seed: SecretBytes
    private(set) var iv: SecretBytes
    private(set) var derivation: KDBXDerivation
    /// The bytes of the header itself.
    let range: Range<Int>

    private static let aes256: [UInt8] = [
        0x31, 0xc1, 0xf2, 0xe6, 0xbf, 0x71, 0x43, 0x50, 0xbe, 0x58, 0x05, 0x21, 0x6a, 0xfc, 0x5a, 0xff,
    ]
    private static let chaCha20: [UInt8] = [
        0xd6, 0x03, 0x8a, 0x2b, 0x8b, 0x6f, 0x4c, 0xb5, 0xa5, 0x24, 0x33, 0x9a, 0x31, 0xdb, 0xb5, 0x9a,
    ]

    private static let twofish: [UInt8] = [
        0xad, 0x68, 0xf2, 0x9f, 0x57, 0x6f, 0x4b, 0xb9, 0xa3, 0x6a, 0xd4, 0x7a, 0xf9, 0x65, 0x34, 0x6c,
    ]
    /// How a database becomes one that is read.
    static let hint = """
        KeePassXC saves it as KDBX 4 with AES or ChaCha20: database settings, security, encryption settings
        """

    /// Reads the header, behind which the reader is then.
    init(_ reader: inout SecretReader) throws {
        guard try reader.array(8) == Self.mark else {
            throw CommandError.failure("the input is not a KeePass database")
        }
        _ = try reader.number(2)
        let version = try reader.number(2)
        guard version == 4 else {
            throw CommandError.failure(
                "the database has version \(version) of KeePass's format, and only 4 is read", hint: Self.hint
            )
        }
        let fields = try Self.fields(&reader)
        range = 0..<reader.offset
        guard let cipherID = fields[2], let compression = fields[3], let seed = fields[4], let iv = fields[7],
            let parameters = fields[11], seed.count == 32, compression.count == 4
        else { throw SecretReader.damaged }
        (self.seed, self.iv) = (try reader.bytes.part(seed), try reader.bytes.part(iv))
        var cipherReader = SecretReader(reader.bytes, cipherID)
        switch try cipherReader.array(cipherID.count) {
        case Self.aes256 where iv.count == 16: cipher = .aes256
        case Self.chaCha20 where iv.count == 12: cipher = .chaCha20
        case Self.twofish:
            throw CommandError.failure(
                "the database is encrypted with Twofish, which is not read", hint: Self.hint)
        default:
            throw CommandError.failure("the database is encrypted in a way that is not read", hint: Self.hint)
        }
        var compressionReader = SecretReader(reader.bytes, compression)
        let number = try compressionReader.number(4)
        guard number <= 1 else { throw SecretReader.damaged }
        isCompressed = number == 1
        derivation = try KDBXDerivation(SecretReader(reader.bytes, parameters))
    }

    /// Fields with a number and a length, up to the one that ends them.
    static func fields(_ reader: inout SecretReader) throws -> [Int: Range<Int>] {
        var fields: [Int: Range<Int>] = [:]
        while true {
            let number = try reader.number(1)
            let range = try reader.skip(try reader.number(4))
            if number == 0 { return fields }
            fields[number] = range
        }
    }
}
