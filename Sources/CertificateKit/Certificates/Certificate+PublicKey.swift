internal import SecureStore

extension Certificate {
    /// The public key, with which what its holder signed is verified.
    ///
    /// Throws `Status.unimplemented` for keys of other algorithms, and `Status.decode` for one that makes no sense.
    public var publicKey: PublicKey {
        get throws(StoreError) { try PublicKey(der: subjectPublicKeyInfo) }
    }
}
