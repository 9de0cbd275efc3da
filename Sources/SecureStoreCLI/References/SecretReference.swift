import SecureStore

/// A secret that a text names and does not contain, as in `securestore://forge.example/maria`.
///
/// The first part is a service or a host, as for `get`, the second an account. Whatever would be taken for something else
/// is written as `%2F` and the like.
struct SecretReference {
    static let scheme = "securestore://"
    static let longest = 2048

    /// Where it stands, as in `app.env:3`, for errors.
    let origin: String
    /// As it was written.
    let text: String
    private let place: String
    private let account: String?

    init(_ text: String, at origin: String) throws(CommandError) {
        (self.text, self.origin) = (text, origin)
        let fault = { (message: String) in
            CommandError.failure("\(origin): \(Terminal.quoted(text)) \(message)")
        }
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Self.longest else {
            throw fault("is not a reference, as in \(Self.scheme)SERVICE/ACCOUNT")
        }
        let isPlain = text.unicodeScalars.allSatisfy { $0.isShown && ![" ", "?", "#"].contains($0) }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard isPlain, parts.count <= 2 else {
            throw fault("has a character that must be escaped, such as %20 for a space or %2F for a slash")
        }
        let names = parts.map(Self.decoded)
        guard let place = names[0], !place.isEmpty, names.allSatisfy({ $0 != nil }) else {
            throw fault("does not name a service or a host")
        }
        self.place = place
        account = names.count == 2 ? names[1] : nil
    }

    /// Nil where an escape is not one, or the bytes are not text.
    private static func decoded(_ part: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let decoded = Hexadecimal.byte(ofDigits: high, low)
            else { return nil }
            bytes.append(decoded)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The secret that it names; errors say where the reference stands.
    func secret(in store: ItemStore) throws -> SecretBytes {
        do {
            return try NamedPassword(ItemWords(place: place, account: account), in: store).requiredSecret()
        } catch {
            let cause = CommandError(any: error)
            throw CommandError(
                exitCode: cause.exitCode, message: "\(origin): \(text): \(cause.message)", hint: cause.hint)
        }
    }
}
