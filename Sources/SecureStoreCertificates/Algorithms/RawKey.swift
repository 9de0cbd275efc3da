internal import SecureStore

/// An algorithm whose keys are bytes and nothing else: what everything else asks about it.
///
/// Another one takes six edits:
/// 1. its number in `KeyType` of the core,
/// 2. its constant in ``KeyKind``, which holds its row,
/// 3. the name of the constant in `KeyKind.raw`,
/// 4. a constant of ``SignatureAlgorithm``, if it signs,
/// 5. and 6. Apple's name for its signature in `SecKeyAlgorithm`: the constant, and a row of the table.
///
/// Another curve is a case of ``Curve`` with its row, and a constant of ``KeyKind``.
struct RawKey: Sendable {
    let type: KeyType
    let name: StaticString
    let identifier: [UInt8]
    /// The bytes of either half.
    let byteCount: Int
    var openSSHName: String?
    /// True for keys that sign, false for those that agree: its keys do one thing.
    let signs: Bool
    /// Tells public keys under which anybody can sign.
    var isWeak: @Sendable ([UInt8]) -> Bool = { _ in false }
}

// MARK: - Hashable

extension RawKey: Hashable {
    static func == (first: Self, second: Self) -> Bool { first.type == second.type }

    func hash(into hasher: inout Hasher) { hasher.combine(type) }
}

/// Points of Ed25519 that are no keys: eight times each of them is zero.
///
/// RFC 8032 lets them be, and so does libcrypto, but under such a key one signature is good for many
/// messages, and it takes no private key to make it.
enum SmallOrderPoint {
    /// True if a public key is one of them, in whichever of its encodings.
    static func isEncoded(by bytes: [UInt8]) -> Bool {
        // The highest bit is the sign of the other coordinate, which does not change the order.
        all.contains(bytes.dropLast() + [bytes.last.map { $0 & 0x7f } ?? 0])
    }

    /// By the second coordinate, lowest byte first; zero and one also with the prime added to them.
    private static let all: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [0xee] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ]
}
