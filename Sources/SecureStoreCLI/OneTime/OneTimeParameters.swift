import SecureStore

/// Parameters of codes as addresses have them, `NAME=VALUE` with `&` between them, each at most once.
struct OneTimeParameters {
    static let names = ["secret", "algorithm", "digits", "period", "counter", "encoder"]

    private let bytes: SecretBytes
    private var values: [String: Range<Int>] = [:]

    /// Those that mean something; others may be there too.
    init(
        _ bytes: SecretBytes, _ range: Range<Int>, names: [String] = Self.names
    ) throws(CommandError) {
        self.bytes = bytes
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes.firstIndex(of: "&", in: start..<range.upperBound) ?? range.upperBound
            guard let equals = bytes.firstIndex(of: "=", in: start..<end) else {
                throw OneTimeSecret.fault("has a parameter without a value")
            }
            let name = names.first {
                $0.utf8.count == equals - start && bytes.starts(start..<equals, with: $0)
            }
            if let name {
                guard self[name] == nil else { throw OneTimeSecret.fault("has \(name) twice") }
                values[name] = (equals + 1)..<end
            }
            start = end + 1
        }
    }

    subscript(_ name: String) -> Range<Int>? { values[name] }

    func text(_ name: String) -> String? { self[name].map { bytes.text($0) ?? "?" } }

    /// A number in decimal digits, and where they stand.
    func number(
        _ name: String, in range: ClosedRange<Int>
    ) throws(CommandError) -> (value: Int, range: Range<Int>)? {
        guard let place = self[name] else { return nil }
        let isDigits = bytes.withSpan { bytes in
            place.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[$0] }
        }
        guard isDigits, let number = bytes.text(place).flatMap({ Int($0) }), range.contains(number) else {
            throw OneTimeSecret.fault(
                "has \(name) that is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return (number, place)
    }
}
