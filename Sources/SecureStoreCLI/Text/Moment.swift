import FoundationEssentials

/// Points in time and lengths of time, as command lines have them.
enum Moment {
    static let spelling = "a date as in 2026-11-22 or 2026-11-22T10:00:00Z, or a time ago as in 90m, 8h or 7d"

    /// A date, which begins at midnight UTC, a date with its time, or so much time before now; nil if it is
    /// none.
    static func date(_ text: String, now: Date = Date()) -> Date? {
        if text.last.map({ units[$0] != nil }) == true, let seconds = seconds(text, atMost: longest) {
            return now - Double(seconds)
        }
        let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
        // A date that is read leniently, as the 30th of February, is another one when it is written again.
        guard let date = try? Date(whole, strategy: .iso8601), date.formatted(.iso8601) == whole else {
            return nil
        }
        return date
    }

    /// A number of seconds, minutes, hours or days, from one second on; nil if it is not that.
    static func seconds(_ text: String, atMost longest: Int) -> Int? {
        let unit = text.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), 1...longest ~= number,
            1...longest ~= number * (unit ?? 1)
        else { return nil }
        return number * (unit ?? 1)
    }

    /// As in `3 min ago`.
    static func ago(_ age: Duration) -> String {
        age < .seconds(1) ? "now" : length(age) + " ago"
    }

    /// As in `3 min`.
    static func length(_ time: Duration) -> String {
        let seconds = time.components.seconds
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7_200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) days"
        }
    }

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    /// Some thousand years.
    private static let longest = 1_000_000 * 86_400
}
