internal import SecureStore

/// What the encodings of keys say of the algorithm: an identifier, and what belongs to it.
enum KeyAlgorithm {
    private static let rsa: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
    private static let curve: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
    private static let x25519: [UInt8] = [0x2b, 0x65, 0x6e]
    private static let ed25519: [UInt8] = [0x2b, 0x65, 0x70]

    /// Reads the content of an AlgorithmIdentifier.
    ///
    /// Throws `Status.unimplemented` for other algorithms, and for curves that are not named but written out.
    static func read(_ content: SecretDERReader) throws(StoreError) -> KeyKind.Algorithm {
        var reader = content
        let algorithm: KeyKind.Algorithm
        switch try reader.identifier() {
        case rsa:
            algorithm = .rsa
            // Some leave the parameters out.
            if !reader.isAtEnd, try !reader.next(SecretDERReader.null).isEmpty {
                throw SecretDERReader.broken("a null is not empty")
            }
        case curve: algorithm = .curve(try Self.named(&reader))
        case ed25519: algorithm = .ed25519
        case x25519: algorithm = .x25519
        default:
            throw StoreError(.unimplemented, "only keys of RSA, NIST's curves, Ed25519 and X25519 are read")
        }
        try reader.finish()
        return algorithm
    }

    /// Reads the name of a curve.
    static func named(_ reader: inout SecretDERReader) throws(StoreError) -> Curve {
        guard reader.nextTag == SecretDERReader.objectIdentifier else {
            throw StoreError(.unimplemented, "only curves that are named are read")
        }
        let identifier = try reader.identifier()
        guard let curve = Curve.allCases.first(where: { $0.identifier == identifier }) else {
            throw StoreError(.unimplemented, "of the curves only P-256, P-384 and P-521 are read")
        }
        return curve
    }

    /// The AlgorithmIdentifier.
    static func write(_ kind: KeyKind) -> SecretDER {
        switch kind.algorithm {
        case .rsa: .sequence([.identifier(rsa), .literal([SecretDERReader.null, 0])])
        case .curve(let curve): .sequence([.identifier(Self.curve), .identifier(curve.identifier)])
        case .ed25519: .sequence([.identifier(ed25519)])
        case .x25519: .sequence([.identifier(x25519)])
        }
    }
}
