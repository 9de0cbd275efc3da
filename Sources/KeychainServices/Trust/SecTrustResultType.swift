/// The result of an evaluation of trust.
///
/// An evaluation here ends in ``proceed``, ``unspecified``, ``recoverableTrustFailure`` or
/// ``fatalTrustFailure``, of which the first two mean that the certificate is trusted.
public enum SecTrustResultType: UInt32, Sendable {
    /// Nothing was evaluated since the last change.
    case invalid = 0
    /// Trusted, because what is wrong is excused: see ``SecTrustSetExceptions(_:_:)``.
    case proceed = 1
    /// Only older systems of Apple's answer it.
    case confirm = 2
    /// Apple's systems answer it where their user refuses a certificate, which nobody can do here.
    case deny = 3
    /// Trusted: this is the usual answer for a valid chain.
    case unspecified = 4
    /// Not trusted, but exceptions could excuse it.
    case recoverableTrustFailure = 5
    /// Not trusted, and no exception excuses it.
    case fatalTrustFailure = 6
    /// Apple's systems answer it where the evaluation itself fails.
    case otherError = 7
}
