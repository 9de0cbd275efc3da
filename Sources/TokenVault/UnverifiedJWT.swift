import FoundationEssentials
import SecureStore

/// The times that a JWT states about itself.
///
/// They are unverified: the token's author may have written anything there. They may only be used to decide when to
/// refresh, because then a lie misleads nobody but the author.
struct UnverifiedJWT {
    /// The claim `exp`.
    let expiry: Date?
    /// How long the token lives, if it says when it was issued (`iat`).
    let lifetime: Double?

    /// Nil for a token that is not a JWT.
    init?(_ token: Token) {
        let dots = token.withSpan { bytes in bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") } }
        guard dots.count == 2, let claims = token.part((dots[0] + 1)..<dots[1]),
            case .success(let object) = Result(catching: { try JSONObject(try Self.decoded(claims)) }),
            case .success(let expiry) = Result(catching: { try object.number("exp") }),
            case .success(let issued) = Result(catching: { try object.number("iat") })
        else { return nil }
        // Beyond this, a date loses the precision of seconds.
        let known = expiry.flatMap { 0...1e12 ~= $0 ? $0 : nil }
        self.expiry = known.map { Date(timeIntervalSince1970: $0) }
        self.lifetime = known.flatMap { expiry in issued.map { max(0, expiry - $0) } }
    }

    /// Decodes unpadded base64url.
    private static func decoded(_ text: Token) throws -> SecretBytes {
        try SecretBytes(count: text.count * 3 / 4) { target in
            try text.withSpan { bytes in
                var (bits, held, length) = (UInt32(0), 0, 0)
                for index in bytes.indices {
                    bits = bits << 6 | (try value(of: bytes[index]))
                    held += 6
                    guard held >= 8 else { continue }
                    held -= 8
                    target.storeBytes(
                        of: UInt8(truncatingIfNeeded: bits >> UInt32(held)), toByteOffset: length,
                        as: UInt8.self)
                    length += 1
                }
            }
        }
    }

    private static func value(of letter: UInt8) throws -> UInt32 {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: throw TokenVaultError(.malformed, "a part of a token is not base64")
        }
    }
}
