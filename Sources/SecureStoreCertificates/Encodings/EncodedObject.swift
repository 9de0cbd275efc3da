internal import FoundationEssentials

/// An object that is told from others by its encoding.
protocol EncodedObject: Hashable {
    var der: Data { get }
}

extension EncodedObject {
    /// Equal if the encoded bytes are.
    public static func == (first: Self, second: Self) -> Bool { first.der == second.der }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
