internal import SecureStore

/// The tags of DER, and the lengths of its elements.
enum DER {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0c
    static let printableString: UInt8 = 0x13
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// The most elements within each other; certificates need less than ten.
    private static let maximumDepth = 32

    static func broken(_ what: String) -> StoreError {
        StoreError(.decode, "the encoding of the key: \(what); \(InputLimits.anotherCopy)")
    }

    /// True for one sequence in DER, if all that lies in it is DER too, and not too deep.
    static func isSequence(_ bytes: [UInt8]) -> Bool {
        var outer = ByteReader(bytes)
        guard let whole = outer.element(), whole.tag == sequence, outer.isAtEnd else { return false }
        var open = [ByteReader(bytes, whole.content)]
        while var reader = open.popLast() {
            guard !reader.isAtEnd else { continue }
            guard let element = reader.element() else { return false }
            open.append(reader)
            guard element.tag & 0x20 != 0 else { continue }
            // DER has no string in pieces: universal elements that are made of parts are sequences or sets.
            guard element.tag & 0xc0 != 0 || element.tag == sequence || element.tag == set,
                open.count < maximumDepth
            else { return false }
            open.append(ByteReader(bytes, element.content))
        }
        return true
    }

    static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
            .drop { $0 == 0 }
        return [0x80 | UInt8(bytes.count)] + bytes
    }

    static func encode(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        [tag] + length(content.count) + content
    }
}
