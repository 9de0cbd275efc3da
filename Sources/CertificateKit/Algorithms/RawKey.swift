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
    /// The number among the attributes of a key.
    let type: KeyType
    /// libcrypto's name.
    let name: StaticString
    /// The content of the object identifier.
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
