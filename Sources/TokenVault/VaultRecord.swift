import FoundationEssentials
import SecureStore

/// A pair and its standing with the server, as an item of the vault holds them.
///
/// The bytes are the letters TV, the format 2, the standing, the expiry and the issue time, and values. A
/// time is the bits of its seconds since 2001 (eight bytes), or all ones if it is not known. A value is its
/// length (four bytes), or all ones if there is none, and its bytes: access token, refresh token, type,
/// scope, ID token, the note of the standing, and then the name and the value of each extra. Numbers have
/// their least significant byte first. It is not JSON, because the tokens are used where they were decrypted.
struct VaultRecord: Sendable {
    /// The progress of a refresh of the stored pair, which is written before the server is asked.
    struct Standing: Hashable, Sendable {
        enum Kind: UInt8 { case settled, begun, retrying, dead, asking }

        let kind: Kind
        /// The reason of a dead grant, or the mark of the refresh that asks; nil for the others.
        let note: String?

        static let settled = Standing(kind: .settled, note: nil)
        static let begun = Standing(kind: .begun, note: nil)
        /// A refresh was interrupted, and one attempt with the old token has begun.
        static let retrying = Standing(kind: .retrying, note: nil)

        /// The server, or a second interruption, has ended the grant.
        static func dead(_ whole: String) -> Standing {
            var reason = whole.prefix(longestReason)
            // Removed by whole characters: half a character would make the record unreadable.
            while reason.utf8.count > longestReason { reason.removeLast() }
            return Standing(kind: .dead, note: String(reason))
        }

        /// On a fleet: the refresh of this mark has begun, and nobody else may use the refresh token.
        static func asking(_ mark: String) -> Standing { Standing(kind: .asking, note: mark) }

        private static let longestReason = 1_024

        /// The standing that a refresh of this mark notes over this one; nil if this stays.
        func next(_ mark: String, isShared: Bool, givingUp lost: Standing?) -> Standing? {
            let late = ", and the server may have answered it"
            switch kind {
            case .settled: return isShared ? .asking(mark) : .begun
            case .begun where !isShared: return .retrying
            // The process that noted this before the store was in a fleet may live, and locks no host out.
            case .begun: return .dead("a refresh had begun before the store was in a fleet" + late)
            case .retrying: return .dead("a refresh was interrupted, and so was the attempt to repeat it")
            case .asking where !isShared || self == lost:
                return .dead("a refresh was interrupted on another host" + late)
            case .asking, .dead: return nil
            }
        }
    }

    private static let beginning: UInt32 = 0x02_56_54
    private static let headByteCount = 20
    private static let none = UInt32.max
    private static let valuesBeforeExtras = 6

    let standing: Standing
    let pair: TokenPair

    init(_ standing: Standing, _ pair: TokenPair) { (self.standing, self.pair) = (standing, pair) }

    /// The record as one secret.
    func sealed() throws -> SecretBytes {
        var values = [
            pair.accessToken, pair.refreshToken, try Token(pair.tokenType),
            try pair.scope.map { try Token($0) }, pair.idToken, try standing.note.map { try Token($0) },
        ]
        for (name, value) in pair.extras { values += [try Token(name), value] }
        let count = values.reduce(Self.headByteCount) { $0 + 4 + ($1?.count ?? 0) }
        return try SecretBytes(count: count) { bytes in
            bytes.store(littleEndian: Self.beginning | UInt32(standing.kind.rawValue) << 24, at: 0)
            for (place, time) in [(4, pair.expiry), (12, pair.issueTime)] {
                bytes.store(littleEndian: time?.timeIntervalSinceReferenceDate.bitPattern ?? .max, at: place)
            }
            var offset = Self.headByteCount
            for value in values {
                let length = value.map { UInt32(clamping: $0.count) } ?? Self.none
                bytes.store(littleEndian: length, at: offset)
                value?.withRawBytes { bytes.copy($0, to: offset + 4) }
                offset += 4 + (value?.count ?? 0)
            }
        }
    }

    /// Reads what ``sealed()`` wrote; anything else is the item of another program.
    init(_ secret: SecretBytes?) throws(TokenVaultError) {
        let foreign = TokenVaultError(
            .malformed,
            "the item of the account holds no pair of a vault: another program wrote it; delete it, or use another service"
        )
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
            guard values.count >= Self.valuesBeforeExtras, values.count.isMultiple(of: 2),
                let accessToken = values[0], let kind = Standing.Kind(rawValue: UInt8(start >> 24)),
                [.dead, .asking].contains(kind) == (values[5] != nil)
            else { throw foreign }
            var extras: [String: Token] = [:]
            for place in stride(from: Self.valuesBeforeExtras, to: values.count, by: 2) {
                guard let name = values[place], let value = values[place + 1] else { throw foreign }
                extras[try name.text()] = value
            }
            var pair = TokenPair(stored: accessToken)
            (pair.refreshToken, pair.idToken, pair.extras) = (values[1], values[4], extras)
            (pair.tokenType, pair.scope) = (try values[2]?.text() ?? "", try values[3]?.text())
            (pair.expiry, pair.issueTime) = (Self.time(expiry), Self.time(issueTime))
            return VaultRecord(Standing(kind: kind, note: try values[5]?.text()), pair)
        }
    }

    private static func time(_ bits: UInt64) -> Date? {
        bits == .max ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }
}
