internal import SecureStore

/// The algorithm in the encoding of a key: an identifier, and what belongs to it.
enum KeyAlgorithm {
    private static let rsa: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
    private static let curve: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]

    /// Reads the content of an AlgorithmIdentifier.
    ///
    /// Throws `StoreStatus.unimplemented` for other algorithms, and for curves that are not named but written
    /// out.
    static func read(_ content: SecretReader) throws(StoreError) -> KeyKind.Algorithm {
        var reader = content
        let identifier = try reader.identifier()
        let algorithm: KeyKind.Algorithm
        if identifier == rsa {
            algorithm = .rsa
            // Some leave the parameters out.
            if !reader.isAtEnd, try !reader.next(DER.null).isEmpty {
                throw DER.broken("a null is not empty")
            }
        } else if identifier == curve {
            algorithm = .curve(try Self.named(&reader))
        } else if let kind = KeyKind.raw(where: { $0.identifier == identifier }) {
            algorithm = kind.algorithm
        } else {
            throw StoreError(
                .unimplemented,
                "only keys of RSA, NIST's curves, Ed25519 and X25519 are read; make one of these")
        }
        try reader.finish()
        return algorithm
    }

    static let curves =
        "of the curves only P-256, P-384 and P-521 are read, by their names; make a key on one"

    static func named(_ reader: inout SecretReader) throws(StoreError) -> Curve {
        guard reader.nextTag == DER.objectIdentifier else {
            throw StoreError(.unimplemented, Self.curves)
        }
        let identifier = try reader.identifier()
        guard let curve = Curve.allCases.first(where: { $0.identifier == identifier }) else {
            throw StoreError(.unimplemented, Self.curves)
        }
        return curve
    }

    static func write(_ kind: KeyKind) -> SecretDER {
        switch kind.algorithm {
        case .rsa: .sequence([.identifier(rsa), .literal([DER.null, 0])])
        case .curve(let curve): .sequence([.identifier(Self.curve), .identifier(curve.identifier)])
        case .raw(let raw): .sequence([.identifier(raw.identifier)])
        }
    }
}
