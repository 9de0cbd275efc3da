import FoundationEssentials
import SecureStore

/// The times that a JWT states about itself.
///
/// They are unverified: the token's author may have written anything there. They may only be used to decide
/// when to refresh, because then a lie misleads nobody but the author.
enum UnverifiedJWT {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The claim `exp` of a token; nil for one that is not a JWT.
    ///
    /// For a token that was just received and says when it was issued (`iat`), its life counts from then.
    static func expiry(of token: Token, receivedAt: Date? = nil) -> Date? {
        let dots = token.withSpan { bytes in bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") } }
        // Beyond this number, a date loses the precision of seconds.
        guard dots.count == 2, let object = try? JSONObject(decoded(token, (dots[0] + 1)..<dots[1])),
            let expiry = object.number("exp"), 0...1e12 ~= expiry
        else { return nil }
        let issued = object.number("iat")
        guard let receivedAt, let issued else { return Date(timeIntervalSince1970: expiry) }
        return receivedAt + min(max(0, expiry - issued), TokenPair.longestLife)
    }

    /// Decodes a part that is unpadded base64url.
    private static func decoded(_ token: Token, _ part: Range<Int>) throws -> SecretBytes {
        try SecretBytes(count: part.count * 3 / 4) { target in
            try token.withSpan { bytes in
                var bits: UInt32 = 0
                for place in 0..<part.count {
                    guard let value = alphabet.firstIndex(of: bytes[part.lowerBound + place]) else {
                        throw TokenVaultError(.malformed, "a part of a token is not base64")
                    }
                    bits = bits << 6 | UInt32(value)
                    // Each letter but the first of four completes a byte.
                    guard place % 4 > 0 else { continue }
                    let byte = UInt8(truncatingIfNeeded: bits >> (6 - place % 4 * 2))
                    target.storeBytes(of: byte, toByteOffset: place * 3 / 4, as: UInt8.self)
                }
            }
        }
    }
}
