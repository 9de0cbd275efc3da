/// The leading bits of a search token, which values share that are equal up to a separator.
///
/// A value is cut behind each `/`, `:` and `.` that follows a byte which is none of them. So whatever begins
/// with a text has the cuts of that text. Each of the first three beginnings that end at a cut gives the
/// token some bits; the bits of a beginning that a value does not have stay those of the whole value.
struct Beginnings {
    private let known: UInt64
    private let mask: UInt64

    /// Takes the message of a search token, in which the value begins at `start`.
    init(_ message: [UInt8], from start: Int, _ key: borrowing SealingKey) {
        (known, mask) = message.withRawBytes { bytes in
            var (known, mask, level, isInside) = (UInt64(0), UInt64(0), 0, false)
            for place in start..<message.count where level < 3 {
                let isSeparator = Self.isSeparator(message[place])
                if isSeparator, isInside {
                    let places = Self.places(level)
                    known |= key.authenticator(bytes.extracting(0..<(place + 1))).high & places
                    mask |= places
                    level += 1
                }
                isInside = !isSeparator
            }
            return (known, mask)
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x2e || byte == 0x2f || byte == 0x3a }

    /// The places of a beginning's bits in the first half of a token.
    ///
    /// The first beginning is told apart from those of the whole store, each other one from those that share
    /// the one before it.
    private static func places(_ level: Int) -> UInt64 {
        switch level {
        case 0: 0xffff_ff00_0000_0000
        case 1: 0x0000_00ff_fff0_0000
        default: 0x0000_0000_000f_ffff
        }
    }

    /// True if there is none.
    var isEmpty: Bool { mask == 0 }

    /// The first half of a token, with the bits of the beginnings in their places.
    func replacingBits(of half: UInt64) -> UInt64 { half & ~mask | known }
}
