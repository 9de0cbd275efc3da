internal import FoundationEssentials

extension ChainCheck {
    /// The chain as far as it was found, and the first thing that is wrong with it, or everything.
    ///
    /// None if there is a certificate in it that only libcrypto reads. Nothing is wrong with a valid chain.
    func chain(
        from certificate: Certificate, forAll: Bool = false
    ) throws(TrustError) -> (chain: [Certificate], failures: [TrustError]) {
        guard certificate.handle.hasReadableExtensions else {
            throw TrustError(.malformed, "an extension cannot be read", certificate: certificate)
        }
        let (found, isValid, failures): ([Data], Bool, [Failure])
        do throws(Failure) {
            (found, isValid, failures) = try search(from: certificate.handle, forAll: forAll)
        } catch { throw TrustError(error) }
        let read = found.compactMap { try? Certificate(der: $0) }
        let chain = read.count == found.count ? read : []
        guard !isValid || chain.first == certificate else {
            throw TrustError(.malformed, "a certificate of the chain is not in DER")
        }
        return (chain, failures.map { TrustError($0) })
    }
}

extension TrustError {
    fileprivate init(_ failure: ChainCheck.Failure) {
        self.init(
            Reason(failure.flaw), failure.text,
            certificate: failure.certificate.flatMap { try? Certificate(der: $0) })
    }
}
