import SecureStore

@testable import SecureStoreFleet

/// Random bytes.
func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}

/// A change of random bytes with these rows.
func change(
    _ number: UInt64, rows: [(Int64, [UInt8]?)] = [], keys: [UInt8]? = nil, handover: [UInt8]? = nil,
    keysVersion: Int64 = 1
) -> OutgoingChange {
    OutgoingChange(
        state: KeptState(number: number, keysVersion: keysVersion, box: random(100)), link: random(32),
        keys: keys,
        handover: handover
    ) { (body) throws(StoreError) in
        for (row, content) in rows { try body(row, content) }
    }
}

/// Adds the next change of a fleet, and returns its number.
@discardableResult func addChange(
    to fleet: FleetServer, rows: [(Int64, [UInt8]?)] = []
) throws(StoreError) -> UInt64 {
    try fleet.takingTurn { (turn) throws(StoreError) in
        let number = try turn.newest().number + 1
        try turn.keep(change(number, rows: rows))
        return number
    }
}
