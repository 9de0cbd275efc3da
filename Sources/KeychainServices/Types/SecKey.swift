#if !canImport(Darwin)

public import Foundation
internal import SecureStore

/// A cryptographic key, stored or not.
public final class SecKey: NSObject, Sendable {
    let item: StoredItem

    init(_ item: StoredItem) { self.item = item }

    /// Equal when the bytes are, and both are the same half of a pair.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = (object as? SecKey)?.item else { return false }
        return other.attributes[.keyClass] == item.attributes[.keyClass] && other.secret == item.secret
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { item.attributes[.keyClass].hashValue }
}

/// The bytes of a key: PKCS#1 for RSA, X9.63 for curves.
///
/// Fails with `errSecDataNotAvailable` for a stored key without bytes.
@discardableResult
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        guard let bytes = key.item.secret else {
            throw StoreError(.dataNotAvailable, "the key has no bytes")
        }
        return NSData(data: Data(bytes))
    }
}

/// The attributes of a key; its class and type as strings, which is how the constants for them are.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    var attributes = key.item.attributes.dictionary
    for name in ["kcls", "type"] {
        if case .number(let number) = attributes[name] { attributes[name] = .string(String(number)) }
    }
    return object(of: attributes)
}

/// The number of the type of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeNumber.key.rawValue }

#endif
