public import FoundationEssentials
public import SecureStore

extension ItemAccess where Self: ~Copyable {
    /// Adds a private key with all its attributes.
    ///
    /// A key that is not extractable signs, decrypts and agrees when it is read again, but its calls do not
    /// give out its bytes. The item's secret stays open to everybody who can open the store. Throws
    /// `StoreStatus.duplicateItem` if the access group has a private key with the same hash and the same tag.
    @discardableResult
    public func add(
        _ key: PrivateKey, label: String? = nil, applicationTag: Data? = nil, isExtractable: Bool = true
    ) throws(StoreError) -> ItemReference {
        var item = try key.item(label: label, applicationTag: applicationTag)
        if !isExtractable { item.isExtractable = false }
        return try add(item, secret: try key.bytesForStore())
    }

    /// Adds a public key with all its attributes.
    ///
    /// Throws `StoreStatus.duplicateItem` if the access group has a public key with the same hash and the
    /// same tag.
    @discardableResult
    public func add(
        _ key: PublicKey, label: String? = nil, applicationTag: Data? = nil
    ) throws(StoreError) -> ItemReference {
        try add(
            try key.item(label: label, applicationTag: applicationTag),
            secret: try SecretBytes(copying: key.externalRepresentation))
    }
}

extension ItemReading where Self: ~Copyable {
    /// The oldest private key that matches; nil if none does.
    ///
    /// Throws `StoreStatus.decode` if its bytes are no key of its type.
    public func privateKey(_ query: Query<KeyItem>) throws(StoreError) -> PrivateKey? {
        try first(query.where(.keyClass, equals: .private))?.privateKey()
    }

    /// The oldest public key that matches; nil if none does.
    ///
    /// Throws `StoreStatus.decode` if its bytes are no key of its type.
    public func publicKey(_ query: Query<KeyItem>) throws(StoreError) -> PublicKey? {
        try first(query.where(.keyClass, equals: .public))?.publicKey()
    }
}

extension ItemMatch<KeyItem> {
    /// The private key that was found, in whichever form it was stored.
    ///
    /// Throws as ``SecureStore/KeyItem/privateKey(_:)``, and `StoreStatus.param` after a call for attributes
    /// alone.
    public func privateKey() throws(StoreError) -> PrivateKey { try item.privateKey(try bytes()) }

    /// The public key that was found.
    ///
    /// Throws as ``privateKey()`` does.
    public func publicKey() throws(StoreError) -> PublicKey { try item.publicKey(try bytes()) }

    private func bytes() throws(StoreError) -> SecretBytes {
        guard let secret else {
            throw StoreError(.param, "the key was found without its bytes: ask for secrets")
        }
        return secret
    }
}

extension KeyItem {
    /// The private key that has these attributes and bytes, in whichever form the bytes are.
    ///
    /// Throws `StoreStatus.decode` if they are no private key of the item's type, and `StoreStatus.param` if
    /// the item is no private key.
    public func privateKey(_ bytes: SecretBytes) throws(StoreError) -> PrivateKey {
        try check(.private)
        let curveSizes = Curve.allCases.map { $0.pointByteCount + $0.byteCount }
        var key: PrivateKey
        if type == .ecSECPrimeRandom, curveSizes.contains(bytes.count) {
            key = try PrivateKey(x963: bytes)
        } else if let kind = rawKind(of: bytes.count) {
            key = try PrivateKey(rawRepresentation: bytes, kind)
        } else {
            do throws(StoreError) { key = try PrivateKey(der: bytes) } catch { throw error.ofStoredBytes }
        }
        try check(key.kind)
        key.isExtractable = isExtractable ?? true
        return key
    }

    /// The public key that has these attributes and bytes, in whichever form the bytes are.
    ///
    /// Throws as ``privateKey(_:)`` does.
    public func publicKey(_ secret: SecretBytes) throws(StoreError) -> PublicKey {
        try check(.public)
        let bytes = secret.withBytes { Array($0) }
        let key: PublicKey
        if type == .ecSECPrimeRandom, Curve.allCases.contains(where: { $0.pointByteCount == bytes.count }) {
            key = try PublicKey(x963: bytes)
        } else if let kind = rawKind(of: bytes.count) {
            key = try PublicKey(rawRepresentation: bytes, kind)
        } else {
            do throws(StoreError) { key = try PublicKey(der: bytes) } catch { throw error.ofStoredBytes }
        }
        try check(key.kind)
        return key
    }

    /// The kind of the item's type, where its keys are so many bytes and nothing else.
    private func rawKind(of byteCount: Int) -> KeyKind? {
        KeyKind.raw { $0.type == type && $0.byteCount == byteCount }
    }

    private func check(_ keyClass: KeyClass) throws(StoreError) {
        guard self.keyClass == keyClass else {
            throw StoreError(
                .param,
                "the item is the other half of a pair, or a symmetric key; search for keyClass and type")
        }
    }

    private func check(_ kind: KeyKind) throws(StoreError) {
        guard type == nil || type == kind.type else {
            throw StoreError(
                .decode,
                "the item's bytes are a key of another type than it says; delete it, and add the key again")
        }
    }
}

extension StoreError {
    /// The error for bytes that an item has and that are not what it says.
    var ofStoredBytes: StoreError {
        let isOfBytes = [.unknownFormat, .unimplemented, .passphraseRequired, .dataTooLarge].contains(status)
        return isOfBytes ? StoreError(.decode, reason) : self
    }
}

extension PublicKey {
    /// The SHA-1 hash of ``externalRepresentation``, by which a certificate finds its key.
    ///
    /// Throws only if libcrypto cannot hash.
    public var applicationLabel: Data {
        get throws(StoreError) { Data(try HashFunction.sha1.hash(bytes)) }
    }

    /// The attributes of this half as an item of a store; its secret is ``externalRepresentation``.
    ///
    /// Throws what ``applicationLabel`` throws.
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
    /// To store the key, call `add` of the store with the key itself. Throws what
    /// ``PublicKey/applicationLabel`` throws.
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
        let (doesAll, signs) = (raw == nil, raw?.signs ?? true)
        return [
            (.canEncrypt, doesAll && !isPrivate),
            (.canDecrypt, doesAll && isPrivate || algorithm == .rsa),
            (.canDerive, agrees && isPrivate),
            (.canSign, signs && isPrivate), (.canVerify, signs && !isPrivate),
            (.canWrap, doesAll && !isPrivate), (.canUnwrap, doesAll && isPrivate),
        ]
    }
}
