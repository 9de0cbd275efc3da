import SecureStore

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
