public import FoundationEssentials
public import SecureStore

/// What a vault keeps and refreshes: a ``TokenPair``, or any `Codable` type that says when it expires.
///
/// A `Codable` type needs ``expiry`` and nothing else. It is stored as JSON, and the encoder's and decoder's own
/// buffers are outside erased memory.
public protocol VaultCredential: Equatable, Sendable {
    /// When it stops being accepted, by this machine's clock; nil when nobody said.
    var expiry: Date? { get }
    /// When this machine received it; a time in the future shows that the clock was set back since.
    var issueTime: Date? { get }
    /// The bytes to store.
    func encoded() throws -> SecretBytes
    /// Reads the bytes that were stored.
    init(encoded: Token) throws
}

extension VaultCredential {
    /// Not known.
    public var issueTime: Date? { nil }

    /// Whether it will still be accepted `leeway` from `now`, as far as the clock can tell.
    ///
    /// One without expiry is, until a server says otherwise. For one that lives shorter than two leeways, half of its
    /// life is leeway enough: it would never be fresh, and every call would refresh it. One that was received in the future is not: the
    /// clock was wrong then or is now, and its expiry means nothing. Clocks that are corrected by less than
    /// `tolerance` do not count as wrong.
    func isValid(at now: Date, leeway: Duration, tolerance: Duration) -> Bool {
        guard let expiry else { return true }
        if let issueTime, issueTime > now.addingTimeInterval(tolerance / .seconds(1)) { return false }
        let halfLife = issueTime.map { expiry.timeIntervalSince($0) / 2 } ?? .infinity
        return now.addingTimeInterval(min(leeway / .seconds(1), max(halfLife, 0))) < expiry
    }
}

extension VaultCredential where Self: Codable {
    /// The value as JSON.
    public func encoded() throws -> SecretBytes {
        var data: Data
        // The encoder's own error may quote the value.
        do { data = try JSONEncoder().encode(self) } catch {
            throw TokenVaultError(.malformed, "a value of type \(Self.self) cannot be encoded")
        }
        defer { data.resetBytes(in: data.startIndex..<data.endIndex) }
        return try SecretBytes(copying: data)
    }

    /// The value from JSON.
    public init(encoded: Token) throws {
        var data = Data(capacity: encoded.count)
        encoded.withSpan { bytes in for index in bytes.indices { data.append(bytes[index]) } }
        defer { data.resetBytes(in: data.startIndex..<data.endIndex) }
        do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
            throw TokenVaultError(.malformed, "the item does not hold a value of type \(Self.self)")
        }
    }
}
