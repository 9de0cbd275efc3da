internal import FoundationEssentials
public import SecureStore

/// A token, or any other secret text, that never prints itself and is erased when its last reference is gone.
///
/// It may be a part of a larger secret, which then lives as long.
public struct Token: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    private let memory: SecretBytes
    private let range: Range<Int>

    /// Creates a token from all bytes of a secret, without a copy.
    public init(_ secret: SecretBytes) { self.init((secret, 0..<secret.count)) }

    /// Creates a token with a copy of a string, which itself cannot be erased; throws `StoreStatus.allocate`.
    public init(_ text: String) throws(StoreError) { self.init(try SecretBytes(copying: text.utf8)) }

    init(_ part: (memory: SecretBytes, range: Range<Int>)) { (memory, range) = part }

    /// The number of bytes.
    public var count: Int { range.count }

    /// The number of bytes alone.
    public var description: String { "Token(\(count) bytes)" }

    /// A mirror without children, so that `dump` and debuggers show no content.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Lends the bytes for the length of one call.
    public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try memory.withSpan { bytes throws(E) in try body(bytes.extracting(range)) }
    }

    /// The text, which cannot be erased.
    ///
    /// Throws ``TokenVaultError/Code-swift.struct/malformed`` when the bytes are not UTF-8.
    public func text() throws(TokenVaultError) -> String {
        try withSpan { bytes throws(TokenVaultError) in
            do { return String(copying: try UTF8Span(validating: bytes)) } catch {
                throw TokenVaultError(
                    .malformed, "a token is not UTF-8; take its bytes with withSpan", underlying: error)
            }
        }
    }

    func withRawBytes<R>(_ body: (RawSpan) -> R) -> R {
        memory.withRawBytes { body($0.extracting(range)) }
    }

    /// True if it is not empty, and all of it is visible ASCII, as a header wants it, or from this letter on.
    func isASCII(from first: UInt8 = 0x21) -> Bool {
        withSpan { bytes in count > 0 && bytes.indices.allSatisfy { first...0x7e ~= bytes[$0] } }
    }

    /// The expiry that a JWT states, or its life since `iat` from the receipt on; nil for any other token.
    ///
    /// It may only be used to decide when to refresh: then a lie misleads nobody but the token's author.
    func unverifiedExpiry(receivedAt: Date? = nil) -> Date? {
        let dots = withSpan { bytes in
            bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }.map { range.lowerBound + $0 }
        }
        guard dots.count == 2,
            let claims = try? Base64.decode(memory, [dots[0] + 1..<dots[1]], isURL: true),
            // Beyond this number, a date loses the precision of seconds.
            let object = try? JSONObject(claims), let expiry = object.number("exp"), 0...1e12 ~= expiry
        else { return nil }
        guard let receivedAt, let issued = object.number("iat") else {
            return Date(timeIntervalSince1970: expiry)
        }
        return receivedAt + min(max(0, expiry - issued), TokenPair.longestLife)
    }

    /// Compares in a time that depends on the lengths, but not on where the bytes differ.
    public static func == (first: Token, second: Token) -> Bool {
        first.withRawBytes { bytes in second.withRawBytes { constantTimeEqual(bytes, $0) } }
    }
}
