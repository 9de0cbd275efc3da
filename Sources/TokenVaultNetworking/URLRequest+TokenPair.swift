#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif
public import TokenVault

extension URLRequest {
    /// Sets the `Authorization` header, in place of any there was.
    ///
    /// The request holds the token in a `String`, which cannot be erased.
    public mutating func authorize(with pair: TokenPair) throws(TokenVaultError) {
        setValue(try pair.authorizationValue(), forHTTPHeaderField: "Authorization")
    }
}
