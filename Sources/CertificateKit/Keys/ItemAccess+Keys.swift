public import FoundationEssentials
public import SecureStore

extension ItemAccess where Self: ~Copyable {
    /// Adds a private key with all its attributes.
    ///
    /// A key that is not extractable signs, decrypts and agrees when it is read again, but its calls do not
    /// give out its bytes. The item's secret stays open to everybody who can open the store. Throws
    /// `Status.duplicateItem` if the access group has a private key with the same hash and the same tag.
    @discardableResult
    public func add(
        _ key: PrivateKey, label: String? = nil, applicationTag: Data? = nil, isExtractable: Bool = true
    ) throws(StoreError) -> ItemReference {
        var item = try key.item(label: label, applicationTag: applicationTag)
        if !isExtractable { item.isExtractable = false }
        return try add(item, secret: try key.bytesForStore())
    }

    /// Adds a public key with all its attributes.
    @discardableResult
    public func add(
        _ key: PublicKey, label: String? = nil, applicationTag: Data? = nil
    ) throws(StoreError) -> ItemReference {
        try add(
            try key.item(label: label, applicationTag: applicationTag),
            secret: try SecretBytes(copying: key.externalRepresentation))
    }

    /// The oldest private key that matches; nil if none does.
    ///
    /// Throws `Status.decode` if its bytes are no key of its type.
    public func privateKey(_ query: Query<KeyItem>) throws(StoreError) -> PrivateKey? {
        try first(query.where(.keyClass, equals: .private))?.privateKey()
    }

    /// The oldest public key that matches; nil if none does.
    ///
    /// Throws `Status.decode` if its bytes are no key of its type.
    public func publicKey(_ query: Query<KeyItem>) throws(StoreError) -> PublicKey? {
        try first(query.where(.keyClass, equals: .public))?.publicKey()
    }
}

extension Match<KeyItem> {
    /// The private key that was found, in whichever form it was stored.
    ///
    /// Throws as ``SecureStore/KeyItem/privateKey(_:)``, and `Status.param` after a call for attributes
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
    /// Throws `Status.decode` if they are no private key of the item's type, and `Status.param` if the item
    /// is no private key.
    public func privateKey(_ bytes: SecretBytes) throws(StoreError) -> PrivateKey {
        try check(.private)
        let curveSizes = Curve.allCases.map { $0.pointByteCount + $0.byteCount }
        var key: PrivateKey
        if type == .ecSECPrimeRandom, curveSizes.contains(bytes.count) {
            key = try PrivateKey(x963: bytes)
        } else if let kind = rawKind(of: bytes.count) {
            key = try PrivateKey(rawRepresentation: bytes, kind)
        } else {
            key = try PrivateKey(der: bytes)
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
        if type == .ecSECPrimeRandom, bytes.first == 4 {
            key = try PublicKey(x963: bytes)
        } else if let kind = rawKind(of: bytes.count) {
            key = try PublicKey(rawRepresentation: bytes, kind)
        } else {
            key = try PublicKey(der: bytes)
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
            throw StoreError(.param, "the item is the other half of a pair, or a symmetric key")
        }
    }

    private func check(_ kind: KeyKind) throws(StoreError) {
        guard type == nil || type == kind.type else {
            throw StoreError(.decode, "the item's bytes are a key of another type than it says")
        }
    }
}
