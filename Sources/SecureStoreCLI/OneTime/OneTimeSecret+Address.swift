import SecureStore
import SecureStoreCertificates

/// Addresses that are made of what people and other programs have.
extension OneTimeSecret {
    /// The `otpauth` address of what is given: such an address, Bitwarden's `steam` one, the parameters that
    /// KeePass's plugin KeeOtp has in one text, or a key in base 32.
    ///
    /// Blanks and line breaks around it do not count. An address stays as it is. Only a key takes parameters.
    static func address(
        from given: SecretBytes, label: [String], _ parameters: [String: String] = [:]
    ) throws -> SecretBytes {
        let given = try bounded(given)
        guard let address = try address(withSettings: given, label: label) else {
            return try address(of: BaseEncoding.base32.decoded(given), label: label, parameters)
        }
        guard parameters.isEmpty else { throw fault("says itself what its codes are like") }
        return address
    }

    private static func address(withSettings given: SecretBytes, label: [String]) throws -> SecretBytes? {
        if given.starts(with: scheme) { return try checked(given) }
        if given.starts(with: steamScheme) {
            let key = try given.percentDecoded(steamScheme.utf8.count..<given.count)
            return try address(of: BaseEncoding.base32.decoded(key), label: label, ["encoder": "steam"])
        }
        let isOfKeeOtp = given.starts(with: "key=") || given.contains("&key=")
        if isOfKeeOtp { return try address(ofKeeOtp: given, label: label) }
        try require(
            !given.contains("://"),
            "an address of codes begins with \(scheme) or \(steamScheme), in lower case",
            hint: "an address that moves many accounts at once is not taken: give each account its own")
        return nil
    }

    /// The address of a key, in bytes; codes with a counter are counted, others depend on the time.
    ///
    /// The label is for people: the parts of it that are not empty, the first of which names the website.
    static func address(
        of key: SecretBytes, label: [String], _ parameters: [String: String]
    ) throws -> SecretBytes {
        guard key.count <= longestAddress else { throw fault("is too long") }
        var parameters = parameters
        parameters["algorithm"] = try parameters["algorithm"].map { try hash(named: $0).name }
        let kind = parameters["counter"] == nil ? "totp" : "hotp"
        let label = label.filter { !$0.isEmpty }.map(escaped).joined(separator: ":")
        let rest = OneTimeParameters.names.compactMap { name in parameters[name].map { "&\(name)=\($0)" } }
        let secret = try BaseEncoding.base32.encoded(key)
        return try checked(.joined(["\(scheme)\(kind)/\(label)?secret=", secret, rest.joined()]))
    }

    /// A text without what is around it, if it is no longer than an address.
    static func bounded(_ text: SecretBytes) throws -> SecretBytes {
        let place = text.trimmed(0..<text.count)
        guard place.count <= longestAddress else { throw fault("is too long") }
        return try text.part(place)
    }

    /// A text that is an address from which codes come, and nothing else.
    private static func checked(_ text: SecretBytes) throws -> SecretBytes {
        guard let secret = try OneTimeSecret(in: text), secret.address == 0..<text.count else {
            throw fault("has more than one line")
        }
        return text
    }

    private static func address(ofKeeOtp text: SecretBytes, label: [String]) throws -> SecretBytes {
        let settings = [
            "size": "digits", "step": "period", "otpHashMode": "algorithm", "encoder": "encoder",
        ]
        let given = try OneTimeParameters(
            text, 0..<text.count, names: settings.keys + ["key", "type", "encoding", "counter"])
        var parameters: [String: String] = [:]
        for (theirs, ours) in settings { parameters[ours] = given.text(theirs) }
        switch given.text("type")?.lowercased() {
        case nil, "totp": break
        case "hotp": parameters["counter"] = given.text("counter") ?? "0"
        case "steam": parameters["encoder"] = "steam"
        default: throw fault("is neither for totp nor for hotp")
        }
        let key = try text.percentDecoded(given["key"] ?? 0..<0)
        return try address(of: bytes(of: key, in: given.text("encoding")), label: label, parameters)
    }

    /// The bytes of a key, in an encoding that KeePass has a name for; base 32 where it has none.
    static func bytes(of key: SecretBytes, in encoding: String?) throws -> SecretBytes {
        switch encoding?.lowercased() {
        case nil, "base32": return try BaseEncoding.base32.decoded(key)
        case "base64": return try BaseEncoding.base64.decoded(key)
        case "hex": return try BaseEncoding.base16.decoded(key)
        case "utf8": return key
        default: throw fault("has a secret in an unknown encoding")
        }
    }

    /// The beginning of a name, of which every character is a letter, a digit or escaped.
    private static func escaped(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(48))).utf8.percentEncoded { byte in
            !Set<UInt8>.inWords.contains(byte) && !"-.".utf8.contains(byte)
        }
    }
}
