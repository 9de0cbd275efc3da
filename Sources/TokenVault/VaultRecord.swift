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
    private static let beginning: [UInt8] = [UInt8(ascii: "T"), UInt8(ascii: "V"), 2]
    private static let headByteCount = 20
    private static let none = UInt32.max
    /// How many values there are before the extras.
    private static let valueCount = 6

    let standing: Standing
    let pair: TokenPair

    init(_ standing: Standing, _ pair: TokenPair) {
        (self.standing, self.pair) = (standing, pair)
    }

    /// The record as one secret.
    func sealed() throws -> SecretBytes {
        var values = [
            pair.accessToken, pair.refreshToken, try Token(pair.tokenType),
            try pair.scope.map { try Token($0) },
            pair.idToken, try standing.note.map { try Token($0) },
        ]
        for (name, value) in pair.extras { values += [try Token(name), value] }
        guard values.allSatisfy({ $0?.count ?? 0 < Self.none }) else {
            throw TokenVaultError(.malformed, "a token of more than four gigabytes")
        }
        let count = values.reduce(Self.headByteCount) { $0 + 4 + ($1?.count ?? 0) }
        return try SecretBytes(count: count) { bytes in
            for (place, byte) in (Self.beginning + [standing.code]).enumerated() {
                bytes.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
            }
            bytes.store(littleEndian: Self.bits(pair.expiry), at: 4)
            bytes.store(littleEndian: Self.bits(pair.issueTime), at: 12)
            var offset = Self.headByteCount
            for value in values {
                bytes.store(littleEndian: value.map { UInt32($0.count) } ?? Self.none, at: offset)
                offset += 4
                value?.copy(to: &bytes, at: offset)
                offset += value?.count ?? 0
            }
        }
    }

    /// Reads what ``sealed()`` wrote; anything else is the item of another program.
    init(_ secret: SecretBytes?) throws(TokenVaultError) {
        guard let secret, secret.count >= Self.headByteCount else { throw Self.foreign }
        let whole = Token(secret)
        let head = whole.withSpan { bytes in
            (
                isOurs: Self.beginning.indices.allSatisfy { bytes[$0] == Self.beginning[$0] }, code: bytes[3],
                expiry: bytes.littleEndian(at: 4, byteCount: 8),
                issueTime: bytes.littleEndian(at: 12, byteCount: 8)
            )
        }
        guard head.isOurs, let values = Self.values(of: whole), values.count >= Self.valueCount,
            let accessToken = values[0], let standing = Standing(head.code, try values[5]?.text())
        else { throw Self.foreign }
        var extras: [String: Token] = [:]
        for place in stride(from: Self.valueCount, to: values.count, by: 2) {
            guard place + 1 < values.count, let name = values[place], let value = values[place + 1] else {
                throw Self.foreign
            }
            extras[try name.text()] = value
        }
        self.standing = standing
        pair = TokenPair(
            stored: accessToken, values[1], try values[2]?.text() ?? "", try values[3]?.text(),
            Self.time(head.expiry), Self.time(head.issueTime), values[4], extras)
    }

    /// The values of a record; nil where a length leads beyond its end.
    private static func values(of record: Token) -> [Token?]? {
        var values: [Token?] = []
        var offset = headByteCount
        while offset < record.count {
            let length = record.withSpan { $0.littleEndian(at: offset, byteCount: 4) }
            guard let length else { return nil }
            let end = offset + 4 + (length == none ? 0 : Int(length))
            guard let value = record.part((offset + 4)..<end) else { return nil }
            values.append(length == none ? nil : value)
            offset = end
        }
        return values
    }

    private static func bits(_ time: Date?) -> UInt64 {
        time?.timeIntervalSinceReferenceDate.bitPattern ?? .max
    }

    private static func time(_ bits: UInt64?) -> Date? {
        bits.flatMap { $0 == .max ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }

    private static var foreign: TokenVaultError {
        TokenVaultError(.malformed, "the item of the account holds no pair of a vault")
    }
}

extension Token {
    fileprivate func copy(to record: inout MutableRawSpan, at offset: Int) {
        withSpan { text in
            for place in text.indices {
                record.storeBytes(of: text[place], toByteOffset: offset + place, as: UInt8.self)
            }
        }
    }
}

extension Span<UInt8> {
    /// A number of up to eight bytes, least significant first; nil when they do not all exist.
    fileprivate func littleEndian(at offset: Int, byteCount: Int) -> UInt64? {
        guard offset >= 0, offset <= count - byteCount else { return nil }
        var number: UInt64 = 0
        for index in (0..<byteCount).reversed() { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }
}

// MARK: - Standing

extension VaultRecord {
    /// How far a refresh of the stored pair has got.
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

        fileprivate var code: UInt8 {
            switch self {
            case .settled: 0
            case .begun: 1
            case .retrying: 2
            case .dead: 3
            case .asking: 4
            }
        }

        /// The reason or the mark that is stored with it.
        fileprivate var note: String? {
            guard case .dead(let whole) = self else {
                if case .asking(let mark) = self { return mark }
                return nil
            }
            var reason = whole.prefix(Self.longestNote)
            // Removed by whole characters: half a character would make the record unreadable.
            while reason.utf8.count > Self.longestNote { reason.removeLast() }
            return String(reason)
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

        /// A mark for a refresh, which no other one has.
        static func newMark() -> String {
            (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
        }
    }
}
