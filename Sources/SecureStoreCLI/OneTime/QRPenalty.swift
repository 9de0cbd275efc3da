import SecureStore

/// How hard a QR code is to read: of the eight masks the one with the least is taken.
struct QRPenalty {
    let modules: SecretBytes
    let size: Int

    var total: Int { lines + squares + balance }

    private func module(_ x: Int, _ y: Int) -> UInt8 { modules.withSpan { $0[y * size + x] } }

    /// Five or more alike in a line, and what looks like a finder pattern.
    private var lines: Int {
        var sum = 0
        for inRow in [true, false] {
            for line in 0..<size {
                var (run, last, window) = (0, UInt8(2), 0)
                for place in 0..<size {
                    let module = inRow ? module(place, line) : module(line, place)
                    run = module == last ? run + 1 : 1
                    last = module
                    sum += run == 5 ? 3 : run > 5 ? 1 : 0
                    window = (window << 1 | Int(module)) & 0x7ff
                    if place >= 10, [0b101_1101_0000, 0b000_0101_1101].contains(window) { sum += 40 }
                }
            }
        }
        return sum
    }

    /// Squares of four alike.
    private var squares: Int {
        var sum = 0
        for y in 0..<size - 1 {
            for x in 0..<size - 1 {
                let dark = module(x, y) + module(x + 1, y) + module(x, y + 1) + module(x + 1, y + 1)
                if dark == 0 || dark == 4 { sum += 3 }
            }
        }
        return sum
    }

    /// How far from half of the modules are dark.
    private var balance: Int {
        let dark = modules.withSpan { modules in modules.indices.reduce(0) { $0 + Int(modules[$1]) } }
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
