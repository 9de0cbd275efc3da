enum Curve: Hashable, CaseIterable {
    case p256, p384, p521

    private typealias Row = (size: Int, name: StaticString, identifier: [UInt8])

    private var row: Row {
        switch self {
        case .p256: (256, "P-256", [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07])
        case .p384: (384, "P-384", [0x2b, 0x81, 0x04, 0x00, 0x22])
        case .p521: (521, "P-521", [0x2b, 0x81, 0x04, 0x00, 0x23])
        }
    }

    var sizeInBits: Int { row.size }
    var name: StaticString { row.name }
    var openSSHName: String { "nistp\(sizeInBits)" }
    var identifier: [UInt8] { row.identifier }

    /// The bytes of a coordinate, and of a private key.
    var byteCount: Int { (sizeInBits + 7) / 8 }

    /// The bytes of a point: a four, and two coordinates.
    var pointByteCount: Int { 1 + 2 * byteCount }
}
