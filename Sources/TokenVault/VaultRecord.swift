import FoundationEssentials
import SecureStore

/// A pair and its standing with the server, as an item of the vault holds them.
///
/// Both are in one record of one item, so that no crash can leave a pair without its standing. The bytes are
/// the letters TV, the format 2, the standing, two times, and fields. A time is the bits of its seconds since
/// 2001 (eight bytes), or all ones if it is not known. A field consists of a tag (1), the length of its name
/// (1) and of its value (4), the name and the value. Numbers have their least significant byte first. This is
/// not JSON, because reading a fresh token must cost little more than finding it, and the tokens are used
/// where they were decrypted.
struct VaultRecord: Sendable {
    private enum Tag: UInt8 {
        case accessToken, refreshToken, tokenType, scope, idToken, extra, note
    }

    private struct Field {
        let tag: Tag
        var name = ""
        let value: Token

        static let headByteCount = 6
        var byteCount: Int { Self.headByteCount + name.utf8.count + value.count }
    }

    private static let beginning: [UInt8] = [UInt8(ascii: "T"), UInt8(ascii: "V"), 2]
    private static let headByteCount = 20

    let standing: Standing
    let pair: TokenPair

    init(_ standing: Standing, _ pair: TokenPair) {
        (self.standing, self.pair) = (standing, pair)
    }

    /// The record as one secret.
    func sealed() throws -> SecretBytes {
        var fields = [
            Field(tag: .accessToken, value: pair.accessToken),
            Field(tag: .tokenType, value: try Token(pair.tokenType)),
        ]
        if let token = pair.refreshToken { fields.append(Field(tag: .refreshToken, value: token)) }
        if let scope = pair.scope { fields.append(Field(tag: .scope, value: try Token(scope))) }
        if let idToken = pair.idToken { fields.append(Field(tag: .idToken, value: idToken)) }
        for (name, value) in pair.extras { fields.append(Field(tag: .extra, name: name, value: value)) }
        if let note = standing.note { fields.append(Field(tag: .note, value: try Token(note))) }
        guard fields.allSatisfy({ $0.name.utf8.count <= UInt8.max && $0.value.count <= UInt32.max }) else {
            throw TokenVaultError(.malformed, "a name of what the server added has more than 255 bytes")
        }
        let count = fields.reduce(Self.headByteCount) { $0 + $1.byteCount }
        return try SecretBytes(count: count) { bytes in
            var writer = ByteWriter()
            writer.append(Self.beginning + [standing.code], to: &bytes)
            for time in [pair.expiry, pair.issueTime] {
                writer.append(time?.timeIntervalSinceReferenceDate.bitPattern ?? UInt64.max, to: &bytes)
            }
            for field in fields {
                writer.append([field.tag.rawValue, UInt8(field.name.utf8.count)], to: &bytes)
                writer.append(UInt32(field.value.count), to: &bytes)
                writer.append(field.name.utf8, to: &bytes)
                writer.append(field.value, to: &bytes)
            }
        }
    }

    /// Reads what ``sealed()`` wrote; anything else is the item of another program.
    ///
    /// Every length is checked before it is used.
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
        guard head.isOurs else { throw Self.foreign }
        var (accessToken, note): (Token?, Token?)
        var (refreshToken, idToken): (Token?, Token?)
        var (tokenType, scope): (String, String?) = ("", nil)
        var extras: [String: Token] = [:]
        var offset = Self.headByteCount
        while offset < whole.count {
            guard let field = try Self.field(of: whole, at: offset) else { throw Self.foreign }
            offset += field.byteCount
            switch field.tag {
            case .accessToken: accessToken = field.value
            case .refreshToken: refreshToken = field.value
            case .tokenType: tokenType = try field.value.text()
            case .scope: scope = try field.value.text()
            case .idToken: idToken = field.value
            case .extra: extras[field.name] = field.value
            case .note: note = field.value
            }
        }
        guard let accessToken, let standing = Standing(head.code, try note?.text()) else {
            throw Self.foreign
        }
        self.standing = standing
        pair = TokenPair(
            stored: accessToken, refreshToken, tokenType, scope, Self.time(head.expiry),
            Self.time(head.issueTime), idToken, extras)
    }

    private static func field(of record: Token, at offset: Int) throws(TokenVaultError) -> Field? {
        let head = record.withSpan { bytes in
            (
                tag: bytes.littleEndian(at: offset, byteCount: 1),
                nameLength: bytes.littleEndian(at: offset + 1, byteCount: 1),
                valueLength: bytes.littleEndian(at: offset + 2, byteCount: 4)
            )
        }
        guard let tag = head.tag.flatMap({ Tag(rawValue: UInt8($0)) }), let nameLength = head.nameLength,
            let valueLength = head.valueLength
        else { return nil }
        let nameStart = offset + Field.headByteCount
        let valueStart = nameStart + Int(nameLength)
        guard let name = record.part(nameStart..<valueStart),
            let value = record.part(valueStart..<(valueStart + Int(valueLength)))
        else { return nil }
        return Field(tag: tag, name: nameLength == 0 ? "" : try name.text(), value: value)
    }

    private static func time(_ bits: UInt64?) -> Date? {
        bits.flatMap { $0 == .max ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }

    private static var foreign: TokenVaultError {
        TokenVaultError(.malformed, "the item of the account holds no pair of a vault")
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
