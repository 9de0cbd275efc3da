internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// A cryptographic key, stored or not.
///
/// Its bytes are read by libcrypto at the first use, and then kept in memory that is erased. Until then a
/// broken one is not noticed; a program without libcrypto ends there.
public final class SecKey: NSObject, Sendable {
    let item: StoredItem
    // Read when it is first used, and then kept: a search hands out keys that nobody uses.
    private let read = SystemMutex<Half?>(nil)

    enum Half: Sendable {
        case `private`(PrivateKey)
        case `public`(PublicKey)

        var publicKey: PublicKey {
            switch self {
            case .private(let key): key.publicKey
            case .public(let key): key
            }
        }
    }

    init(_ item: StoredItem) { self.item = item }

    convenience init(_ key: PublicKey) throws(StoreError) {
        self.init(
            StoredItem(
                attributes: try key.item().attributes,
                secret: try SecretBytes(copying: key.externalRepresentation)))
    }

    convenience init(_ key: PrivateKey, isExtractable: Bool = true) throws(StoreError) {
        var item = try key.item()
        if !isExtractable { item.isExtractable = false }
        self.init(StoredItem(attributes: item.attributes, secret: try key.externalRepresentation()))
    }

    /// The key in the bytes; throws for stored bytes that are none, or not of the stated type and class.
    var half: Half {
        get throws(StoreError) {
            try read.withLock { read throws(StoreError) in
                if let read { return read }
                guard let bytes = item.secret else {
                    throw StoreError(
                        StoreStatus(rawValue: errSecDataNotAvailable),
                        "the key was stored without its bytes; add it again with them")
                }
                let key = try KeyItem(attributes: item.attributes)
                let half: Half =
                    key.keyClass == .public
                    ? .public(try key.publicKey(bytes)) : .private(try key.privateKey(bytes))
                read = half
                return half
            }
        }
    }

    var privateKey: PrivateKey {
        get throws(StoreError) {
            guard case .private(let key) = try half else {
                throw StoreError(.param, "the key is the public half of a pair; give the private one")
            }
            return key
        }
    }

    /// Equal when the bytes are, or without any the items, and both are the same half of a pair.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = (object as? SecKey)?.item else { return false }
        return other.attributes[.keyClass] == item.attributes[.keyClass] && other.isSame(as: item)
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { item.attributes[.keyClass].hashValue }
}

extension StoredItem {
    /// True for equal bytes; without any, for the same item of a store with the same attributes.
    func isSame(as other: StoredItem) -> Bool {
        if secret != nil || other.secret != nil { return secret == other.secret }
        return reference == other.reference && attributes == other.attributes
    }
}

/// The public half of a key; nil for one whose bytes do not hold it.
///
/// A public key answers itself. Either half has to be read first, with libcrypto;
/// ``KeychainStore/reportErrors(to:)`` gets the reason for nil.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    answer { () throws(StoreError) in
        if case .private(let privateKey) = try key.half { try SecKey(privateKey.publicKey) } else { key }
    }
}

/// The bytes of a key: PKCS#1 for RSA, X9.63 for curves, 32 bytes for Ed25519 and X25519.
///
/// Fails with `errSecDataNotAvailable` for a stored key without bytes, and with `errSecKeyIsSensitive` for
/// one that is not extractable.
@discardableResult
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        switch try key.half {
        case .private(let privateKey): SecretData(try privateKey.externalRepresentation()) ?? NSData()
        case .public(let publicKey): publicKey.externalRepresentation as NSData
        }
    }
}

/// The bytes of the modulus of an RSA key, or of a coordinate of a curve; 0 for a key that cannot be read.
///
/// It is 256 for RSA of 2048 bits, and 32 for P-256. A signature of a curve is longer.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
    answer { () throws(StoreError) in (try key.half.publicKey.kind.sizeInBits + 7) / 8 } ?? 0
}

/// The number of the type of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeNumber.key.rawValue }
