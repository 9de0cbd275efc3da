public import SecureStore

extension Identity {
    /// Signs a content; the certificate and its chain go along, all but the root, and the time.
    ///
    /// With `isDetached` the content stays apart. Throws `Status.param` for a key that does not sign messages, as those of
    /// Ed25519 and X25519 do not, and `Status.dataTooLarge` for more than ``SignedMessage/maximumByteCount`` bytes.
    public func signedMessage(
        _ content: some Collection<UInt8>, hash: HashFunction = .sha256, isDetached: Bool = false
    ) throws(StoreError) -> SignedMessage {
        try SignedMessage.requireSize(content.count)
        let above = chain.filter { $0.subject.der != $0.issuer.der }
        let der = SignedData.sign(
            Array(content), certificate.handle, key.handle, chain: above.map(\.handle), hash,
            isDetached: isDetached)
        guard let der else { throw StoreError(.param, "the key does not sign messages with this hash") }
        return try SignedMessage(der: der)
    }
}
