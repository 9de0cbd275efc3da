import SecureStore

extension KeySlot {
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

extension KeySlot.Kind {
    var text: String {
        switch self {
        case .deviceKey: return "device key"
        case .passphrase: return "passphrase"
        case .recoveryCode: return "recovery code"
        default: return description
        }
    }
}

extension PassphraseCost {
    var text: String { "\(passes) passes over \(memory >> 20) MiB" }
}

extension LockSettings {
    /// The time, as `unlock --for` takes it, and whether sleep ends it.
    var text: String {
        let time = locksAfter.map { Self.spelling(of: $0.components.seconds) } ?? "no limit"
        return time + (locksOnSleep ? ", to be locked on sleep" : "")
    }

    var json: JSON {
        .object([
            ("locksAfter", locksAfter.map { .number($0.components.seconds) } ?? .null),
            ("locksOnSleep", .bool(locksOnSleep)),
        ])
    }

    /// In the largest unit that needs no fraction.
    private static func spelling(of seconds: Int64) -> String {
        for (size, unit) in [(86_400, "d"), (3_600, "h"), (60, "m")] as [(Int64, String)]
        where seconds > 0 && seconds.isMultiple(of: size) {
            return "\(seconds / size)\(unit)"
        }
        return "\(seconds)s"
    }
}
