import SecureStore

/// A QR code of some bytes, in memory that is erased.
struct QRCode {
    let size: Int
    /// Row by row, 1 for a dark module.
    private let modules: SecretBytes

    /// Throws for more bytes than a QR code can hold, which are 2,953.
    init(_ message: SecretBytes) throws {
        guard var layout = QRLayout(forBytes: message.count) else {
            throw CommandError.failure("\(message.count) bytes are too many for a QR code")
        }
        let bytes = try Self.interleaved(try Self.data(message, layout), layout)
        var best: (modules: SecretBytes, penalty: Int)?
        for mask in 0..<8 {
            layout.drawFormat(mask: mask)
            let modules = try Self.modules(bytes, layout, mask)
            let penalty = QRPenalty(modules: modules, size: layout.size).total
            if penalty < best?.penalty ?? .max { best = (modules, penalty) }
        }
        guard let best else { throw CommandError.failure("there is no mask for the QR code") }
        (size, modules) = (layout.size, best.modules)
    }

    func isDark(_ x: Int, _ y: Int) -> Bool {
        0..<size ~= x && 0..<size ~= y && modules.withSpan { $0[y * size + x] == 1 }
    }

    // MARK: - Bytes

    /// The message with its header and what fills the rest.
    private static func data(_ message: SecretBytes, _ layout: QRLayout) throws -> SecretBytes {
        try SecretBytes.filled(count: layout.dataCount) { target in
            var place = 0
            func append(_ value: Int, bits: Int, to target: inout MutableSpan<UInt8>) {
                for bit in (0..<bits).reversed() {
                    target[place / 8] |= UInt8(value >> bit & 1) << UInt8(7 - place % 8)
                    place += 1
                }
            }
            append(0b0100, bits: 4, to: &target)
            append(message.count, bits: layout.lengthBits, to: &target)
            message.withSpan { bytes in
                for index in bytes.indices { append(Int(bytes[index]), bits: 8, to: &target) }
            }
            // Up to four bits of zero, and zeros to the end of the byte, are there already.
            let end = (min(place + 4, 8 * layout.dataCount) + 7) / 8
            for index in end..<layout.dataCount {
                target[index] = (index - end).isMultiple(of: 2) ? 0xec : 0x11
            }
        }
    }

    /// The blocks with what corrects errors in them, a byte of each in turn.
    private static func interleaved(_ data: SecretBytes, _ layout: QRLayout) throws -> SecretBytes {
        let (blocks, checks) = (layout.blockCount, layout.checkCount)
        let short = layout.dataCount / blocks
        let firstLong = blocks - layout.dataCount % blocks
        let divisor = GaloisField.divisor(ofDegree: checks)
        return try SecretBytes.filled(count: layout.byteCount) { target in
            var start = 0
            for block in 0..<blocks {
                let count = short + (block < firstLong ? 0 : 1)
                for index in 0..<count {
                    let place = index < short ? index * blocks + block : short * blocks + block - firstLong
                    target[place] = data.withSpan { $0[start + index] }
                }
                // The remainder is worked out in its final place.
                let check = { (index: Int) in layout.dataCount + index * blocks + block }
                for index in 0..<count {
                    let factor = data.withSpan { $0[start + index] } ^ target[check(0)]
                    for term in 0..<checks {
                        let next = term + 1 < checks ? target[check(term + 1)] : 0
                        target[check(term)] = next ^ GaloisField.product(divisor[term], factor)
                    }
                }
                start += count
            }
        }
    }

    private static func modules(_ bytes: SecretBytes, _ layout: QRLayout, _ mask: Int) throws -> SecretBytes {
        try SecretBytes.filled(count: layout.size * layout.size) { target in
            for (place, isDark) in layout.modules.enumerated() where isDark == true { target[place] = 1 }
            for (index, place) in layout.path.enumerated() {
                // A few bits may be left over behind the last byte.
                let byte = index / 8 < bytes.count ? bytes.withSpan { $0[index / 8] } : 0
                let isTurned = QRLayout.turns(mask, place % layout.size, place / layout.size)
                target[place] = byte >> UInt8(7 - index % 8) & 1 ^ (isTurned ? 1 : 0)
            }
        }
    }

    // MARK: - Drawing

    private static let margin = 4

    /// The code for a terminal: black on white whatever its colours are, two rows of modules a line.
    func drawn() throws -> SecretBytes {
        var parts: [SecretBytes] = []
        for y in stride(from: -Self.margin, to: size + Self.margin, by: 2) {
            parts.append(try SecretBytes(text: "\u{1b}[30;107m"))
            parts.append(try line(y))
            parts.append(try SecretBytes(text: "\u{1b}[0m\n"))
        }
        return try .joined(parts)
    }

    private func line(_ y: Int) throws -> SecretBytes {
        var length = 0
        let bytes = try SecretBytes(count: 3 * (size + 2 * Self.margin)) { target in
            for x in -Self.margin..<size + Self.margin {
                let cell: String
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): cell = "█"
                case (true, false): cell = "▀"
                case (false, true): cell = "▄"
                case (false, false): cell = " "
                }
                for byte in cell.utf8 {
                    target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                    length += 1
                }
            }
        }
        return try bytes.part(0..<length)
    }
}

/// Arithmetic with bytes as polynomials modulo x^8 + x^4 + x^3 + x^2 + 1.
private enum GaloisField {
    static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var product = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11d
            product ^= Int(second >> UInt8(bit) & 1) * Int(first)
        }
        return UInt8(product)
    }

    /// The coefficients of (x - 1)(x - 2)(x - 4)..., without the first, which is 1.
    static func divisor(ofDegree degree: Int) -> [UInt8] {
        var (result, root) = (Array(repeating: UInt8(0), count: degree - 1) + [1], UInt8(1))
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root) ^ (index + 1 < degree ? result[index + 1] : 0)
            }
            root = product(root, 2)
        }
        return result
    }
}
