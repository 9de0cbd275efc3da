import SecureStore

// The item whose secret a text names and does not contain, as in `securestore://forge.example/maria`.
extension ItemWords {
    static let scheme = "securestore://"
    static let longestAddress = 2048

    /// The first part is a login, as for `get`, the second an account; behind a `#` stands the name of a part
    /// of the login.
    ///
    /// Whatever would be taken for something else is written as `%2F` and the like.
    init(address text: String, at place: String) throws(CommandError) {
        let fault = { (message: String) in
            CommandError.failure("\(place): \(Terminal.quoted(text)) \(message)")
        }
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Self.longestAddress else {
            throw fault("is not a reference, as in \(Self.scheme)LOGIN/ACCOUNT")
        }
        let isPlain = text.unicodeScalars.allSatisfy { $0.isShown && ![" ", "?"].contains($0) }
        let halves = text.dropFirst(Self.scheme.count).split(separator: "#", omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        guard isPlain, halves.count <= 2, parts.count <= 2 else {
            throw fault("has a character that must be escaped, such as %20 for a space or %2F for a slash")
        }
        let names = parts.map(Self.decoded)
        guard let name = names[0], !name.isEmpty, names.allSatisfy({ $0 != nil }) else {
            throw fault("does not name a login")
        }
        self.init(place: name, account: names.count == 2 ? names[1] : nil)
        if halves.count == 2 {
            part = Self.decoded(halves[1])
            guard part?.isEmpty == false else { throw fault("does not name a part") }
        }
        origin = (place, text)
    }

    /// The text of a part; nil for an escape that is none, and for bytes that are not text.
    static func decoded(_ part: Substring) -> String? {
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
}
