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
        guard dots.count == 2,
            case .success(let (expiry?, issued)) = Result(catching: {
                let object = try JSONObject(try decoded(token.part((dots[0] + 1)..<dots[1])))
                return (try object.number("exp"), try object.number("iat"))
            }),
            // Beyond this, a date loses the precision of seconds.
            0...1e12 ~= expiry
        else { return nil }
        guard let receivedAt, let issued else { return Date(timeIntervalSince1970: expiry) }
        return receivedAt + min(max(0, expiry - issued), TokenPair.longestLife)
    }

    /// Decodes unpadded base64url.
    private static func decoded(_ text: Token) throws -> SecretBytes {
        try SecretBytes(count: text.count * 3 / 4) { target in
            try text.withSpan { bytes in
                var (bits, held, length) = (UInt32(0), 0, 0)
                for index in bytes.indices {
                    guard let value = alphabet.firstIndex(of: bytes[index]) else {
                        throw TokenVaultError(.malformed, "a part of a token is not base64")
                    }
                    (bits, held) = (bits << 6 | UInt32(value), held + 6)
                    guard held >= 8 else { continue }
                    held -= 8
                    let byte = UInt8(truncatingIfNeeded: bits >> UInt32(held))
                    target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                    length += 1
                }
            }
        }
    }
}
