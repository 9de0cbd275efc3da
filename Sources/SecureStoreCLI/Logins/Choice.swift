import SecureStore

/// Several things where one is meant: the person at the terminal picks one; without a person it is an error.
enum Choice {
    /// More than that nobody reads.
    static let longest = 20

    /// The one that is picked; else an error of this message and hint, which names some of them.
    static func one<Found>(
        of found: [Found], _ message: String, hint: String, _ described: (Found) -> String
    ) throws -> Found {
        let names = found.prefix(longest).map { Terminal.harmless(described($0)) }
        if found.count <= longest, let index = try Prompt.choice(message, among: names) {
            return found[index]
        }
        let shown = names.prefix(5) + (found.count > 5 ? ["..."] : [])
        throw CommandError(
            .multipleValuesUnsupported, "\(message): \(shown.joined(separator: ", "))", hint: hint)
    }

    static func one(of logins: [Login]) throws -> Login {
        guard let first = logins.first else {
            throw StoreError(.itemNotFound, "no login of that name was found")
        }
        guard logins.count > 1 else { return first }
        let hint = "securestore list shows them; an account, a port, a path or --reference tells them apart"
        return try one(of: logins, "several items match", hint: hint, \.attributes.name)
    }
}

extension ItemAttributes {
    /// The words that tell the item from others, on one line, as in `https://forge.example maria (Forge)`.
    var name: String {
        let (account, label) = (column(.account), column(.label))
        let name =
            scheme + place + (account.isEmpty ? "" : " " + account)
            + (label.isEmpty || label == place ? "" : " (\(label))")
        return name.count > 100 ? name.prefix(100) + "..." : name
    }
}
