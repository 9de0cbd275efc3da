/// The server gave a new credential and the store could not keep it: the only copy is in here.
///
/// Use it, and ``CredentialVault/save(_:for:ifRevision:)`` it as soon as the cause is gone. What is stored is the old one.
public struct UnsavedCredential<Credential: VaultCredential>: Error {
    /// What the server gave.
    public let credential: Credential
    /// Why it could not be written.
    public let cause: any Error
}

// MARK: - CustomStringConvertible

extension UnsavedCredential: CustomStringConvertible, CustomReflectable {
    /// The cause, and nothing of the credential.
    public var description: String { "a refreshed credential could not be written: \(cause)" }

    /// Without children, because a credential of somebody else's type may print itself.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
