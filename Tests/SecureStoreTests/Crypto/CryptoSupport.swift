@testable import SecureStore

extension [UInt8] {
    /// The bytes from `first` on, one more each, as the vectors of BLAKE2 count.
    static func counting(from first: UInt8 = 0, count: Int) -> [UInt8] {
        let round = (0...UInt8.max).map { first &+ $0 }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += round.prefix(count - bytes.count) }
        return bytes
    }

    /// Reads hexadecimal digits, of which the vectors consist.
    init(hexadecimal text: String) {
        let values = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        self = stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension RawSpan {
    var bytes: [UInt8] { array(at: 0, count: byteCount) ?? [] }
}

extension SealingKey {
    init(_ bytes: [UInt8]) throws(StoreError) {
        self = try bytes.withRawBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
    }

    /// A copy that a test can look at.
    var bytes: [UInt8] { withBytes { $0.bytes } }
}
