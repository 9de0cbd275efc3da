#if !canImport(Darwin)

/// SHA-1, for the names that Apple's systems give to keys: it protects nothing here.
enum SHA1 {
    /// The twenty bytes for a message.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        let padded = padding(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            mix(padded[start..<start + 64], into: &state)
        }
        return state.flatMap { bytes(of: UInt64($0)).suffix(4) }
    }

    /// The message, a one, zeros to the end of a block but for eight bytes, and in these the number of bits.
    private static func padding(_ message: [UInt8]) -> [UInt8] {
        let zeros = (119 - message.count % 64) % 64
        return message + [0x80] + [UInt8](repeating: 0, count: zeros) + bytes(of: UInt64(message.count) * 8)
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(
                rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (choice, constant): (UInt32, UInt32)
            switch index {
            case ..<20: (choice, constant) = ((b & c) | (~b & d), 0x5a82_7999)
            case ..<40: (choice, constant) = (b ^ c ^ d, 0x6ed9_eba1)
            case ..<60: (choice, constant) = ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
            default: (choice, constant) = (b ^ c ^ d, 0xca62_c1d6)
            }
            (a, b, c, d, e) = (rotate(a, 5) &+ choice &+ e &+ constant &+ word, a, rotate(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}

#endif
