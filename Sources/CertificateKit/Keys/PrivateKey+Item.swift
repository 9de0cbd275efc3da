public import FoundationEssentials
public import SecureStore

extension PublicKey {
    /// The SHA-1 hash of ``externalRepresentation``, by which a certificate finds its key.
    public var applicationLabel: Data {
        get throws(StoreError) { Data(try HashFunction.sha1.hash(bytes)) }
    }

    /// The attributes of this half as an item of a store; its secret is ``externalRepresentation``.
    public func item(label: String? = nil, applicationTag: Data? = nil) throws(StoreError) -> KeyItem {
        try item(.public, label, applicationTag)
    }

    /// The attributes that Apple's keychain gives a key, with what it can do.
    fileprivate func item(
        _ keyClass: KeyClass, _ label: String?, _ applicationTag: Data?
    ) throws(StoreError) -> KeyItem {
        let named = KeyItem(
            keyClass: keyClass, type: kind.type, applicationLabel: try applicationLabel,
            applicationTag: applicationTag, sizeInBits: kind.sizeInBits, label: label)
        var attributes = named.attributes
        let (always, never): ([AttributeName], [AttributeName]) = (
            // Also of a public key: that is how Apple marks it.
            [.isPermanent, .isPrivate, .isModifiable, .isExtractable],
            [.isSensitive, .wasAlwaysSensitive, .wasNeverExtractable, .canSignRecover, .canVerifyRecover]
        )
        for name in always { try attributes.set(name, to: .number(1)) }
        for name in never { try attributes.set(name, to: .number(0)) }
        for (name, can) in kind.uses(of: keyClass) { try attributes.set(name, to: .number(can ? 1 : 0)) }
        return try KeyItem(attributes: attributes)
    }
}

extension PrivateKey {
    /// The attributes of this half as an item of a store.
    ///
    /// To store the key, call `add` of the store with the key itself.
    public func item(label: String? = nil, applicationTag: Data? = nil) throws(StoreError) -> KeyItem {
        var item = try publicKey.item(.private, label, applicationTag)
        if !isExtractable { item.isExtractable = false }
        return item
    }
}

extension KeyKind {
    /// The uses of a key: those that Apple marks for RSA and NIST's curves, the true ones for others.
    fileprivate func uses(of keyClass: KeyClass) -> [(AttributeName, Bool)] {
        let isPrivate = keyClass == .private
        let (doesAll, isRSA) = (raw == nil, algorithm == .rsa)
        let (signs, agrees) = (raw?.signs ?? true, isRSA || self.agrees)
        return [
            (.canEncrypt, doesAll && !isPrivate), (.canDecrypt, doesAll && isPrivate),
            (.canDerive, agrees && (isPrivate || isRSA)),
            (.canSign, signs && isPrivate), (.canVerify, signs && !isPrivate),
            (.canWrap, doesAll && !isPrivate), (.canUnwrap, doesAll && isPrivate),
        ]
    }
}
