public import FoundationEssentials
public import SecureStore

/// The public half of a key: it verifies, encrypts, and is one side of an agreement.
///
/// It was checked when it was made: a point lies on its NIST curve, a modulus has a size and an exponent that
/// make sense, and a point of Ed25519 is none under which anybody can sign.
public struct PublicKey: Sendable {
    /// The algorithm and the size.
    public let kind: KeyKind
    /// PKCS#1, X9.63, or the 32 bytes.
    let bytes: [UInt8]
    let handle: KeyHandle

    /// The bytes as Apple's calls give them: PKCS#1 for RSA, X9.63 for curves, else the 32 bytes themselves.
    public var externalRepresentation: Data { Data(bytes) }

    /// Reads X9.63: a four, and two coordinates.
    ///
    /// The length tells which curve is meant.
    ///
    /// Throws `StoreStatus.decode` for a point that does not lie on it.
    public init(x963 bytes: some Collection<UInt8>) throws(StoreError) {
        guard let curve = Curve.allCases.first(where: { $0.pointByteCount == bytes.count }) else {
            throw StoreError(
                .unknownFormat,
                "\(bytes.count) bytes are no point of a curve that is known; give 65, 97 or 133 bytes")
        }
        try self.init(Array(bytes), on: curve)
    }

    /// Reads the 32 bytes of a key of Ed25519 or X25519.
    ///
    /// Throws `StoreStatus.decode` for another length or kind, and for a point of Ed25519 under which anybody
    /// can sign.
    public init(rawRepresentation bytes: some Collection<UInt8>, _ kind: KeyKind) throws(StoreError) {
        guard let raw = kind.raw, bytes.count == raw.byteCount else {
            throw StoreError(
                .decode,
                "\(bytes.count) bytes are no public key of this kind; give the 32 bytes of one of Ed25519 or X25519"
            )
        }
        guard !raw.isWeak(Array(bytes)) else {
            throw StoreError(.decode, "under this public key anybody can sign; ask for another key")
        }
        self.bytes = Array(bytes)
        self.kind = kind
        let all = try SecretBytes(copying: self.bytes)
        let part = KeyParameter.octets(KeyParameter.point, 0..<all.count)
        handle = try .make(kind.name, [part], of: all, isPrivate: false)
    }

    init(_ point: [UInt8], on curve: Curve) throws(StoreError) {
        guard let point = CurvePoint.normalized(point, on: curve) else {
            throw StoreError(.decode, "the point does not lie on the curve; \(InputLimits.anotherCopy)")
        }
        (bytes, kind) = (point, KeyKind(curve))
        let parts: [KeyParameter] = [
            .text(KeyParameter.group, curve.name), .octets(KeyParameter.point, 0..<point.count),
        ]
        let all = try SecretBytes(copying: point)
        handle = try .make(kind.name, parts, of: all, isPrivate: false)
    }

    /// Reads a sequence of modulus and exponent, with nothing behind it.
    init(pkcs1 bytes: SecretBytes, _ range: Range<Int>) throws(StoreError) {
        var reader = try SecretReader(bytes, range).content()
        let (modulus, exponent) = (try reader.number(), try reader.number())
        try reader.finish()
        kind = try Self.rsa(modulus, exponent, in: bytes)
        self.bytes = reader.copy(range)
        let parts: [KeyParameter] = [
            .number(KeyParameter.modulus, modulus), .number(KeyParameter.publicExponent, exponent),
        ]
        handle = try .make(kind.name, parts, of: bytes, isPrivate: false)
    }

    /// The kind of an RSA key with these numbers, or the reason why it is none that is used.
    static func rsa(
        _ modulus: Range<Int>, _ exponent: Range<Int>, in bytes: SecretBytes
    ) throws(StoreError) -> KeyKind {
        let (first, isOdd) = bytes.withSpan { span in
            (modulus.first.map { span[$0] } ?? 0, modulus.last.map { span[$0] & 1 == 1 } ?? false)
        }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard 512...16_384 ~= bits, isOdd else {
            throw StoreError(
                .decode, "the modulus of \(bits) bits is even, or not of 512 to 16384 bits; take another key"
            )
        }
        let value = bytes.withSpan { span in
            exponent.count <= 8 ? exponent.reduce(UInt64(0)) { $0 << 8 | UInt64(span[$1]) } : 0
        }
        guard value >= 3, value & 1 == 1 else {
            throw StoreError(
                .decode, "the public exponent is even, one, or longer than 64 bits; take another key")
        }
        return .rsa(bits)
    }
}

