internal import FoundationEssentials
public import SecureStore

extension Certificate {
    /// The common name in the subject, the last one if there are several; nil if there is none.
    ///
    /// It may hold any character, control characters too. Hosts are matched against ``dnsNames`` alone.
    public var commonName: String? { subject.texts(.commonName).last }

    /// A name for lists: the common name, with the description in brackets if there is one.
    ///
    /// Without a common name it is the first e-mail address, else the first DNS name, else whatever other
    /// part the subject has. Nil for a certificate with nothing of that.
    public var summary: String? {
        let parts = subject.parts
        func joined(_ matches: (String) -> Bool) -> String? {
            let texts = parts.filter { matches($0.identifier) }.map(\.text).reversed()
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
        func joined(_ kind: DistinguishedName.Kind) -> String? { joined { $0 == kind.identifier } }
        if let name = joined(.commonName) {
            return joined(.description).map { "\(name) (\($0))" } ?? name
        }
        return emailAddresses.first ?? dnsNames.first ?? joined(.organizationalUnit)
            ?? joined(.organization) ?? joined { _ in true }
    }

    /// The e-mail addresses among the alternative names, then those in the subject, each once.
    public var emailAddresses: [String] {
        var addresses: [String] = []
        for name in handle.alternativeNames {
            if case .emailAddress(let address) = name { addresses.append(address) }
        }
        var seen: Set<String> = []
        return (addresses + subject.texts(.emailAddress).filter(\.utf8.isPlain)).filter {
            seen.insert($0).inserted
        }
    }

    /// The DNS names among the alternative names, some with a wildcard; all are ASCII.
    public var dnsNames: [String] {
        handle.alternativeNames.compactMap { if case .dnsName(let name) = $0 { name } else { nil } }
    }

    /// The IP addresses among the alternative names, as text.
    public var ipAddresses: [String] {
        handle.alternativeNames.compactMap {
            if case .ipAddress(let bytes) = $0 { Self.text(ofAddress: [UInt8](bytes)) } else { nil }
        }
    }

    /// As RFC 5952 writes it: the longest run of at least two zero groups is left out.
    static func text(ofAddress bytes: [UInt8]) -> String {
        guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        var gap = 0..<0
        for start in groups.indices {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
            if end - start > max(gap.count, 1) { gap = start..<end }
        }
        func text(_ part: Range<Int>) -> String {
            groups[part].map { String($0, radix: 16) }.joined(separator: ":")
        }
        return gap.isEmpty ? text(0..<8) : "\(text(0..<gap.lowerBound))::\(text(gap.upperBound..<8))"
    }
}

extension Certificate {
    static let labels = ["CERTIFICATE", "X509 CERTIFICATE"]

    /// Reads the one certificate in a PEM text; keys and whatever else is there are skipped.
    ///
    /// Throws `StoreStatus.unknownFormat` for a text without a certificate, `StoreStatus.param` for one with
    /// several, and what ``all(pem:)`` throws.
    public init(pem text: some Collection<UInt8>) throws(StoreError) {
        let all = try Self.all(pem: text)
        guard let only = all.first else {
            throw StoreError(
                .unknownFormat,
                "the text has no line \"-----BEGIN CERTIFICATE-----\"; give a certificate in PEM")
        }
        guard all.count == 1 else {
            throw StoreError(
                .param, "the text has \(all.count) certificates; Certificate.all(pem:) reads them")
        }
        self = only
    }

    /// Reads every certificate in a PEM text, in its order; keys and whatever else is there are skipped.
    ///
    /// If one of them cannot be read, throws what ``init(der:)`` throws, with its number in the reason. A
    /// block of PKCS#7, or of a `TRUSTED CERTIFICATE`, throws `StoreStatus.unimplemented`. A line with
    /// `-----BEGIN` and a mistake, or more than the label, throws `StoreStatus.decode`. Texts of more than
    /// 16 MiB, or 10,000 certificates, throw `StoreStatus.dataTooLarge`.
    public static func all(pem text: some Collection<UInt8>) throws(StoreError) -> [Certificate] {
        var certificates: [Certificate] = []
        for block in try PEM.blocks(in: text, labelled: labels, not: ["TRUSTED CERTIFICATE", "PKCS7", "CMS"])
        {
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
