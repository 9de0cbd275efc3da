public import FoundationEssentials
public import SecureStore

/// The answer of an OCSP responder about certificates, as a server staples it to its own or a program fetches
/// it.
///
/// Reading it checks its form alone: ``RevocationCheck`` asks who signed it, when, and about what.
public struct OCSPResponse: EncodedObject, Hashable, Sendable {
    /// The encoded response.
    public let der: Data
    let handle: OCSPHandle

    /// Reads a response in DER.
    ///
    /// Throws `StoreStatus.decode` for anything else, also for a response that has no answer because the
    /// responder refused one, and `StoreStatus.dataTooLarge` for more than a mebibyte.
    public init(der bytes: some Collection<UInt8>) throws(StoreError) {
        try InputLimits.check(bytes.count, "a response")
        let bytes = [UInt8](bytes)
        let der = Data(bytes)
        guard DER.isSequence(bytes), let handle = OCSPHandle(der: der) else {
            throw StoreError(
                .decode, "the bytes are not an OCSP response with an answer; \(InputLimits.anotherCopy)")
        }
        (self.der, self.handle) = (der, handle)
    }
}
