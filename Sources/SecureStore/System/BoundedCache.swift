/// Values by number, as many as fit into a number of bytes.
///
/// Once it is full, a value is kept only if it is asked for twice, so that whoever reads everything once does
/// not empty it. To make room, a hand passes over all places, and empties each one whose value was not used
/// since it passed last. A value that takes a large part of the room is not kept.
struct BoundedCache<Value>: ~Copyable {
    /// An object, so that to note its use copies nothing.
    private final class Place {
        let number: Int64
        let value: Value
        let byteCount: Int
        var wasUsed = false

        init(_ number: Int64, _ value: Value, byteCount: Int) {
            (self.number, self.value, self.byteCount) = (number, value, byteCount)
        }
    }

    private let mostBytes: Int
    private var byteCount = 0
    private var places: [Place?] = []
    private var empty: [Int] = []
    private var positions: [Int64: Int] = [:]
    private var hand = 0
    /// The numbers for which there was no room lately, each at a position that its own bits choose.
    private var refused: [Int64] = []

    /// The number of bytes that a place takes up, with its share of the tables.
    private static var overhead: Int { 120 + MemoryLayout<Value>.stride }

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    mutating func use(_ number: Int64) -> Value? {
        guard let position = positions[number], let place = places[position] else { return nil }
        place.wasUsed = true
        return place.value
    }

    /// Keeps a value, in place of any with its number.
    ///
    /// One that nobody asked for only takes the place of another or an empty one.
    mutating func keep(_ value: Value, _ number: Int64, byteCount own: Int, isAskedFor: Bool = true) {
        let earlier = positions[number]
        if let earlier { remove(number, at: earlier) }
        let own = own + Self.overhead
        guard own <= mostBytes / 8 else { return }
        if byteCount + own > mostBytes {
            guard earlier != nil || isAskedFor && wasRefused(number) else { return }
            while byteCount + own > mostBytes { passOn() }
        }
        let place = Place(number, value, byteCount: own)
        if let position = empty.popLast() {
            places[position] = place
            positions[number] = position
        } else {
            positions[number] = places.count
            places.append(place)
        }
        byteCount += own
    }

    /// Tells whether a number was refused lately, and remembers it as refused.
    private mutating func wasRefused(_ number: Int64) -> Bool {
        let bits = 12
        // No row has the number 0.
        if refused.isEmpty { refused = [Int64](repeating: 0, count: 1 << bits) }
        // A multiplication spreads numbers that follow each other over all positions.
        let spread = UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15
        let position = Int(spread >> (64 - bits))
        defer { refused[position] = number }
        return refused[position] == number
    }

    private mutating func remove(_ number: Int64, at position: Int) {
        byteCount -= places[position]?.byteCount ?? 0
        places[position] = nil
        positions[number] = nil
        empty.append(position)
    }

    /// Moves the hand to the next place, and empties this one if its value was not used.
    private mutating func passOn() {
        if let place = places[hand] {
            if place.wasUsed { place.wasUsed = false } else { remove(place.number, at: hand) }
        }
        hand = hand + 1 == places.count ? 0 : hand + 1
    }
}
