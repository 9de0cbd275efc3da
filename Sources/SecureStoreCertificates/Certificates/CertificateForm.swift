internal import FoundationEssentials
internal import SecureStore

struct CertificateForm {
    var subject: DistinguishedName
    var issuer: DistinguishedName
    var validity: ClosedRange<Date>
    /// Algorithm and public key of the subject.
    var subjectPublicKeyInfo: Data
    var serialNumber = randomSerialNumber()
    var names: [[UInt8]] = []
    /// The content of the basic constraints, empty for no authority.
    var constraints: [UInt8] = []
    var keyUsage: KeyUsage = .digitalSignature
    var subjectKeyID: Data?
    var authorityKeyID: Data?
    var further: [CertificateExtension] = []

    /// The basic constraints of an authority, with any number of authorities below it.
    static let authority = DER.encode(DER.boolean, [0xff])

    /// Signs and reads what came of it.
    ///
    /// Throws `StoreStatus.param` for what a certificate cannot say and for a key that does not sign.
    func signed(with key: PrivateKey) throws(StoreError) -> Certificate {
        let der = CertificateHandle.encoded(
            subject: subject.der, issuer: issuer.der, publicKey: subjectPublicKeyInfo,
            serialNumber: serialNumber, validity: validity, extensions: extensions, signedWith: key.handle)
        guard let der else {
            throw StoreError(
                .param,
                "no certificate can be made: the key does not sign, or a date is none; take one of RSA, a curve or "
                    + "Ed25519, and dates up to the year 9999")
        }
        return try Certificate(der: der)
    }

    /// Sixteen random bytes, of which the first is from 1 to 127: a positive number that nobody foresees.
    private static func randomSerialNumber() -> [UInt8] {
        [UInt8.random(in: 1...0x7f)] + (1..<16).map { _ in UInt8.random(in: 0...0xff) }
    }

    private var extensions: [CertificateExtension] {
        let usage: KeyUsage = constraints.isEmpty ? keyUsage : [.certificateSigning, .revocationListSigning]
        let bits = UInt8(truncatingIfNeeded: usage.rawValue)
        let critical = [
            ("2.5.29.19", DER.encode(DER.sequence, constraints)),
            ("2.5.29.15", DER.encode(DER.bitString, [UInt8(bits.trailingZeroBitCount), bits])),
        ]
        let others = [
            ("2.5.29.14", subjectKeyID.map { DER.encode(DER.octetString, $0) }),
            ("2.5.29.35", authorityKeyID.map { DER.encode(DER.sequence, DER.encode(0x80, $0)) }),
        ]
        return critical.map { CertificateExtension(identifier: $0, isCritical: true, value: $1) }
            + others.compactMap { identifier, value in
                value.map { CertificateExtension(identifier: identifier, value: $0) }
            } + Self.extensions(of: names) + further
    }

    static func extensions(of names: [[UInt8]]) -> [CertificateExtension] {
        let value = DER.encode(DER.sequence, names.joined())
        return names.isEmpty ? [] : [CertificateExtension(identifier: "2.5.29.17", value: value)]
    }

    /// Alternative names of hosts; refuses names that would be read as others.
    static func names(ofHosts hosts: [String]) throws(StoreError) -> [[UInt8]] {
        for host in hosts {
            guard !host.isEmpty, host.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
                throw StoreError(
                    .param,
                    "a DNS name is empty, has a space or is not ASCII; write hosts in their A-label form")
            }
        }
        return hosts.map { DER.encode(0x82, $0.utf8) }
    }
}
