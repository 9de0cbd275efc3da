extension SealingKey {
    /// Another key, which this one determines and which tells nothing of this one.
    ///
    /// BLAKE2b-256 with this key, of the purpose, a zero byte and the context. The context may be secret.
    func derive(_ purpose: String, _ context: RawSpan) throws(StoreError) -> SealingKey {
        try requireUsable()
        let message = try labelled(purpose, context)
        return try unsafe SealingKey { output in
            withBytes { key in message.withBytes { unsafe blake2b($0, key: key, into: output) } }
        }
    }

    /// 32 bytes that only this key gives, to be kept beside what it seals: a wrong key is found out by them.
    ///
    /// No secret, and nor may the context be. The same function as ``derive(_:_:)``: a purpose must serve only
    /// one of the two, or the commitment would be the key.
    func commitment(_ purpose: String, _ context: RawSpan) -> [UInt8] {
        var message = Array(purpose.utf8)
        message.append(0)
        message.append(context)
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { output, count in
            count = Self.byteCount
            let output = UnsafeMutableRawBufferPointer(output.extracting(0..<count))
            erasingStack {
                withBytes { key in unsafe blake2b(message.span.bytes, key: key, into: output) }
            }
        }
    }

    /// Sixteen bytes that stand for the message, to those who have the key: a token to look it up by.
    ///
    /// Allocates nothing.
    func hash16(_ message: RawSpan) -> Bytes16 {
        var words = (UInt64(0), UInt64(0))
        unsafe withUnsafeMutableBytes(of: &words) { output in
            withBytes { key in unsafe blake2b(message, key: key, into: output) }
        }
        return Bytes16(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// Sixteen bytes that nobody without the key can give for the message: SipHash-2-4, with the first half of the key.
    ///
    /// Several times as fast as BLAKE2b. For messages of which every change costs a digest.
    func authenticator(_ message: RawSpan) -> Bytes16 {
        var words = (UInt64(0), UInt64(0))
        unsafe withUnsafeMutableBytes(of: &words) { output in
            withBytes { key in unsafe sipHash(message, key: key.extracting(first: 16), into: output) }
        }
        return Bytes16(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// 64 bytes that stand for the message, as a member of an authenticated set.
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
