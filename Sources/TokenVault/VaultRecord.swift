import SecureStore

/// What an item of the vault holds: the pair, and its standing with the server.
///
/// Both are in one record of one item, so that no crash can leave a pair without its standing. The bytes are the
/// letters TV, the format 1, the standing, the length of a reason or a mark (two bytes, least significant first), the reason or
/// the mark, and the pair.
struct VaultRecord: Sendable {
    /// How far a refresh of the stored pair has got.
    ///
    /// It is written before the server is asked. A process that holds the lock and finds ``begun`` knows that the
    /// process which wrote it has died.
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
        /// Only that refresh may use the pair's refresh token: whether its host lives cannot be seen from another one.
        case asking(String)

        fileprivate var code: UInt8 {
            switch self {
            case .settled: 0
            case .begun: 1
            case .retrying: 2
            case .dead: 3
            case .asking: 4
            }
        }

        fileprivate var reason: [UInt8] {
            var reason: Substring
            switch self {
            case .dead(let whole), .asking(let whole): reason = whole.prefix(VaultRecord.longestReason)
            case .settled, .begun, .retrying: return []
            }
            // Removed by whole characters: half a character would make the record unreadable.
            while reason.utf8.count > VaultRecord.longestReason { reason.removeLast() }
            return Array(reason.utf8)
        }

        fileprivate init?(_ code: UInt8, _ reason: String) {
            switch code {
            case 0: self = .settled
            case 1: self = .begun
            case 2: self = .retrying
            case 3: self = .dead(reason)
            case 4: self = .asking(reason)
            default: return nil
            }
        }
    }

    private static let headByteCount = 6
    private static let longestReason = 1_024
    private static let beginning: [UInt8] = [UInt8(ascii: "T"), UInt8(ascii: "V"), 1]

    let standing: Standing
    /// The encoded pair.
    let pair: Token

    /// A mark for a refresh, which no other one has.
    static func newMark() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
    }

    init(_ standing: Standing, _ pair: Token) {
        (self.standing, self.pair) = (standing, pair)
    }

    /// Reads what ``sealed()`` wrote; anything else is the item of another program.
    init(_ secret: SecretBytes?) throws(TokenVaultError) {
        guard let secret, let record = Self.read(secret) else {
            throw TokenVaultError(.malformed, "the item of the account holds no pair of a vault")
        }
        self = record
    }

    private static func read(_ secret: SecretBytes) -> VaultRecord? {
        let whole = Token(secret)
        let head: (code: UInt8, reasonEnd: Int)? = secret.withSpan { bytes in
            guard bytes.count >= headByteCount, let length = bytes.littleEndian(at: 4, byteCount: 2),
                beginning.indices.allSatisfy({ bytes[$0] == beginning[$0] })
            else { return nil }
            return (bytes[3], headByteCount + Int(length))
        }
        guard let head, head.reasonEnd - headByteCount <= longestReason,
            let pair = head.reasonEnd <= whole.count ? whole.part(head.reasonEnd..<whole.count) : nil
        else { return nil }
        if head.code == 0, head.reasonEnd == headByteCount { return VaultRecord(.settled, pair) }
        guard let text = whole.part(headByteCount..<head.reasonEnd),
            let reason = try? text.text(), let standing = Standing(head.code, reason)
        else { return nil }
        return VaultRecord(standing, pair)
    }

    /// The record as one secret.
    func sealed() throws -> SecretBytes {
        let reason = standing.reason
        return try SecretBytes(count: Self.headByteCount + reason.count + pair.count) { bytes in
            var writer = ByteWriter()
            writer.append(Self.beginning + [standing.code], to: &bytes)
            writer.append(UInt16(reason.count), to: &bytes)
            writer.append(reason, to: &bytes)
            writer.append(pair, to: &bytes)
        }
    }
}
