/// The parts of a QR code that do not depend on what it says: ISO/IEC 18004, model 2, with the least error correction,
/// as a screen loses nothing.
struct QRLayout {
    /// 1 to 40.
    let version: Int
    /// Modules on each side.
    let size: Int
    /// Row by row: whether a module is dark, or nil where the message stands.
    private(set) var modules: [Bool?]
    /// Where the bits of the message stand, in their order.
    private(set) var path: [Int] = []

    private static let checkCounts = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
        28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let blockCounts = [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
        8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ]

    /// Blocks that the message is divided into.
    var blockCount: Int { Self.blockCounts[version - 1] }
    /// Bytes of each block that correct errors.
    var checkCount: Int { Self.checkCounts[version - 1] }
    /// All bytes, those that correct errors included.
    var byteCount: Int { path.count / 8 }
    /// Bytes of the message, with its header.
    var dataCount: Int { byteCount - blockCount * checkCount }
    /// Bits of the number that says how long the message is.
    var lengthBits: Int { version < 10 ? 8 : 16 }

    /// The smallest one that has room for a message; nil when none has.
    init?(forBytes count: Int) {
        for version in 1...40 {
            self.init(version: version)
            if 4 + lengthBits + 8 * count <= 8 * dataCount { return }
        }
        return nil
    }

    init(version: Int) {
        (self.version, size) = (version, 17 + 4 * version)
        modules = Array(repeating: nil, count: size * size)
        drawTiming()
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        drawAlignment()
        drawVersion()
        drawFormat(mask: 0)
        path = messagePath
    }

    // MARK: - Fixed patterns

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard 0..<size ~= x, 0..<size ~= y else { return }
        modules[y * size + x] = isDark
    }

    private mutating func drawTiming() {
        for place in 0..<size {
            set(6, place, place.isMultiple(of: 2))
            set(place, 6, place.isMultiple(of: 2))
        }
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let distance = max(abs(dx), abs(dy))
                set(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment() {
        guard version > 1 else { return }
        let count = version / 7 + 2
        let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        let places = [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
        for y in places {
            for x in places where ![(6, 6), (6, size - 7), (size - 7, 6)].contains(where: { $0 == (x, y) }) {
                for dy in -2...2 { for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
            }
        }
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = version << 12 | Self.remainder(of: version << 12, by: 0x1f25)
        for place in 0..<18 {
            let (near, far) = (place / 3, size - 11 + place % 3)
            set(near, far, bits >> place & 1 == 1)
            set(far, near, bits >> place & 1 == 1)
        }
    }

    /// Says which mask is used, twice.
    mutating func drawFormat(mask: Int) {
        let data = 0b01 << 3 | mask
        let bits = (data << 10 | Self.remainder(of: data << 10, by: 0x537)) ^ 0x5412
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            switch place {
            case 0..<6: set(8, place, isDark)
            case 6, 7: set(8, place + 1, isDark)
            case 8: set(7, 8, isDark)
            default: set(14 - place, 8, isDark)
            }
            if place < 8 { set(size - 1 - place, 8, isDark) } else { set(8, size - 15 + place, isDark) }
        }
        set(8, size - 8, true)
    }

    /// What is left of a polynomial over single bits.
    private static func remainder(of value: Int, by divisor: Int) -> Int {
        var rest = value
        while rest.bitWidth - rest.leadingZeroBitCount >= divisor.bitWidth - divisor.leadingZeroBitCount {
            rest ^= divisor << (divisor.leadingZeroBitCount - rest.leadingZeroBitCount)
        }
        return rest
    }

    // MARK: - The message

    /// Up and down in columns of two from the right, past the column of the timing pattern.
    private var messagePath: [Int] {
        var path: [Int] = []
        var isUpward = true
        for right in Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1] {
            for row in 0..<size {
                let y = isUpward ? size - 1 - row : row
                for x in [right, right - 1] where modules[y * size + x] == nil { path.append(y * size + x) }
            }
            isUpward.toggle()
        }
        return path
    }

    /// Whether a mask turns the module at this place.
    static func turns(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
