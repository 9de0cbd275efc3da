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
    /// The uses of the key; nil for those of an authority, or a signature.
    var keyUsage: KeyUsage?
    var subjectKeyID: Data?
    var authorityKeyID: Data?
    var further: [CertificateExtension] = []

    /// The basic constraints of an authority, with any number of authorities below it.
    static let authority = DER.encode(DER.boolean, [0xff])

    /// Takes over what the certificate is to state, and a serial number in place of the random one.
    ///
    /// Throws `StoreStatus.param` for what cannot be stated.
    mutating func state(_ contents: CertificateContents, _ serialNumber: Data?) throws(StoreError) {
        subjectKeyID = Certificate.identifier(ofKey: subjectPublicKeyInfo)
        (names, constraints) = (try contents.names, try contents.constraints)
        further = try contents.otherExtensions
        keyUsage = contents.keyUsage
        if keyUsage == nil, constraints.isEmpty,
            (try? PublicKey(der: subjectPublicKeyInfo))?.kind.algorithm == .rsa
        {
            keyUsage = [.digitalSignature, .keyEncipherment]
        }
        guard let serialNumber else { return }
        guard 1...20 ~= serialNumber.count, serialNumber.first.map({ $0 < 0x80 }) == true,
            serialNumber.contains(where: { $0 != 0 })
        else {
            throw StoreError(
                .param, "a serial number has 1 to 20 bytes, is above zero, and its first bit is not set")
        }
        self.serialNumber = Array(serialNumber)
    }

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
        let usual: KeyUsage =
            constraints.isEmpty ? .digitalSignature : [.certificateSigning, .revocationListSigning]
        let critical = [
            CertificateExtension(
                identifier: CertificateExtension.basicConstraints, isCritical: true,
                value: DER.encode(DER.sequence, constraints)),
            (keyUsage ?? usual).encoded,
        ]
        let others = [
            (CertificateExtension.subjectKeyID, subjectKeyID.map { DER.encode(DER.octetString, $0) }),
            (
                CertificateExtension.authorityKeyID,
                authorityKeyID.map { DER.encode(DER.sequence, DER.encode(0x80, $0)) }
            ),
        ]
        return critical
            + others.compactMap { identifier, value in
                value.map { CertificateExtension(identifier: identifier, value: $0) }
            } + Self.extensions(of: names, isOnlyName: subject.isEmpty) + further
    }

    /// The alternative names, which are critical where there is no other name.
    static func extensions(of names: [[UInt8]], isOnlyName: Bool) -> [CertificateExtension] {
        guard !names.isEmpty else { return [] }
        return [
            CertificateExtension(
                identifier: CertificateExtension.alternativeNames, isCritical: isOnlyName,
                value: DER.encode(DER.sequence, names.joined()))
        ]
    }

    /// Alternative names of hosts; refuses what is no host, and names that would be read as others.
    static func names(ofHosts hosts: [String]) throws(StoreError) -> [[UInt8]] {
        for host in hosts {
            let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
            guard let own = HostName(name), !own.isAddress, own.text == name else {
                throw StoreError(
                    .param,
                    "one of the DNS names is not the name of a host; write hosts in ASCII, without port, scheme or brackets, and IP addresses "
                        + "apart, as 192.0.2.7 or 2001:db8::7")
            }
        }
        return hosts.map { DER.encode(0x82, $0.utf8) }
    }
}
