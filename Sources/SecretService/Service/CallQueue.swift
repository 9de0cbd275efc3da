/// The calls that wait, of which each program has one served in turn, however many another one sends.
///
/// Whoever sends more than fits is refused, so that what waits has a bound.
struct CallQueue<Call> {
    private struct Line {
        var calls: [(call: Call, byteCount: Int)] = []
        /// The number of those at the beginning that were served.
        var served = 0
        var byteCount = 0
        /// True from a refusal until one of the calls is served.
        var isFull = false
    }

    private var lines: [String: Line] = [:]
    /// The programs of which calls wait, the next one first.
    private var turns: [String] = []
    private var byteCount = 0

    /// The most calls of one program: whoever reads ten thousand items at once means no harm.
    private static var mostCalls: Int { 1 << 15 }
    /// The most bytes of the calls of one program, if it has more than one, and of all.
    private static var most: (ofOne: Int, ofAll: Int) { (1 << 23, 1 << 26) }

    var isEmpty: Bool { turns.isEmpty }

    private static var refusal: BusError { .tooMany("too many calls wait already") }

    /// Refuses a program whose last call was one too many, before anybody looks at its next one.
    ///
    /// To refuse has to cost less than to ask: whoever is behind a flood waits until it was taken.
    func requireRoom(for client: String) throws(BusError) {
        guard lines[client]?.isFull != true else { throw Self.refusal }
    }

    mutating func add(_ call: Call, of client: String, byteCount count: Int) throws(BusError) {
        var line = lines[client] ?? Line()
        let isFirst = line.calls.isEmpty
        guard line.calls.count < Self.mostCalls, isFirst || line.byteCount + count <= Self.most.ofOne,
            byteCount + count <= Self.most.ofAll
        else {
            if !isFirst { lines[client]?.isFull = true }
            throw Self.refusal
        }
        lines[client] = nil  // So that it is changed in its place.
        line.calls.append((call, count))
        line.byteCount += count
        lines[client] = line
        byteCount += count
        if isFirst { turns.append(client) }
    }

    mutating func next() -> Call? {
        guard let client = turns.first, var line = lines.removeValue(forKey: client) else { return nil }
        turns.removeFirst()
        let (call, count) = line.calls[line.served]
        line.served += 1
        line.isFull = false
        line.byteCount -= count
        byteCount -= count
        guard line.served < line.calls.count else { return call }
        if line.served >= 1_024 {
            line.calls.removeFirst(line.served)
            line.served = 0
        }
        lines[client] = line
        turns.append(client)
        return call
    }

    /// Takes out the calls of a program that is gone.
    mutating func forget(_ client: String) -> [Call] {
        guard let line = lines.removeValue(forKey: client) else { return [] }
        byteCount -= line.byteCount
        turns.removeAll { $0 == client }
        return line.calls.dropFirst(line.served).map(\.call)
    }
}
