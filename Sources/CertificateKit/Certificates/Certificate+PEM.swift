public import SecureStore

extension Certificate {
    private static let labels = ["CERTIFICATE", "X509 CERTIFICATE"]

    /// Reads the one certificate in a PEM text; keys and whatever else is there are skipped.
    ///
    /// Throws `Status.unknownFormat` for a text without a certificate, `Status.param` for one with several, and what
    /// ``init(der:)`` throws.
    public init(pem text: some Collection<UInt8>) throws(StoreError) {
        let blocks = try PEM.blocks(in: text, labelled: Self.labels)
        guard let block = blocks.first else {
            throw StoreError(.unknownFormat, "the text has no line \"-----BEGIN CERTIFICATE-----\"")
        }
        guard blocks.count == 1 else {
            throw StoreError(
                .param, "the text has \(blocks.count) certificates; Certificate.all(pem:) reads them")
        }
        try self.init(der: block)
    }

    /// Reads every certificate in a PEM text, in its order; keys and whatever else is there are skipped.
    ///
    /// If one of them cannot be read, throws what ``init(der:)`` throws, with its number in the reason. Texts of more
    /// than 16 MiB, or 10,000 certificates, throw `Status.dataTooLarge`.
    public static func all(pem text: some Collection<UInt8>) throws(StoreError) -> [Certificate] {
        var certificates: [Certificate] = []
        for block in try PEM.blocks(in: text, labelled: labels) {
            do throws(StoreError) { certificates.append(try Certificate(der: block)) } catch {
                throw StoreError(
                    error.status, "certificate \(certificates.count + 1) of the text: \(error.reason)")
            }
        }
        return certificates
    }

    /// The certificate as a PEM text.
    public var pem: String { PEM.encode(der, label: "CERTIFICATE") }
}
