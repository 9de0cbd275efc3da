public import FoundationEssentials
public import SecureStore

extension PrivateKey {
    /// Signs a message, or its hash where the algorithm says so.
    ///
    /// Throws `StoreStatus.param` for an algorithm of another kind of key, or a hash of another length.
    public func sign(
        _ message: some Collection<UInt8>, _ algorithm: SignatureAlgorithm
    ) throws(StoreError) -> Data {
        let message = Array(message)
        guard let (digest, padding) = try algorithm.prepared(message, for: kind) else {
            return Data(try handle.sign(message: message))
        }
        let signature = try handle.sign(digest: digest, padding, algorithm.hash)
        guard case .ecdsa(.rfc4754) = algorithm.scheme, let curve = kind.curve else { return Data(signature) }
        return Data(try ECDSASignature.plain(signature, curve))
    }
}

extension PublicKey {
    /// Checks a signature over a message, or over its hash where the algorithm says so.
    ///
    /// Throws `StoreStatus.verifyFailed` for any signature that is not one, however broken, and
    /// `StoreStatus.param` for an algorithm of another kind of key, or a hash that is not as long as its
    /// hashes are.
    public func verify(
        _ signature: some Collection<UInt8>, of message: some Collection<UInt8>,
        _ algorithm: SignatureAlgorithm
    ) throws(StoreError) {
        guard try isValid(signature, of: message, algorithm) else {
            throw StoreError(
                .verifyFailed,
                "the signature is not one of this key over this message; check key, algorithm and message")
        }
    }

    /// True if a signature is one of this key over a message, or over its hash where the algorithm says so.
    ///
    /// Throws `StoreStatus.param` as ``verify(_:of:_:)`` does.
    public func isValid(
        _ signature: some Collection<UInt8>, of message: some Collection<UInt8>,
        _ algorithm: SignatureAlgorithm
    ) throws(StoreError) -> Bool {
        let (message, signature) = (Array(message), Array(signature))
        guard let (digest, padding) = try algorithm.prepared(message, for: kind) else {
            return handle.verify(signature, message: message)
        }
        guard case .ecdsa(.rfc4754) = algorithm.scheme, let curve = kind.curve else {
            return handle.verify(signature, digest: digest, padding, algorithm.hash)
        }
        guard let encoded = try ECDSASignature.encoded(signature, curve) else { return false }
        return handle.verify(encoded, digest: digest, padding, algorithm.hash)
    }
}

extension SignatureAlgorithm {
    /// True if keys of this kind sign and verify with it.
    public func isFor(_ kind: KeyKind) -> Bool {
        padding(for: kind) != nil || (scheme == .own(kind) && !isOverDigest)
    }

    /// The padding in libcrypto; nil for an algorithm that has none, and for keys of another kind.
    private func padding(for kind: KeyKind) -> KeyHandle.Padding? {
        switch (scheme, kind.algorithm) {
        case (.ecdsa, .curve): .curve
        case (.rsaPKCS1, .rsa): .pkcs1
        case (.rsaPSS, .rsa): .pss
        case (.rsaRaw, .rsa): .rsaRaw
        default: nil
        }
    }

    /// The bytes to sign, and their padding; nil where the key signs the message itself.
    fileprivate func prepared(
        _ message: [UInt8], for kind: KeyKind
    ) throws(StoreError) -> (digest: [UInt8], padding: KeyHandle.Padding)? {
        guard isFor(kind) else {
            throw StoreError(
                .param, "keys of this kind do not sign with the algorithm; choose one for keys of this kind")
        }
        guard let padding = padding(for: kind) else { return nil }
        guard let digest = try digest(message, kind) else {
            throw StoreError(
                .param,
                "\(message.count) bytes are not what the algorithm signs; give it a hash of its length, or the message"
            )
        }
        return (digest, padding)
    }

    /// The hash to sign, made or given; nil for bytes that cannot be one.
    private func digest(_ message: [UInt8], _ kind: KeyKind) throws(StoreError) -> [UInt8]? {
        if let hash {
            if !isOverDigest { return try hash.hash(message) }
            return message.count == hash.byteCount ? message : nil
        }
        // libcrypto pads and signs no bytes at all, and takes no such signature for valid.
        if scheme == .rsaPKCS1, message.isEmpty { return nil }
        guard scheme == .rsaRaw else { return message }
        let missing = (kind.sizeInBits + 7) / 8 - message.count
        return missing < 0 ? nil : [UInt8](repeating: 0, count: missing) + message
    }
}

/// The two forms of a signature of ECDSA, which are public.
private enum ECDSASignature {
    static func plain(_ encoded: [UInt8], _ curve: Curve) throws(StoreError) -> [UInt8] {
        var outer = ByteReader(encoded)
        var reader = try outer.enter()
        return padded(reader.copy(try reader.number()), curve)
            + padded(reader.copy(try reader.number()), curve)
    }

    private static func padded(_ number: [UInt8], _ curve: Curve) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, curve.byteCount - number.count)) + number
    }

    /// The form in DER; nil for bytes that are not as long as two numbers.
    static func encoded(_ plain: [UInt8], _ curve: Curve) throws(StoreError) -> [UInt8]? {
        guard plain.count == 2 * curve.byteCount else { return nil }
        let halves = [Array(plain[..<curve.byteCount]), Array(plain[curve.byteCount...])]
        return try SecretDER.sequence(halves.map { .number($0) }).encodedPublicly()
    }
}
