import SecureStore

/// A list of passwords as other programs read it, which no passphrase of ours protects.
///
/// A further one is a file that extends this type, and its line in ``all``.
struct PlainFormat: Sendable {
    let name: String
    let summary: String
    /// The attributes that it has of an item, besides those of every list.
    let kept: Set<AttributeName>
    /// True if it has the passwords before the present one.
    var hasEarlier = false
    /// True if it says which logins git may use, and keeps all that git wants kept of one.
    var keepsGit = false
    /// The parts of an item that it cannot hold, by what they are.
    let lostParts: @Sendable (PlainItem) -> [String]
    /// The reason why an item has no place in it; nil where it has.
    let refusal: @Sendable (PlainItem) -> String?
    var needsFile = true
    /// The place for the name of a file; the usual one for nil.
    let destination: @Sendable (_ file: String?) throws -> PlainDestination

    static let all: [PlainFormat] = [.csv, .json, .bitwarden, .netrc, .pass]
}
