import SecureStore

/// The fields of an entry in which KeePass, KeePassXC and their plugins have what codes are made of.
///
/// The field `otp` is KeePassXC's and takes whatever ``OneTimeSecret/address(from:label:_:)`` reads. KeePass
/// has `TimeOtp-Secret-Base32`, `HmacOtp-Counter` and others. An earlier KeePassXC, and KeeTrayTOTP, have
/// `TOTP Seed`.
enum OneTimeFields {
    typealias Field = (name: String, secret: SecretBytes)

    /// The `otpauth` address that the fields stand for, and the fields that are no part of it.
    ///
    /// Nil when the fields have no key. One that cannot be read is an error: the fields are then to be kept.
    static func taken(
        from fields: [Field], label: [String]
    ) throws -> (address: SecretBytes, rest: [Field])? {
        var entry = Entry(values: Dictionary(fields) { first, _ in first })
        guard let address = try entry.address(label: label) else { return nil }
        // Only the first of several fields of one name was read.
        return (address, fields.filter { entry.read.remove($0.name) == nil })
    }

    private struct Entry {
        let values: [String: SecretBytes]
        var read: Set<String> = []

        mutating func address(label: [String]) throws -> SecretBytes? {
            if let given = take("otp") { return try OneTimeSecret.address(from: given, label: label) }
            for prefix in ["TimeOtp", "HmacOtp"] {
                guard let key = try key(prefix) else { continue }
                var parameters: [String: String] = [:]
                for (field, name) in ["Length": "digits", "Period": "period", "Algorithm": "algorithm"] {
                    parameters[name] = try text("\(prefix)-\(field)")
                }
                if prefix == "HmacOtp" { parameters["counter"] = try text("HmacOtp-Counter") ?? "0" }
                return try OneTimeSecret.address(of: key, label: label, parameters)
            }
            guard let seed = take("TOTP Seed") else { return nil }
            // A third part is the address of a clock.
            let settings =
                try text("TOTP Settings")?.split(separator: ";", omittingEmptySubsequences: false)
                .map { String($0) } ?? []
            var parameters: [String: String] = [:]
            parameters["period"] = settings.first
            switch settings.dropFirst().first {
            case "S": parameters["encoder"] = "steam"
            case let digits: parameters["digits"] = digits
            }
            let key = try BaseEncoding.base32.decoded(OneTimeSecret.bounded(seed))
            return try OneTimeSecret.address(of: key, label: label, parameters)
        }

        private mutating func key(_ prefix: String) throws -> SecretBytes? {
            for (suffix, encoding) in [
                ("", "utf8"), ("-Hex", "hex"), ("-Base32", "base32"), ("-Base64", "base64"),
            ] {
                guard let secret = take("\(prefix)-Secret\(suffix)") else { continue }
                guard encoding != "utf8" else { return secret }
                return try OneTimeSecret.bytes(of: OneTimeSecret.bounded(secret), in: encoding)
            }
            return nil
        }

        private mutating func take(_ name: String) -> SecretBytes? {
            guard let value = values[name] else { return nil }
            read.insert(name)
            return value
        }

        private mutating func text(_ name: String) throws -> String? {
            try take(name).map { value in
                let value = try OneTimeSecret.bounded(value)
                return value.text(0..<value.count) ?? "?"
            }
        }
    }
}
