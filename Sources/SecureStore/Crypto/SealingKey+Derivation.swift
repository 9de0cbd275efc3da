extension SealingKey {
    /// Derives another key from this one, which reveals nothing about this one.
    ///
    /// BLAKE2b-256 with this key, over the purpose, a zero byte and the context, which may be secret.
    func derive(_ purpose: String, _ context: RawSpan) throws(StoreError) -> SealingKey {
        try requireUsable()
        let message = try labelled(purpose, context)
        return try unsafe SealingKey { output in
            withBytes { key in message.withBytes { unsafe blake2b($0, key: key, into: output) } }
        }
    }

    /// 32 bytes that only this key gives, to be stored beside what it seals, so that a wrong key is noticed.
    ///
    /// They are not secret, and the context must not be either. This is the same function as
    /// ``derive(_:_:)``, so a purpose must be used for one of the two only; otherwise the commitment would be
    /// the key.
    func commitment(_ purpose: String, _ context: [UInt8]) -> [UInt8] {
        let message = labelled(purpose, context)
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { output, count in
            count = Self.byteCount
            let output = UnsafeMutableRawBufferPointer(output.extracting(0..<count))
            erasingStack {
                withBytes { key in unsafe blake2b(message.span.bytes, key: key, into: output) }
            }
        }
    }

    /// A keyed hash of sixteen bytes, used as a token to look up the message.
    ///
    /// Allocates nothing.
    func hash16(_ message: [UInt8]) -> Bytes16 {
        var words = (UInt64(0), UInt64(0))
        unsafe withUnsafeMutableBytes(of: &words) { output in
            withBytes { key in unsafe blake2b(message.span.bytes, key: key, into: output) }
        }
        return Bytes16(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// Sixteen bytes that only holders of the key can compute: SipHash-2-4 with the first half of the key.
    ///
    /// It is several times as fast as BLAKE2b, for messages that need a new digest at every change.
    func authenticator(_ message: RawSpan) -> Bytes16 {
        var words = (UInt64(0), UInt64(0))
        unsafe withUnsafeMutableBytes(of: &words) { output in
            withBytes { key in unsafe sipHash(message, key: key.extracting(first: 16), into: output) }
        }
        return Bytes16(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// A keyed hash of 64 bytes, used as an element of an authenticated set.
    ///
    /// Allocates nothing.
    func hash64(_ message: RawSpan) -> MultisetHash.Element {
        var words = SIMD8<UInt64>()
        unsafe withUnsafeMutableBytes(of: &words) { output in
            withBytes { key in unsafe blake2b(message, key: key, into: output) }
        }
        return MultisetHash.Element(littleEndian: words)
    }
}
