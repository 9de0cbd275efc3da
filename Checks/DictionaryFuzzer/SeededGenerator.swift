/// Random numbers that are the same in every run, so that a failure can be seen again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A copy with some of its bytes changed, moved, taken away or doubled.
    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            let end = min(bytes.count, place + Int.random(in: 1...64, using: &self))
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 1: bytes[place] = .random(in: .min ... .max, using: &self)
            case 2: for index in place..<end { bytes[index] = 0 }
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: for index in place..<end { bytes[index] = 0xff }
            }
        }
        return bytes
    }
}
