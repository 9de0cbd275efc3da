internal import FoundationEssentials
internal import SecureStore

extension CertificateContents {
    /// Takes the extensions apart; one that says more than the properties hold is kept as it is, too.
    init(_ extensions: [CertificateExtension]) {
        self.init()
        for part in extensions {
            let isWhole = try? read(part.identifier, ByteReader([UInt8](part.value)))
            if isWhole != true { furtherExtensions.append(part) }
        }
    }

    private mutating func read(_ identifier: String, _ value: ByteReader<[UInt8]>) throws(StoreError) -> Bool
    {
        if identifier == CertificateExtension.keyUsage {
            var reader = value
            let bits = reader.copy(try reader.next(DER.bitString).dropFirst())
            keyUsage = KeyUsage(rawValue: bits.reversed().suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
            return reader.isAtEnd && bits.count <= 2
        }
        var reader = try value.content()
        switch identifier {
        case CertificateExtension.alternativeNames: return readNames(reader)
        case CertificateExtension.basicConstraints:
            if reader.nextTag == DER.boolean {
                isAuthority = reader.copy(try reader.next(DER.boolean)) != [0]
            }
            if reader.nextTag == DER.integer { pathLength = try reader.number(upTo: .max) }
            return reader.isAtEnd
        case CertificateExtension.extendedKeyUsage:
            let found = reader.contents(DER.objectIdentifier)
            let texts = found.compactMap { DER.text(ofIdentifier: reader.copy($0)) }
            extendedKeyUsage = texts.map { ExtendedKeyUsage(identifier: $0) }
            return reader.isAtEnd && texts.count == found.count
        case CertificateExtension.revocationLists:
            var isWhole = true
            while !reader.isAtEnd {
                var point = try reader.enter()
                guard point.nextTag == 0xa0 else { return false }
                var name = try point.enter(0xa0)
                guard name.nextTag == 0xa0 else { return false }
                let uris = Self.uris(try name.enter(0xa0))
                revocationListURIs += uris.texts
                isWhole = isWhole && uris.isAll && point.isAtEnd && uris.texts.count == 1
            }
            return isWhole
        case CertificateExtension.authorityAccess: return try readAccess(&reader)
        default: return false
        }
    }

    private mutating func readNames(_ names: ByteReader<[UInt8]>) -> Bool {
        var (reader, isWhole) = (names, true)
        while let (tag, content) = reader.element() {
            let bytes = reader.copy(content)
            let text = Self.plain(bytes)
            switch (tag, text) {
            case (0x81, let text?): emailAddresses.append(text)
            case (0x82, let text?): dnsNames.append(text)
            case (0x86, let text?): uris.append(text)
            case (0x87, _) where bytes.count == 4 || bytes.count == 16:
                ipAddresses.append(Certificate.text(ofAddress: bytes))
            default: isWhole = false
            }
        }
        return isWhole && reader.isAtEnd
    }

    private mutating func readAccess(_ reader: inout ByteReader<[UInt8]>) throws(StoreError) -> Bool {
        var isWhole = true
        while !reader.isAtEnd {
            var description = try reader.enter()
            let method = DER.encode(DER.objectIdentifier, try description.identifier())
            let uris = Self.uris(description)
            switch method {
            case Self.ocspMethod: ocspURIs += uris.texts
            case Self.issuersMethod: issuerURIs += uris.texts
            default: isWhole = false
            }
            isWhole = isWhole && uris.isAll
        }
        return isWhole
    }

    private static func uris(_ names: ByteReader<[UInt8]>) -> (texts: [String], isAll: Bool) {
        var reader = names
        let found = reader.contents(0x86)
        let texts = found.compactMap { plain(reader.copy($0)) }
        return (texts, texts.count == found.count && reader.isAtEnd)
    }

    private static func plain(_ bytes: [UInt8]) -> String? {
        bytes.isPlain ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension CertificateContents {
    /// The part that an authority grants without being told: names, and purposes of servers, clients and
    /// mail.
    ///
    /// Never the right to issue certificates, to sign revocation lists or to answer about revocation.
    var grantable: CertificateContents {
        var granted = CertificateContents(
            dnsNames: dnsNames, ipAddresses: ipAddresses, emailAddresses: emailAddresses, uris: uris)
        let usage = keyUsage?.subtracting([.certificateSigning, .revocationListSigning])
        granted.keyUsage = usage?.isEmpty == true ? nil : usage
        let usual: [ExtendedKeyUsage] = [.serverAuthentication, .clientAuthentication, .emailProtection]
        let purposes = extendedKeyUsage?.filter(usual.contains)
        granted.extendedKeyUsage = purposes?.isEmpty == true ? nil : purposes
        return granted
    }

    /// The part that a certificate does not have.
    func missing(from certificate: Certificate) -> CertificateContents {
        let given = certificate.contents
        func missing<Element: Equatable>(_ part: KeyPath<Self, [Element]>) -> [Element] {
            self[keyPath: part].filter { !given[keyPath: part].contains($0) }
        }
        var rest = CertificateContents(
            dnsNames: missing(\.dnsNames), ipAddresses: missing(\.ipAddresses),
            emailAddresses: missing(\.emailAddresses), uris: missing(\.uris))
        let usage = keyUsage?.subtracting(given.keyUsage ?? [])
        rest.keyUsage = usage?.isEmpty == true ? nil : usage
        let purposes = extendedKeyUsage?.filter { given.extendedKeyUsage?.contains($0) != true }
        rest.extendedKeyUsage = purposes?.isEmpty == true ? nil : purposes
        rest.isAuthority = isAuthority && !given.isAuthority
        rest.pathLength = pathLength == given.pathLength ? nil : pathLength
        rest.revocationListURIs = missing(\.revocationListURIs)
        (rest.ocspURIs, rest.issuerURIs) = (missing(\.ocspURIs), missing(\.issuerURIs))
        let parts = certificate.handle.extensions
        rest.furtherExtensions = furtherExtensions.filter { asked in
            !parts.contains { $0.identifier == asked.identifier && $0.value == asked.value }
        }
        return rest
    }
}
