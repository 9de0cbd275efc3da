internal import FoundationEssentials

extension Certificate {
    /// The common name in the subject, the last one if there are several; nil if there is none.
    ///
    /// It may hold any character, control characters too. Hosts are matched against ``dnsNames`` alone.
    public var commonName: String? { subject.texts(.commonName).last }

    /// What to call the certificate in a list: the common name, with the description in brackets if there is one.
    ///
    /// Without a common name it is the first e-mail address, else the first DNS name, else the organizational units, the
    /// organizations or whatever else the subject says. Nil for a certificate with nothing of that.
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
        return (addresses + subject.texts(.emailAddress).filter(Self.isPlain)).filter {
            seen.insert($0).inserted
        }
    }

    /// The DNS names among the alternative names, some with a wildcard; names that are not ASCII are left out.
    public var dnsNames: [String] {
        handle.alternativeNames.compactMap { if case .dnsName(let name) = $0 { name } else { nil } }
    }

    /// The IP addresses among the alternative names, as text.
    public var ipAddresses: [String] {
        handle.alternativeNames.compactMap {
            if case .ipAddress(let bytes) = $0 { Self.text(ofAddress: [UInt8](bytes)) } else { nil }
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7e ~= $0 }
    }

    /// As RFC 5952 writes it: the longest run of at least two zero groups is left out.
    private static func text(ofAddress bytes: [UInt8]) -> String {
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
