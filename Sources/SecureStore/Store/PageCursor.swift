/// A position in a list of items, between two pages.
///
/// Items that are added later come after it, and deletions do not disturb it. Its text can be kept or sent,
/// and read by another process: it holds the id of the store and the number of a row, and no secret.
public struct PageCursor: Hashable, Sendable, LosslessStringConvertible {
    let store: Bytes16
    let position: ListingPosition

    init(_ store: Bytes16, _ position: ListingPosition) {
        (self.store, self.position) = (store, position)
    }

    /// Reads what ``description`` gave; nil for any other text.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let store = Bytes16(hexadecimal: String(parts[0])),
            let number = Int64(parts[1]), number > 0
        else { return nil }
        self.init(store, .init(number: number))
        guard self.description.hasSameBytes(as: description) else { return nil }
    }

    /// The cursor as text.
    public var description: String { "\(store.hexadecimal)-\(position.number)" }

    /// Two cursors are equal when they lead to the same position.
    public static func == (a: Self, b: Self) -> Bool {
        a.store == b.store && a.position.number == b.position.number
    }

    /// Adds the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(store)
        hasher.combine(position.number)
    }
}
