internal import FoundationEssentials
internal import SecureStore

extension CertificateContents {
    /// The alternative names in DER; refuses names that would be read as others.
    var names: [[UInt8]] {
        get throws(StoreError) {
            for text in emailAddresses + uris { try Self.requirePlain(text, "an e-mail address or URI") }
            var addresses: [[UInt8]] = []
            for text in ipAddresses {
                guard let address = AlternativeName.address(text) else {
                    throw StoreError(.param, "an IP address is none; write it as 192.0.2.7 or 2001:db8::7")
                }
                addresses.append(DER.encode(0x87, address))
            }
            return try CertificateForm.names(ofHosts: dnsNames) + addresses
                + emailAddresses.map { DER.encode(0x81, $0.utf8) } + Self.encode(uris: uris)
        }
    }

    /// The content of the basic constraints, empty for no authority.
    var constraints: [UInt8] {
        get throws(StoreError) {
            guard isAuthority || pathLength == nil, 0...127 ~= pathLength ?? 0 else {
                throw StoreError(.param, "a path length is for authorities, and from 0 to 127")
            }
            guard isAuthority else { return [] }
            return CertificateForm.authority
                + (pathLength.map { DER.encode(DER.integer, [UInt8($0)]) } ?? [])
        }
    }

    /// The extensions that neither names nor keys nor the kind of the certificate are part of.
    var otherExtensions: [CertificateExtension] {
        get throws(StoreError) {
            var others: [CertificateExtension] = []
            func add(_ identifier: String, _ parts: [[UInt8]]) {
                guard !parts.isEmpty else { return }
                let value = DER.encode(DER.sequence, parts.joined())
                others.append(CertificateExtension(identifier: identifier, value: value))
            }
            let isHost = !dnsNames.isEmpty || !ipAddresses.isEmpty
            let purposes = extendedKeyUsage ?? (isHost && !isAuthority ? [.serverAuthentication] : [])
            add(CertificateExtension.extendedKeyUsage, try purposes.map(Self.encode))
            for text in revocationListURIs + ocspURIs + issuerURIs { try Self.requirePlain(text, "a URI") }
            add(
                CertificateExtension.revocationLists,
                Self.encode(uris: revocationListURIs).map {
                    DER.encode(DER.sequence, DER.encode(0xa0, DER.encode(0xa0, $0)))
                })
            func access(_ method: [UInt8], _ uris: [String]) -> [[UInt8]] {
                Self.encode(uris: uris).map { DER.encode(DER.sequence, method + $0) }
            }
            add(
                CertificateExtension.authorityAccess,
                access(Self.ocspMethod, ocspURIs) + access(Self.issuersMethod, issuerURIs))
            try requireOnce(others)
            return others + furtherExtensions
        }
    }

    /// All extensions that a request asks for.
    func extensions(isOnlyName: Bool) throws(StoreError) -> [CertificateExtension] {
        let constraints = CertificateExtension(
            identifier: CertificateExtension.basicConstraints, isCritical: true,
            value: DER.encode(DER.sequence, try constraints))
        return CertificateForm.extensions(of: try names, isOnlyName: isOnlyName)
            + (isAuthority ? [constraints] : []) + (keyUsage.map { [$0.encoded] } ?? [])
            + (try otherExtensions)
    }

    static let ocspMethod = DER.encode(
        DER.objectIdentifier, [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01])
    static let issuersMethod = DER.encode(
        DER.objectIdentifier, [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02])

    private func requireOnce(_ others: [CertificateExtension]) throws(StoreError) {
        var taken = Set(others.map(\.identifier))
        taken.formUnion([
            CertificateExtension.basicConstraints, CertificateExtension.keyUsage,
            CertificateExtension.subjectKeyID, CertificateExtension.authorityKeyID,
        ])
        if try !names.isEmpty { taken.insert(CertificateExtension.alternativeNames) }
        for part in furtherExtensions {
            guard DER.identifier(part.identifier) != nil, taken.insert(part.identifier).inserted else {
                throw StoreError(
                    .param,
                    "a further extension has no identifier, or is there already; set the property for it")
            }
        }
    }

    private static func encode(uris: [String]) -> [[UInt8]] { uris.map { DER.encode(0x86, $0.utf8) } }

    private static func encode(_ purpose: ExtendedKeyUsage) throws(StoreError) -> [UInt8] {
        guard let identifier = DER.identifier(purpose.identifier) else {
            throw StoreError(.param, "a purpose is no object identifier; write numbers with dots")
        }
        return identifier
    }

    private static func requirePlain(_ text: String, _ what: String) throws(StoreError) {
        guard text.utf8.isPlain else {
            throw StoreError(.param, "\(what) is empty, has a space or is not ASCII; write it in ASCII")
        }
    }
}

extension KeyUsage {
    /// The extension, with the bits up to the last one that is set.
    var encoded: CertificateExtension {
        let bytes = [UInt8(truncatingIfNeeded: rawValue), UInt8(truncatingIfNeeded: rawValue >> 8)]
        let used = bytes[1] == 0 ? Array(bytes.prefix(bytes[0] == 0 ? 0 : 1)) : bytes
        let unused = UInt8(used.last?.trailingZeroBitCount ?? 0)
        return CertificateExtension(
            identifier: CertificateExtension.keyUsage, isCritical: true,
            value: DER.encode(DER.bitString, [unused] + used))
    }
}
