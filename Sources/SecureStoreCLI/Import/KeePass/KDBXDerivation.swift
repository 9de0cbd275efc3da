import CertificateKit
import SecureStore

/// How a KeePass database makes a key of its passphrase, and what that costs.
enum KDBXDerivation {
    case argon(Argon2)
    case aes(seed: SecretBytes, rounds: Int)

    /// As many rounds as take some ten seconds.
    private static let mostRounds = 500_000_000

    private static let identifiers: [[UInt8]: Argon2.Kind?] = [
        [0xef, 0x63, 0x6d, 0xdf, 0x8c, 0x29, 0x44, 0x4b, 0x91, 0xf7, 0xa9, 0xa4, 0x03, 0xe3, 0x0a, 0x0c]: .d,
        [0x9e, 0x29, 0x8b, 0x19, 0x56, 0xdb, 0x47, 0x73, 0xb2, 0x3d, 0xfc, 0x3e, 0xc6, 0xf0, 0xa1, 0xe6]: .id,
        [0xc9, 0xd9, 0xf3, 0x9a, 0x62, 0x8a, 0x44, 0x60, 0xbf, 0x74, 0x0d, 0x08, 0xc1, 0x8a, 0x4f, 0xea]:
            Argon2.Kind?.none,
        [0x7c, 0x02, 0xbb, 0x82, 0x79, 0xa7, 0x4a, 0xc0, 0x92, 0x7d, 0x11, 0x4a, 0x00, 0x64, 0x82, 0x38]:
            Argon2.Kind?.none,
    ]

    /// Reads a list of names and values; refuses costs that nobody can mean.
    init(_ reader: SecretReader) throws {
        let values = try Self.values(reader)
        func number(_ name: String) throws -> Int {
            guard let range = values[name] else { throw SecretReader.damaged }
            var value = SecretReader(reader.bytes, range)
            guard range.count <= 8 else { throw SecretReader.damaged }
            return try value.number(range.count)
        }
        func bytes(_ name: String) throws -> SecretBytes? {
            try values[name].map { try reader.bytes.part($0) }
        }
        guard let identifier = values["$UUID"], let salt = try bytes("S") else { throw SecretReader.damaged }
        var identifierReader = SecretReader(reader.bytes, identifier)
        guard let kind = Self.identifiers[try identifierReader.array(identifier.count)] else {
            throw CommandError.failure("the database hashes its passphrase in a way that is not read")
        }
        guard let kind else {
            let rounds = try number("R")
            guard salt.count == 32, rounds > 0 else { throw SecretReader.damaged }
            guard rounds <= Self.mostRounds else {
                throw CommandError.failure(
                    "the passphrase costs \(rounds) rounds, which is more than is spent here")
            }
            self = .aes(seed: salt, rounds: rounds)
            return
        }
        guard try number("V") == 0x13 else {
            throw CommandError.failure("the database has an old version of Argon2, which is not read")
        }
        let argon = Argon2(
            kind: kind, memory: try number("M") / 1024, passes: try number("I"), lanes: try number("P"),
            salt: salt,
            key: try bytes("K"), data: try bytes("A"))
        try argon.check()
        self = .argon(argon)
    }

    /// Values by their names, each with a type that says little more than their length.
    private static func values(_ reader: SecretReader) throws -> [String: Range<Int>] {
        var (reader, values) = (reader, [String: Range<Int>]())
        guard try reader.number(2) >> 8 == 1 else { throw SecretReader.damaged }
        while try reader.number(1) != 0 {
            let name = reader.bytes.text(try reader.skip(try reader.number(4)))
            let range = try reader.skip(try reader.number(4))
            if let name { values[name] = range }
        }
        return values
    }

    func key(of composite: SecretBytes) throws -> SecretBytes {
        switch self {
        case .argon(let argon): try argon.hash(composite)
        case .aes(let seed, let rounds):
            try DatabaseCrypto.sha256(DatabaseCrypto.repeatAES(composite, key: seed, rounds: rounds))
        }
    }
}
