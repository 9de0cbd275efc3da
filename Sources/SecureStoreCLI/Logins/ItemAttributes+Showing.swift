import FoundationEssentials
import SecureStore

// The columns of an item in a table.
extension ItemAttributes {
    static let headings = ["CLASS", "SERVICE", "ACCOUNT", "LABEL", "CHANGED"]

    var columns: [String] {
        let day = self[.modificationDate]?.date.map(Self.day) ?? ""
        return [itemClass.optionName, place, column(.account), column(.label), day]
    }

    /// The day before, which many items have; a date takes long to be written.
    private static let lastDay = SystemMutex<(number: Double, text: String)>((.nan, ""))

    private static func day(_ date: Date) -> String {
        let number = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        return lastDay.withLock { last in
            if last.number != number { last = (number, String(date.formatted(.iso8601).prefix(10))) }
            return last.text
        }
    }

    /// The service, or of an internet password its host, port and path, as in `forge.example:8443/a/b`.
    var place: String {
        guard itemClass == .internetPassword else { return column(.service) }
        let (port, path) = (self[.port]?.number ?? 0, column(.path))
        return column(.server) + (port > 0 ? ":\(port)" : "")
            + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
    }

    /// As in `https://`; empty for an item without a protocol.
    var scheme: String {
        let code = column(.protocol)
        return code.isEmpty ? "" : InternetProtocol(rawValue: code).spelling + "://"
    }

    func column(_ name: AttributeName) -> String { self[name]?.text ?? "" }

    /// The class and every attribute that says something, for people and by the name it has in this package.
    var facts: Facts {
        var facts = Facts()
        facts.add("class", "class", itemClass.optionName)
        for (name, value) in all where !Self.hidden.contains(name) && !value.isEmpty {
            facts.add(ClassTable.row(name).words, "\(name)", Self.json(name, value))
        }
        return facts
    }

    var json: [(name: String, value: JSON)] { facts.members }

    /// Prints the attributes, and each secret as text, or in base 64 when it is none.
    func printJSON(with secret: SecretBytes, _ parts: [SecretPart] = []) throws {
        func member(_ secret: SecretBytes) throws -> (name: String, value: JSON) {
            secret.isText ? ("secret", .secret(secret)) : ("secretBase64", .secret(try secret.base64()))
        }
        var members = json + [try member(secret)]
        if !parts.isEmpty {
            let all = try parts.map { JSON.object([("name", .string($0.name)), try member($0.secret)]) }
            members.append(("parts", .array(all)))
        }
        try Output.print(try JSON.object(members).secret())
    }

    private static let hidden: Set<AttributeName> = [.digest, .multiUser, .tombstone, .systemBound]

    private static func json(_ name: AttributeName, _ value: AttributeValue) -> JSON {
        switch value {
        case .string(let text):
            switch name {
            case .protocol: return .string(InternetProtocol(rawValue: text).spelling)
            case .accessible: return .string(Accessibility(code: text)?.optionName ?? text)
            default: return .string(text)
            }
        case .data(let data): return .string(value.text ?? "base64:" + data.base64EncodedString())
        case .number(let number): return name == .synchronizable ? .bool(number != 0) : .number(number)
        case .date(let date): return .string(date.formatted(.iso8601))
        case .accessControl(let control): return .string(control.accessibility.optionName)
        }
    }
}

extension AttributeValue {
    var isEmpty: Bool {
        switch self {
        case .string(let text): return text.isEmpty
        case .data(let data): return data.isEmpty
        case .number(let number): return number == 0
        default: return false
        }
    }
}
