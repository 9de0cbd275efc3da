extension Certificate {
    /// Whether the key of another certificate signed this one, and its names and identifiers say so too.
    ///
    /// That is one step of a chain and no more: ``validate(for:intermediates:anchors:at:)`` also checks dates, purposes
    /// and whether the end of the chain is trusted.
    public func isIssued(by issuer: Certificate) -> Bool {
        handle.namesIssuer(issuer.handle) && handle.isSigned(by: issuer.handle)
    }
}
