import FoundationEssentials
import SecureStore

/// A pair and its standing with the server, as an item of the vault holds them.
///
/// Both are in one record of one item, so that no crash can leave a pair without its standing. The bytes are
/// the letters TV, the format 2, the standing, the expiry and the issue time, and values. A time is the bits
/// of its seconds since 2001 (eight bytes), or all ones if it is not known. A value is its length (four
/// bytes), or all ones if there is none, and its bytes: access token, refresh token, type, scope, ID token,
/// the note of the standing, and then the name and the value of each extra. Numbers have their least
/// significant byte first. This is not JSON, because reading a fresh token must cost little more than finding
/// it, and the tokens are used where they were decrypted.
struct VaultRecord: Sendable {
    /// The letters TV and the format, as the lower three bytes of a number.
    private static let beginning: UInt32 = 0x02_56_54
    private static let headByteCount = 20
    private static let none = UInt32.max
    /// The number of values before the extras.
    private static let valueCount = 6

    let standing: Standing
    let pair: TokenPair

    init(_ standing: Standing, _ pair: TokenPair) { (self.standing, self.pair) = (standing, pair) }

    /// The record as one secret.
    func sealed() throws -> SecretBytes {
        let (code, note) = standing.stored
        var values = [
            pair.accessToken, pair.refreshToken, try Token(pair.tokenType),
            try pair.scope.map { try Token($0) }, pair.idToken, try note.map { try Token($0) },
        ]
        for (name, value) in pair.extras { values += [try Token(name), value] }
        guard values.allSatisfy({ $0?.count ?? 0 < Self.none }) else {
            throw TokenVaultError(.malformed, "a token of more than four gigabytes")
        }
        let count = values.reduce(Self.headByteCount) { $0 + 4 + ($1?.count ?? 0) }
        return try SecretBytes(count: count) { bytes in
            bytes.store(littleEndian: Self.beginning | UInt32(code) << 24, at: 0)
            for (place, time) in [(4, pair.expiry), (12, pair.issueTime)] {
                bytes.store(littleEndian: time?.timeIntervalSinceReferenceDate.bitPattern ?? .max, at: place)
            }
            Self.write(values, to: &bytes)
        }
    }

    private static func write(_ values: [Token?], to bytes: inout MutableRawSpan) {
        var offset = headByteCount
        for value in values {
            bytes.store(littleEndian: value.map { UInt32($0.count) } ?? none, at: offset)
            offset += 4
            value?.withRawBytes { bytes.copy($0, to: offset) }
            offset += value?.count ?? 0
        }
    }

    /// Reads what ``sealed()`` wrote; anything else is the item of another program.
    init(_ secret: SecretBytes?) throws(TokenVaultError) {
        let foreign = TokenVaultError(.malformed, "the item of the account holds no pair of a vault")
        guard let secret else { throw foreign }
        self = try secret.withRawBytes { bytes throws(TokenVaultError) in
            guard let start = bytes.littleEndian32(at: 0), start & 0xff_ff_ff == Self.beginning,
                let expiry = bytes.littleEndian64(at: 4), let issueTime = bytes.littleEndian64(at: 12)
            else { throw foreign }
            var values: [Token?] = []
            var offset = Self.headByteCount
            while offset < bytes.byteCount {
                guard let length = bytes.littleEndian32(at: offset) else { throw foreign }
                let place = offset + 4..<offset + 4 + (length == Self.none ? 0 : Int(length))
                guard place.upperBound <= bytes.byteCount else { throw foreign }
                values.append(length == Self.none ? nil : Token((secret, place)))
                offset = place.upperBound
            }
            guard values.count >= Self.valueCount, values.count.isMultiple(of: 2),
                let accessToken = values[0],
                let standing = Standing(UInt8(start >> 24), try values[5]?.text())
            else { throw foreign }
            var extras: [String: Token] = [:]
            for place in stride(from: Self.valueCount, to: values.count, by: 2) {
                guard let name = values[place], let value = values[place + 1] else { throw foreign }
                extras[try name.text()] = value
            }
            let pair = TokenPair(
                stored: accessToken, values[1], try values[2]?.text() ?? "", try values[3]?.text(),
                Self.time(expiry), Self.time(issueTime), values[4], extras)
            return VaultRecord(standing, pair)
        }
    }

    private static func time(_ bits: UInt64) -> Date? {
        bits == .max ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }
}

// MARK: - Standing

extension VaultRecord {
    /// The progress of a refresh of the stored pair.
    ///
    /// It is written before the server is asked. A process that holds the lock and finds ``begun`` knows that
    /// the process which wrote it has died.
    enum Standing: Hashable, Sendable {
        case settled
        /// A refresh has begun.
        case begun
        /// That refresh was interrupted, and one attempt with the old token has begun.
        case retrying
        /// The server, or a second interruption, has ended the grant.
        case dead(String)
        /// On a fleet: the refresh of this mark has begun.
        ///
        /// Only that refresh may use the pair's refresh token: whether its host lives cannot be seen from
        /// another one.
        case asking(String)

        private static let longestNote = 1_024

        /// The byte that stands for it in a record, and its reason or mark.
        fileprivate var stored: (code: UInt8, note: String?) {
            switch self {
            case .settled: return (0, nil)
            case .begun: return (1, nil)
            case .retrying: return (2, nil)
            case .asking(let mark): return (4, mark)
            case .dead(let whole):
                var reason = whole.prefix(Self.longestNote)
                // Removed by whole characters: half a character would make the record unreadable.
                while reason.utf8.count > Self.longestNote { reason.removeLast() }
                return (3, String(reason))
            }
        }

        fileprivate init?(_ code: UInt8, _ note: String?) {
            switch (code, note) {
            case (0, nil): self = .settled
            case (1, nil): self = .begun
            case (2, nil): self = .retrying
            case (3, let reason?): self = .dead(reason)
            case (4, let mark?): self = .asking(mark)
            default: return nil
            }
        }
    }
}
