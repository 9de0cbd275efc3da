/// Values by number, as many as fit into a number of bytes.
///
/// Whoever was not used for a while goes first: a hand passes over all places, and takes what was not used since it
/// passed last. A value that takes a large part of the room is not kept.
struct BoundedCache<Value> {
    private final class Place {
        let number: Int64
        let value: Value
        let byteCount: Int
        var wasUsed = true

        init(_ value: Value, _ number: Int64, _ byteCount: Int) {
            (self.value, self.number, self.byteCount) = (value, number, byteCount)
        }
    }

    private let mostBytes: Int
    private var byteCount = 0
    private var places: [Place?] = []
    private var empty: [Int] = []
    private var placeOf: [Int64: (place: Place, position: Int)] = [:]
    private var hand = 0

    /// What a place takes up, with its share of the tables.
    private static var overhead: Int { 120 + MemoryLayout<Value>.size }

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// The value with a number; nil when it was not kept.
    subscript(number: Int64) -> Value? {
        guard let place = placeOf[number]?.place else { return nil }
        place.wasUsed = true
        return place.value
    }

    /// Keeps a value, in place of any with its number.
    mutating func keep(_ value: Value, _ number: Int64, byteCount own: Int) {
        remove(number)
        let own = own + Self.overhead
        guard own <= mostBytes / 8 else { return }
        while byteCount + own > mostBytes { passOn() }
        let (place, position) = (Place(value, number, own), empty.popLast() ?? places.count)
        if position == places.count { places.append(place) } else { places[position] = place }
        placeOf[number] = (place, position)
        byteCount += own
    }

    private mutating func remove(_ number: Int64) {
        guard let (place, position) = placeOf.removeValue(forKey: number) else { return }
        byteCount -= place.byteCount
        places[position] = nil
        empty.append(position)
    }

    /// Moves the hand to the next place, and empties this one if its value was not used.
    private mutating func passOn() {
        if let place = places[hand] {
            if !place.wasUsed { remove(place.number) }
            place.wasUsed = false
        }
        hand = hand + 1 == places.count ? 0 : hand + 1
    }
}
