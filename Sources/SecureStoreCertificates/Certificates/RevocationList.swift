public import FoundationEssentials
public import SecureStore

/// A list of the certificates that an issuer has revoked (CRL).
///
/// Reading it checks its form alone: ``RevocationCheck`` asks who signed it, and when.
public struct RevocationList: EncodedObject, Hashable, Sendable {
    /// The encoded list.
    public let der: Data
    /// The name of the issuer of the list, who issued the certificates too.
    public let issuer: DistinguishedName
    /// The date of the list.
    public let thisUpdate: Date
    /// The date by which there is another list; nil if the issuer promises none.
    public let nextUpdate: Date?
    /// The number of the list, which grows from one to the next; nil for none, and for one above 2⁵⁶.
    public let number: Int?
    /// The revoked certificates, in the order of the list.
    public let revoked: [RevokedCertificate]
    let handle: RevocationListHandle
    let scope: Scope

    /// The certificates of the issuer that a list is about.
    struct Scope {
        /// The addresses of which a certificate has to name one; nil for every certificate.
        var uris: [String]?
        var isForUsersOnly = false
        var isForAuthoritiesOnly = false
    }

    /// The most bytes of a list: with some forty each, more than 400,000 certificates.
    static let maximumByteCount = 16 << 20

    /// Reads a list in DER.
    ///
    /// Throws `StoreStatus.decode` for anything else, `StoreStatus.dataTooLarge` for more than 16 MiB, and
    /// `StoreStatus.unimplemented` for a list that is not one of all certificates of its issuer: a delta
    /// list, an indirect one, one for some reasons only, and one with a critical extension that is not known.
    public init(der bytes: some Collection<UInt8>) throws(StoreError) {
        try InputLimits.check(bytes.count, "a revocation list", upTo: Self.maximumByteCount)
        let bytes = [UInt8](bytes)
        let der = Data(bytes)
        guard DER.isSequence(bytes), let handle = RevocationListHandle(der: der), let issuer = handle.issuer,
            let thisUpdate = handle.thisUpdate, let entries = handle.entries,
            let extensions = handle.extensions
        else {
            throw StoreError(
                .decode, "the bytes are not a certificate revocation list in DER; \(InputLimits.anotherCopy)")
        }
        (scope, number) = (try Self.scope(of: extensions), Self.number(of: extensions))
        (self.der, self.handle, self.issuer) = (der, handle, DistinguishedName(read: issuer))
        (self.thisUpdate, nextUpdate) = (thisUpdate, handle.nextUpdate)
        var revoked: [RevokedCertificate] = []
        for entry in entries { revoked.append(try RevokedCertificate(entry)) }
        self.revoked = revoked
    }

    /// Reads the one list in a PEM text.
    ///
    /// Throws `StoreStatus.unknownFormat` for a text with none or several, and what ``init(der:)`` throws.
    public init(pem text: some Collection<UInt8>) throws(StoreError) {
        let blocks = try PEM.blocks(in: text, labelled: ["X509 CRL"])
        guard blocks.count == 1 else {
            throw StoreError(
                .unknownFormat, "the text has \(blocks.count) revocation lists instead of one; give one")
        }
        try self.init(der: blocks[0])
    }

    /// The list as a PEM text.
    public var pem: String { PEM.encode(der, label: "X509 CRL") }

    // MARK: - Extensions

    fileprivate static let reason = "2.5.29.21"
    fileprivate static let numberIdentifier = "2.5.29.20"
    private static let deltaIndicator = "2.5.29.27"
    private static let issuingPoint = "2.5.29.28"
    fileprivate static let certificateIssuer = "2.5.29.29"
    private static let known: Set = [
        numberIdentifier, issuingPoint, CertificateExtension.authorityKeyID, "2.5.29.18",
    ]

    fileprivate static func unread(_ what: String) -> StoreError {
        StoreError(
            .unimplemented,
            "\(what) is not read; give the issuer's full list of all its certificates")
    }

    private static func scope(of extensions: [CertificateExtension]) throws(StoreError) -> Scope {
        guard Set(extensions.map(\.identifier)).count == extensions.count else {
            throw StoreError(.decode, "the list has an extension twice; \(InputLimits.anotherCopy)")
        }
        guard !extensions.contains(where: { $0.identifier == deltaIndicator }) else {
            throw unread("a delta list, which has only the changes since another one,")
        }
        guard extensions.allSatisfy({ !$0.isCritical || known.contains($0.identifier) }) else {
            throw unread("a list with a critical extension that is not known")
        }
        guard let point = extensions.first(where: { $0.identifier == issuingPoint }) else { return Scope() }
        return try scope(ByteReader([UInt8](point.value)).content())
    }

