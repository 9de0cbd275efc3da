internal import FoundationEssentials
internal import SecureStore

/// What a certificate is to say before it is signed.
struct CertificateForm {
    var subject: DistinguishedName
    var issuer: DistinguishedName
    var validity: ClosedRange<Date>
    /// Algorithm and public key of the subject.
    var subjectPublicKeyInfo: Data
    var serialNumber = randomSerialNumber()
    var names = AlternativeNames()
    /// Nil for no authority; else how many authorities may follow below it, nil inside for any number.
    var authority: Int??
    var keyUsage: KeyUsage = .digitalSignature
    var extendedKeyUsage: [ExtendedKeyUsage] = []
    var subjectKeyID: Data?
    /// The subject key identifier of the issuer.
    var authorityKeyID: Data?

    /// The alternative names of a subject.
    struct AlternativeNames {
        var dnsNames: [String] = []
        var emailAddresses: [String] = []
        /// Four bytes each, or sixteen.
        var ipAddresses: [Data] = []
    }

    /// Signs and reads what came of it.
    ///
    /// Throws `Status.param` for what a certificate cannot say and for a key that does not sign.
    func signed(with key: PrivateKey) throws(StoreError) -> Certificate {
        try names.check()
        guard extendedKeyUsage.allSatisfy({ CertificateExtension.encode(identifier: $0.identifier) != nil }),
            let der = CertificateHandle.encoded(
                subject: subject.der, issuer: issuer.der, publicKey: subjectPublicKeyInfo,
                serialNumber: serialNumber, validity: validity, extensions: extensions, signedWith: key.handle
            )
        else {
            throw StoreError(
                .param, "the certificate cannot be made: the key does not sign, or a date or purpose is none")
        }
        return try Certificate(der: der)
    }

    /// Sixteen random bytes, of which the first is from 1 to 127: a positive number that nobody foresees.
    private static func randomSerialNumber() -> [UInt8] {
        [UInt8.random(in: 1...0x7f)] + (1..<16).map { _ in UInt8.random(in: 0...0xff) }
    }

    /// The extensions, each with its value in DER.
    var extensions: [CertificateExtension] {
        let purposes = extendedKeyUsage.compactMap { CertificateExtension.encode(identifier: $0.identifier) }
        let critical = [("2.5.29.19", basicConstraints), ("2.5.29.15", keyUsageBits)]
        let others = [
            ("2.5.29.37", purposes.isEmpty ? nil : DER.encode(DER.sequence, purposes.joined())),
            ("2.5.29.14", subjectKeyID.map { DER.encode(DER.octetString, $0) }),
            ("2.5.29.35", authorityKeyID.map { DER.encode(DER.sequence, DER.encode(0x80, $0)) }),
        ]
        return critical.map { CertificateExtension(identifier: $0, isCritical: true, value: $1) }
            + others.compactMap { identifier, value in
                value.map { CertificateExtension(identifier: identifier, value: $0) }
            } + names.extensions
    }

    private var basicConstraints: [UInt8] {
        guard let authority else { return DER.encode(DER.sequence, []) }
        let length = authority.map { DER.encode(DER.integer, [UInt8(clamping: min($0, 127))]) } ?? []
        return DER.encode(DER.sequence, DER.encode(DER.boolean, [0xff]) + length)
    }

    private var keyUsageBits: [UInt8] {
        let bits = authority == nil ? keyUsage : [.certificateSigning, .revocationListSigning]
        let byte = UInt8(truncatingIfNeeded: bits.rawValue)
        return DER.encode(DER.bitString, [UInt8(byte.trailingZeroBitCount), byte])
    }
}

extension CertificateForm.AlternativeNames {
    /// Refuses names that are not what they are to be: they would be read as others.
    func check() throws(StoreError) {
        for name in dnsNames + emailAddresses {
            guard !name.isEmpty, name.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
                throw StoreError(
                    .param,
                    "a DNS name or e-mail address is empty, has a space or is not ASCII; write hosts in their A-label form"
                )
            }
        }
        guard ipAddresses.allSatisfy({ $0.count == 4 || $0.count == 16 }) else {
            throw StoreError(.param, "an IP address has neither 4 nor 16 bytes")
        }
    }

    /// The extension with the names; empty if there are none.
    var extensions: [CertificateExtension] {
        let names =
            emailAddresses.map { DER.encode(0x81, $0.utf8) }
            + dnsNames.map { DER.encode(0x82, $0.utf8) }
            + ipAddresses.map { DER.encode(0x87, $0) }
        guard !names.isEmpty else { return [] }
        return [CertificateExtension(identifier: "2.5.29.17", value: DER.encode(DER.sequence, names.joined()))]
    }
}
