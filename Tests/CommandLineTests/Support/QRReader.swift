/// Reads a QR code of our kind without the code that made it: bytes, with the least error correction.
///
/// It corrects no errors, but checks that there are none.
struct QRReader {
    struct Unreadable: Error {
        let reason: String
    }

    /// Row by row.
    let rows: [[Bool]]
    private var size: Int { rows.count }
    private var version: Int { (size - 17) / 4 }

    /// Takes the code out of what a terminal shows, where each line stands for two rows.
    init(drawing: String) throws {
        var rows: [[Bool]] = []
        for line in drawing.split(separator: "\n") {
            guard line.hasPrefix("\u{1b}[30;107m"), line.hasSuffix("\u{1b}[0m") else {
                throw Unreadable(reason: "a line is not black on white")
            }
            let cells = line.dropFirst("\u{1b}[30;107m".count).dropLast("\u{1b}[0m".count)
            rows.append(cells.map { "█▀".contains($0) })
            rows.append(cells.map { "█▄".contains($0) })
        }
        let width = rows.first?.count ?? 0
        let sides = rows.map { Array($0.prefix(4) + $0.suffix(4)) }
        let margin = rows.prefix(4) + rows.dropFirst(width - 4) + sides
        guard margin.allSatisfy({ !$0.contains(true) }) else {
            throw Unreadable(reason: "the margin is not white")
        }
        self.rows = rows.dropFirst(4).prefix(width - 8).map { Array($0.dropFirst(4).dropLast(4)) }
    }

    /// What the code says.
    func message() throws -> [UInt8] {
        let format = (0..<8).map { rows[8][size - 1 - $0] } + (8..<15).map { rows[size - 15 + $0][8] }
        let bits = format.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) } ^ 0x5412
        guard bits >> 13 == 0b01 else { throw Unreadable(reason: "another level of error correction") }
        let all = bytes(mask: bits >> 10 & 7)
        let (checks, blocks) = Self.shapes[version] ?? (0, 1)
        let short = all.count / blocks - checks
        let firstLong = blocks - all.count % blocks
        var data: [UInt8] = []
        for block in 0..<blocks {
            var own = (0..<short).map { all[$0 * blocks + block] }
            if block >= firstLong { own.append(all[short * blocks + block - firstLong]) }
            let check = (0..<checks).map { all[all.count - (checks - $0) * blocks + block] }
            guard Self.isWhole(own + check, checks) else { throw Unreadable(reason: "a block has errors") }
            data += own
        }
        return try Self.text(of: data, lengthBytes: version < 10 ? 1 : 2)
    }

    /// Bytes that correct errors in each block, and blocks; for the versions that are tested.
    private static let shapes = [
        1: (7, 1), 2: (10, 1), 5: (26, 1), 6: (18, 2), 7: (20, 2), 9: (30, 2), 10: (18, 4), 14: (30, 4),
        22: (28, 9), 33: (30, 18),
    ]

    private static func text(of data: [UInt8], lengthBytes: Int) throws -> [UInt8] {
        let nibbles = data.flatMap { [$0 >> 4, $0 & 15] }
        guard nibbles[0] == 4 else { throw Unreadable(reason: "it is not made of bytes") }
        let bytes = stride(from: 1, to: nibbles.count - 1, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
        let count = bytes.prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes.dropFirst(lengthBytes).prefix(count))
    }

    // MARK: - Modules

    private func bytes(mask: Int) -> [UInt8] {
        var (bits, x, isUpward) = ([Bool](), size - 1, true)
        while x > 0 {
            if x == 6 { x -= 1 }
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for column in [x, x - 1] where !isFixed(column, y) {
                    bits.append(rows[y][column] != Self.isTurned(mask, row: y, column: column))
                }
            }
            (x, isUpward) = (x - 2, !isUpward)
        }
        return stride(from: 0, through: bits.count - 8, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    private func isFixed(_ x: Int, _ y: Int) -> Bool {
        let (far, high) = (size - 8, version >= 7)
        if x == 6 || y == 6 || x < 9 && y < 9 || x >= far && y < 9 || x < 9 && y >= far { return true }
        if high, x < 6 && y >= size - 11 || y < 6 && x >= size - 11 { return true }
        let places = Self.alignment[version] ?? []
        return places.contains { row in
            places.contains { column in
                abs(x - column) <= 2 && abs(y - row) <= 2
                    && ![(6, 6), (6, size - 7), (size - 7, 6)].contains { $0 == (column, row) }
            }
        }
    }

    /// From the table of the standard.
    private static let alignment = [
        2: [6, 18], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 9: [6, 26, 46], 10: [6, 28, 50],
        14: [6, 26, 46, 66], 22: [6, 26, 50, 74, 98], 33: [6, 30, 58, 86, 114, 142],
    ]

    private static func isTurned(_ mask: Int, row i: Int, column j: Int) -> Bool {
        let values = [
            (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i / 2 + j / 3) % 2, i * j % 2 + i * j % 3,
            (i * j % 2 + i * j % 3) % 2, ((i + j) % 2 + i * j % 3) % 2,
        ]
        return values[mask] == 0
    }

    // MARK: - Errors

    /// Whether the polynomial is zero at the first powers of two.
    private static func isWhole(_ block: [UInt8], _ checks: Int) -> Bool {
        var root = 1
        for _ in 0..<checks {
            guard block.reduce(0, { product($0, root) ^ Int($1) }) == 0 else { return false }
            root = product(root, 2)
        }
        return true
    }

    private static func product(_ first: Int, _ second: Int) -> Int {
        var (first, second, product) = (first, second, 0)
        while second > 0 {
            if second & 1 == 1 { product ^= first }
            first <<= 1
            if first > 255 { first ^= 285 }
            second >>= 1
        }
        return product
    }
}