    /// Reads the issuing distribution point.
    private static func scope(_ content: ByteReader<[UInt8]>) throws(StoreError) -> Scope {
        var (reader, scope) = (content, Scope())
        if reader.nextTag == 0xa0 {
            var name = try reader.enter(0xa0)
            scope.uris = []
            if name.nextTag == 0xa0 {
                var names = try name.enter(0xa0)
                while let (tag, content) = names.element() {
                    guard tag == 0x86 else { continue }
                    scope.uris?.append(String(decoding: names.copy(content), as: UTF8.self))
                }
            }
        }
        while let (tag, content) = reader.element() {
            let isSet = reader.copy(content) != [0]
            switch tag {
            case 0x81: scope.isForUsersOnly = isSet
            case 0x82: scope.isForAuthoritiesOnly = isSet
            case 0x83: throw unread("a list for some reasons only")
            case 0x84 where isSet: throw indirect
            case 0x85 where isSet: throw unread("a list of attribute certificates")
            case 0x84, 0x85: break
            default: throw DER.broken("a list has a scope that is not known")
            }
        }
        try reader.finish()
        return scope
    }

    fileprivate static var indirect: StoreError {
        unread("an indirect list, which has certificates of other issuers,")
    }

    private static func number(of extensions: [CertificateExtension]) -> Int? {
        guard let part = extensions.first(where: { $0.identifier == numberIdentifier }) else { return nil }
        var reader = ByteReader([UInt8](part.value))
        guard let digits = try? reader.number(), digits.count <= 7 else { return nil }
        return reader.value(of: digits)
    }
}

extension RevokedCertificate {
    fileprivate init(_ entry: RevocationListHandle.Entry) throws(StoreError) {
        var reason = RevocationReason.unspecified
        for part in entry.extensions {
            switch part.identifier {
            case RevocationList.certificateIssuer: throw RevocationList.indirect
            case RevocationList.reason where part.value.count == 3:
                reason = RevocationReason(rawValue: part.value[part.value.startIndex + 2])
            default:
                guard !part.isCritical else {
                    throw RevocationList.unread("a list with a critical extension that is not known")
                }
            }
        }
        self.init(serialNumber: entry.serialNumber, at: entry.date, for: reason)
    }
}

// MARK: - Making

extension Certificate {
    /// Makes the list of the certificates that this authority has revoked, signed with its private key.
    ///
    /// A list has every revoked certificate that has not expired, those of earlier lists too, and a higher
    /// number than these. The validity begins with the date of the list and ends when there has to be
    /// another. Throws `StoreStatus.param` if this certificate does not sign lists, if the key is not its
    /// own, and for a negative number or a serial number that is none.
    public func revocationList(
        revoking revoked: [RevokedCertificate], number: Int, key: PrivateKey, validity: ClosedRange<Date>
    ) throws(StoreError) -> RevocationList {
        try requireOwn(key)
        let isInRange = number >= 0 && revoked.allSatisfy { 1...20 ~= $0.serialNumber.count }
        guard signsRevocationLists, isInRange else {
            throw StoreError(
                .param,
                "the authority does not sign revocation lists, or a number is none; give one that does, and "
                    + "serial numbers of 1 to 20 bytes")
        }
        let digits = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        let keyID = subjectKeyID ?? Self.identifier(ofKey: subjectPublicKeyInfo) ?? Data()
        let extensions = [
            CertificateExtension(
                identifier: CertificateExtension.authorityKeyID,
                value: DER.encode(DER.sequence, DER.encode(0x80, keyID))),
            CertificateExtension(
                identifier: RevocationList.numberIdentifier,
                value: Data(try SecretDER.number(digits).encodedPublicly())),
        ]
        let entries = revoked.map { revoked -> RevocationListHandle.Entry in
            let reason = DER.encode(0x0a, [revoked.reason.rawValue])
            let stated = CertificateExtension(identifier: RevocationList.reason, value: reason)
            return (revoked.serialNumber, revoked.date, revoked.reason == .unspecified ? [] : [stated])
        }
        let der = RevocationListHandle.encoded(
            issuer: subject.der, entries: entries, extensions: extensions, validity: validity,
            signedWith: key.handle)
        guard let der else {
            throw StoreError(
                .param,
                "no list can be made: a date or a serial number is none; give dates up to the year 9999")
        }
        return try RevocationList(der: der)
    }

    /// True if the key usage, where there is one, lets the key sign lists.
    var signsRevocationLists: Bool { keyUsage?.contains(.revocationListSigning) != false }
}
