public import SecureStore

extension PrivateKey {
    /// What this key and another one's public half have in common: both sides get the same.
    ///
    /// Not a key by itself, since its bytes are not evenly random: ``sharedSecret(with:deriving:_:sharedInfo:)`` makes one.
    /// Throws `Status.param` for keys that do not agree, by their kind or because nothing secret would come of it.
    public func sharedSecret(with other: PublicKey) throws(StoreError) -> SecretBytes {
        guard kind == other.kind, kind.agrees else {
            throw StoreError(.param, "only two keys of one curve agree")
        }
        guard let secret = try handle.agree(with: other.handle) else {
            throw StoreError(.param, "the public key does not agree with any")
        }
        return secret
    }

    /// A key of so many bytes of what both have in common, made with the derivation of ANSI X9.63.
    ///
    /// `sharedInfo` is what both sides know, and what sets one use apart from another.
    public func sharedSecret(
        with other: PublicKey, deriving count: Int, _ hash: HashFunction,
        sharedInfo: some Collection<UInt8> = [UInt8]()
    ) throws(StoreError) -> SecretBytes {
        try hash.derive(count, from: try sharedSecret(with: other), Array(sharedInfo))
    }
}

extension KeyKind {
    /// Whether two keys of this kind have a secret in common.
    public var agrees: Bool { curve != nil || raw?.signs == false }
}
