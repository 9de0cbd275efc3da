/// One call on one item that several processes change at once, as its history has it.
package struct RegisterCall: Codable, CustomStringConvertible, Sendable {
    /// A restore brings back a value of before, with its generation.
    package enum Kind: String, Codable, Sendable { case read, set, delete, replace, restore }

    /// Done or not: the item has another generation than the expected one, or does not exist.
    package enum Answer: String, Codable, Sendable { case done, modified, missing }

    package var caller: String
    package var kind: Kind
    package var item: String
    /// The value that was read or written, which no other call writes.
    package var value: String
    /// The generation that the call answered; 0 for none.
    package var generation: Int
    /// The generation of the value that is to be replaced; 0 for none.
    package var expected: Int
    package var answer: Answer
    /// The times at which it began and ended, in nanoseconds of a clock that all processes of a machine
    /// share.
    package var times: ClosedRange<UInt64>

    package init(
        _ caller: String, _ kind: Kind, _ item: String, _ value: String = "-", _ generation: Int = 0,
        expected: Int = 0, answer: Answer = .done, at times: ClosedRange<UInt64>
    ) {
        (self.caller, self.kind, self.item, self.value) = (caller, kind, item, value)
        (self.generation, self.expected, self.answer, self.times) = (generation, expected, answer, times)
    }

    package var description: String {
        "\(caller) \(kind) \(item) \(value) \(generation) if \(expected) \(answer) at \(times)"
    }
}
