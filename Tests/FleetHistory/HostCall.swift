/// One call of one host, as its history has it.
package struct HostCall: Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// Sets an item to a value that nobody else writes.
        case write
        /// Adds an item that other hosts add too.
        case add
        /// Reads an item with `.local`.
        case read
        /// Reads an item with `.local(atMost:)`, whose limit is the call's `age`.
        case recent
        /// Reads an item with `.latest`.
        case latest
    }

    package enum Outcome: String, Sendable {
        case done
        /// The call said that nothing happened.
        case failed
        /// The call said that it does not know.
        case unknown
        /// The item was there already.
        case duplicate
        /// The call said something that it must not say here.
        case wrong
    }

    package var host: String
    package var kind: Kind
    package var key: String
    /// The item's generation: what was read, or what the write made or would have made; 0 for no item, and
    /// for an add of which it is not known whether it was made.
    package var version: Int
    /// The value that was read or written; for `wrong` the words that were said.
    package var value: String
    package var outcome: Outcome
    /// Nanoseconds of a clock that all processes of a machine share.
    package var start: UInt64
    package var end: UInt64
    /// For `recent` the nanoseconds by which what it reads may be behind; 0 for others.
    package var age: UInt64

    package init(
        _ host: String, _ kind: Kind, _ key: String, _ version: Int, _ value: String,
        _ outcome: Outcome = .done, at times: ClosedRange<UInt64>, age: UInt64 = 0
    ) {
        (self.host, self.kind, self.key, self.version) = (host, kind, key, version)
        (self.value, self.outcome, self.age) = (value, outcome, age)
        (start, end) = (times.lowerBound, times.upperBound)
    }

    /// The operation as a line of a file.
    package var line: String {
        "\(host) \(kind.rawValue) \(key) \(version) \(value) \(outcome.rawValue) \(start) \(end) \(age)"
    }

    /// Reads a line; nil for anything else.
    package init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 9, let kind = Kind(rawValue: words[1]), let version = Int(words[3]),
            let outcome = Outcome(rawValue: words[5]), let start = UInt64(words[6]),
            let end = UInt64(words[7]), start <= end, let age = UInt64(words[8])
        else { return nil }
        self.init(words[0], kind, words[2], version, words[4], outcome, at: start...end, age: age)
    }
}
