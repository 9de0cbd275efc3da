import SecureStore

extension Slot {
    func json(isProven: Bool) -> JSON {
        var members: [(name: String, value: JSON)] = [
            ("number", .number(Int64(number))), ("kind", .string(kind.text)),
        ]
        if let cost {
            members += [("passes", .number(Int64(cost.passes))), ("memory", .number(Int64(cost.memory)))]
        }
        return .object(members + [("proven", .bool(isProven))])
    }
}

extension SlotKind {
    var text: String {
        switch self {
        case .deviceKey: return "device key"
        case .passphrase: return "passphrase"
        case .recoveryCode: return "recovery code"
        default: return description
        }
    }

    /// The command that adds a recovery code to a store with slots of these kinds.
    static func commandForCode(_ kinds: [SlotKind]) -> String {
        kinds.contains(.host) ? "securestore fleet recovery-code" : "securestore recovery-code"
    }
}

extension PassphraseCost {
    var text: String { "\(passes) passes over \(memory >> 20) MiB" }
}
