internal import SecureStore

/// A DER encoding to be, written once, into memory that is erased.
indirect enum SecretDER {
    case element(UInt8, [SecretDER])
    case literal([UInt8])
    case secret(SecretBytes, Range<Int>)

    static func sequence(_ parts: [SecretDER]) -> SecretDER { .element(DER.sequence, parts) }

    static func octets(_ parts: [SecretDER]) -> SecretDER { .element(DER.octetString, parts) }

    static func bits(_ content: [UInt8]) -> SecretDER {
        .element(DER.bitString, [.literal([0] + content)])
    }

    static func identifier(_ content: [UInt8]) -> SecretDER {
        .element(DER.objectIdentifier, [.literal(content)])
    }

    /// A number that is public, from its bytes, most significant first.
    static func number(_ bytes: [UInt8]) -> SecretDER {
        let significant = bytes.drop { $0 == 0 }
        let sign: [UInt8] = significant.first ?? 0x80 < 0x80 ? [] : [0]
        return .element(DER.integer, [.literal(sign + significant)])
    }

    /// A number that is secret, from its bytes, most significant first.
    static func number(_ bytes: SecretBytes) -> SecretDER {
        let (zeros, first) = bytes.withSpan { span in
            let zeros = span.indices.first { span[$0] != 0 } ?? span.count
            return (zeros, zeros < span.count ? span[zeros] : 0x80)
        }
        let sign: [SecretDER] = first < 0x80 ? [] : [.literal([0])]
        return .element(DER.integer, sign + [.secret(bytes, zeros..<bytes.count)])
    }

    var byteCount: Int {
        switch self {
        case .element(_, let parts):
            let content = parts.byteCount
            return 1 + DER.length(content).count + content
        case .literal(let bytes): return bytes.count
        case .secret(_, let range): return range.count
        }
    }

    private func write(to target: inout MutableRawSpan, at place: inout Int) {
        switch self {
        case .element(let tag, let parts):
            SecretDER.literal([tag] + DER.length(parts.byteCount)).write(to: &target, at: &place)
            for part in parts { part.write(to: &target, at: &place) }
        case .literal(let bytes): target.put(bytes, at: &place)
        case .secret(let bytes, let range): bytes.withBytes { target.put($0[range], at: &place) }
        }
    }

    func encoded() throws(StoreError) -> SecretBytes { try Self.encode([self]) }

    private static func encode(_ parts: [SecretDER]) throws(StoreError) -> SecretBytes {
        try SecretBytes.opening(capacity: parts.byteCount) { target throws(StoreError) in
            var place = 0
            for part in parts { part.write(to: &target, at: &place) }
            return 0..<place
        }
    }

    /// The content alone, without tag and length in front of it.
    func content() throws(StoreError) -> SecretBytes {
        guard case .element(_, let parts) = self else { return try encoded() }
        return try Self.encode(parts)
    }

    /// The encoding of what is all public.
    func encodedPublicly() throws(StoreError) -> [UInt8] { try encoded().withBytes { Array($0) } }
}

extension [SecretDER] {
    var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}

extension MutableRawSpan {
    /// Writes bytes one after the other, and moves the place behind them.
    mutating func put(_ bytes: some Sequence<UInt8>, at place: inout Int) {
        for byte in bytes {
            storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
            place += 1
        }
    }
}