// MARK: - Hashable

extension PublicKey: Hashable {
    /// Equal when they are keys of one kind with the same bytes.
    public static func == (first: Self, second: Self) -> Bool {
        first.kind == second.kind && first.bytes == second.bytes
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(bytes)
    }
}

extension PublicKey {
    /// Reads SubjectPublicKeyInfo, as certificates have it, or the PKCS#1 form of an RSA key.
    ///
    /// Throws `StoreStatus.decode` for anything else, and `StoreStatus.unimplemented` for keys of other
    /// algorithms.
    public init(der: some Collection<UInt8>) throws(StoreError) {
        try InputLimits.check(der.count, "a key")
        let bytes = try SecretBytes(copying: der)
        var reader = try SecretReader(bytes).content()
        guard reader.nextTag == DER.sequence else {
            try self.init(pkcs1: bytes, 0..<bytes.count)
            return
        }
        let algorithm = try KeyAlgorithm.read(try reader.enter())
        let key = try reader.bits()
        try reader.finish()
        switch algorithm {
        case .rsa: try self.init(pkcs1: bytes, key)
        case .curve(let curve): try self.init(reader.copy(key), on: curve)
        case .raw(let raw): try self.init(rawRepresentation: reader.copy(key), KeyKind(raw))
        }
    }

    /// Reads the first block of a PEM text, `PUBLIC KEY` or `RSA PUBLIC KEY`.
    ///
    /// Throws `StoreStatus.unknownFormat` when the text has another one, or none.
    public init(pem: some Collection<UInt8>) throws(StoreError) {
        try InputLimits.check(pem.count, "a key")
        let block = try SecretPEM.blocks(in: try SecretBytes(copying: pem))[0]
        guard ["PUBLIC KEY", "RSA PUBLIC KEY"].contains(block.label) else {
            throw StoreError(
                .unknownFormat,
                "the PEM text has no public key at its beginning; give one with a line \"PUBLIC KEY\"")
        }
        try self.init(der: block.content.withBytes { Array($0) })
    }

    /// The encoding as SubjectPublicKeyInfo.
    ///
    /// Certificates have it in this form. Throws only if memory runs out.
    public var der: Data {
        get throws(StoreError) { Data(try encoding.encodedPublicly()) }
    }

    /// The same as a PEM text.
    ///
    /// It has the label `PUBLIC KEY`. Throws only if memory runs out.
    public var pem: String {
        get throws(StoreError) { try SecretPEM.text("PUBLIC KEY", try encoding.encoded()).text() }
    }

    private var encoding: SecretDER { .sequence([KeyAlgorithm.write(kind), .bits(bytes)]) }

    /// The encoding of OpenSSH: the name of the algorithm and its numbers, each with its length in front.
    var openSSH: [UInt8] {
        get throws(StoreError) {
            let name: String
            var parts: [[UInt8]] = []
            switch kind.algorithm {
            case .rsa:
                name = "ssh-rsa"
                var reader = try ByteReader(bytes).content()
                // The content of an integer is the same here and in DER.
                for _ in 0..<2 { parts.insert(reader.copy(try reader.next(DER.integer)), at: 0) }
            case .curve(let curve):
                (name, parts) = ("ecdsa-sha2-" + curve.openSSHName, [Array(curve.openSSHName.utf8), bytes])
            case .raw(let raw):
                guard let own = raw.openSSHName else {
                    throw StoreError(
                        .unimplemented, "OpenSSH has no keys of \(raw.name); take one of Ed25519")
                }
                (name, parts) = (own, [bytes])
            }
            return ([Array(name.utf8)] + parts).flatMap { part in
                (0..<4).map { UInt8(truncatingIfNeeded: part.count >> (24 - 8 * $0)) } + part
            }
        }
    }
}
