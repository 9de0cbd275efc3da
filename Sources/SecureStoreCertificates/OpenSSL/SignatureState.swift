/// An answer of the key in a signer's certificate about a signature, whoever that signer is.
package enum SignatureState: Sendable {
    case good
    /// One over SHA-1, which no longer says much.
    case weakHash
    /// The content is not the one that was signed.
    case digestMismatch
    case bad
    case signerNotFound
    /// An algorithm that is not checked.
    case unsupported
}
