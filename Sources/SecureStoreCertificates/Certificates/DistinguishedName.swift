public import FoundationEssentials
public import SecureStore

/// The name of a certificate's subject or issuer: common name, organization, country and the like.
///
/// Two names are equal if their encodings are.
public struct DistinguishedName: Hashable, Sendable {
    /// The encoded name, with its outer sequence.
    public let der: Data

    /// One kind of part that a name has.
    ///
    /// Kinds that have no constant here are kept, and found by their identifier.
    public struct Kind: Hashable, Sendable {
        /// The object identifier, as numbers with dots.
        public let identifier: String

        /// A kind by its object identifier.
        public init(identifier: String) { self.identifier = identifier }

        /// The name people know it by, a host's or a person's for instance.
        public static let commonName = Kind(identifier: "2.5.4.3")
        /// Two letters, as in `DE`.
        public static let country = Kind(identifier: "2.5.4.6")
        /// A city.
        public static let locality = Kind(identifier: "2.5.4.7")
        /// A state or province.
        public static let state = Kind(identifier: "2.5.4.8")
        /// The legal name of a company or another body.
        public static let organization = Kind(identifier: "2.5.4.10")
        /// A part of an organization.
        public static let organizationalUnit = Kind(identifier: "2.5.4.11")
        /// A remark in words.
        public static let description = Kind(identifier: "2.5.4.13")
        /// An e-mail address; newer certificates have it among their alternative names.
        public static let emailAddress = Kind(identifier: "1.2.840.113549.1.9.1")
    }

    /// A name of these parts, in this order.
    ///
    /// Throws `StoreStatus.param` for a part that its kind does not allow, such as a country of three
    /// letters.
    public init(_ parts: KeyValuePairs<Kind, String>) throws(StoreError) {
        guard let der = NameHandle(parts.map { ($0.key.identifier, $0.value) })?.der else {
            throw Self.refusal
        }
        self.der = der
    }

    /// Reads an encoded name, with its outer sequence.
    ///
    /// Throws `StoreStatus.decode` for anything else, also for further bytes behind it.
    public init(der bytes: some Collection<UInt8>) throws(StoreError) {
        let (bytes, limit) = (Array(bytes), InputLimits.byteCount)
        guard bytes.count <= limit, DER.isSequence(bytes), NameHandle(der: Data(bytes)) != nil else {
            throw StoreError(.decode, "the bytes are not a name in DER; \(InputLimits.anotherCopy)")
        }
        der = Data(bytes)
    }

    init(read der: Data) { self.der = der }

    /// Reads a name without its outer sequence, the form of ``normalized``.
    package init(sets: some Collection<UInt8>) throws(StoreError) {
        try self.init(der: DER.encode(DER.sequence, sets))
    }

    /// True for a name without parts.
    var isEmpty: Bool { der.count == 2 }

    /// The parts whose values are text, in their order.
    package var parts: [(identifier: String, text: String)] { NameHandle(der: der)?.parts ?? [] }

    /// The values of the parts of one kind, in their order.
    public func texts(_ kind: Kind) -> [String] {
        parts.filter { $0.identifier == kind.identifier }.map(\.text)
    }

    /// The form in which names are compared: the content without the outer sequence.
    ///
    /// Values of the type PrintableString are in upper case, without spaces at their ends and with single
    /// spaces within; all others are as they were.
    public var normalized: Data { normalized(withTextsIn: nil) }

    /// ``normalized``, and what it is with the texts in either of the usual types.
    ///
    /// An issuer's own certificate may have them in the other one, and the names are equal (RFC 5280, 7.1).
    var spellings: [Data] {
        [nil, DER.utf8String, DER.printableString].map { normalized(withTextsIn: $0) }
    }

    private func normalized(withTextsIn type: UInt8?) -> Data {
        var outer = ByteReader([UInt8](der))
        guard let name = outer.element() else { return Data() }
        var sets = ByteReader(outer.bytes, name.content)
        let parts = sets.contents(DER.set).map { Self.normalize(ByteReader(outer.bytes, $0), type) }
        return Data(parts.flatMap { DER.encode(DER.set, $0) })
    }

    /// ``normalized`` with an outer sequence.
    public var normalizedDER: Data { Data(DER.encode(DER.sequence, normalized)) }

    /// The parts that stand side by side; nearly always one.
    private static func normalize(_ set: ByteReader<[UInt8]>, _ type: UInt8?) -> [UInt8] {
        var set = set
        return set.contents(DER.sequence).flatMap { part in
            var fields = ByteReader(set.bytes, part)
            guard let kind = fields.element(), let value = fields.element() else { return set.copy(part) }
            let identifier = set.copy(kind.content)
            var (tag, content) = (value.tag, set.copy(value.content))
            if let type, tag == DER.utf8String || tag == DER.printableString {
                tag = printableKinds.contains(identifier) ? DER.printableString : type
            }
            if tag == DER.printableString { content = normalize(printable: content) }
            return DER.encode(
                DER.sequence, DER.encode(kind.tag, identifier) + DER.encode(tag, content))
        }
    }

    /// Serial number, country and qualifier, which are always of that type.
    private static let printableKinds: [[UInt8]] = [[0x55, 4, 5], [0x55, 4, 6], [0x55, 4, 46]]

    private static func normalize(printable text: [UInt8]) -> [UInt8] {
        let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return Array(words.joined(separator: [UInt8(ascii: " ")]))
            .map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 0x20 : $0 }
    }
}

// MARK: - CustomStringConvertible

extension DistinguishedName: CustomStringConvertible {
    /// As RFC 4514 writes it, the last part first: `CN=host.example,O=Example,C=DE`.
    public var description: String { NameHandle(der: der)?.text ?? "" }
}

extension DistinguishedName {
    /// Reads a name as ``description`` writes it, the last part first: `CN=host.example,O=Example,C=DE`.
    ///
    /// A part's kind is a name that OpenSSL has for it, such as `ST` or `emailAddress`, or an object
    /// identifier. A backslash stands before a special character, or before the two digits of a byte. Throws
    /// `StoreStatus.param` for any other text, also for a value in hexadecimal digits and parts that stand
    /// side by side, and for what `init(_:)` refuses.
    public init(rfc4514 text: String) throws(StoreError) {
        var reader = NameReader(rest: text.utf8[...])
        var parts: [(identifier: String, text: String)] = []
        repeat { parts.append(try reader.next()) } while reader.hasMore
        guard let der = NameHandle(parts.reversed())?.der else { throw Self.refusal }
        self.init(read: der)
    }

    static let refusal = StoreError(
        .param, "a part of the name is empty, too long, not of its kind, or of a kind that is not known")
}

private struct NameReader {
    var rest: Substring.UTF8View
    /// True if a comma was behind the part that was read last.
    private(set) var hasMore = false

    private static let malformed = StoreError(
        .param,
        "a name is written as in CN=host.example,O=Example, with a backslash before special characters")

    mutating func next() throws(StoreError) -> (identifier: String, text: String) {
        guard let end = rest.firstIndex(of: UInt8(ascii: "=")) else { throw Self.malformed }
        let kind = Substring(rest[..<end]).filter { $0 != " " }
        let isOfKind = kind.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) }
        guard kind.utf8.count <= 64, isOfKind else { throw Self.malformed }
        rest = rest[end...].dropFirst()
        let value = try value()
        guard !value.isEmpty, let text = String(validating: value, as: UTF8.self) else {
            throw Self.malformed
        }
        return (kind, text)
    }

    /// The bytes up to the next comma that means the end, without the blanks around them.
    private mutating func value() throws(StoreError) -> [UInt8] {
        var (value, count) = ([UInt8](), 0)
        hasMore = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: ","):
                hasMore = true
                return Array(value.prefix(count))
            case UInt8(ascii: "\\"):
                value.append(try escaped())
                count = value.count
            case UInt8(ascii: "+"), UInt8(ascii: "\""), UInt8(ascii: ";"), UInt8(ascii: "<"),
                UInt8(ascii: ">"):
                throw Self.malformed
            case UInt8(ascii: "#") where value.isEmpty: throw Self.malformed
            case UInt8(ascii: " "):
                if !value.isEmpty { value.append(byte) }
            default:
                value.append(byte)
                count = value.count
            }
        }
        return Array(value.prefix(count))
    }

    /// The byte behind a backslash: two hexadecimal digits, or the character itself.
    private mutating func escaped() throws(StoreError) -> UInt8 {
        guard let first = rest.popFirst() else { throw Self.malformed }
        guard Hexadecimal.value(ofDigit: first) != nil else { return first }
        guard let byte = rest.popFirst().flatMap({ Hexadecimal.byte(ofDigits: first, $0) }) else {
            throw Self.malformed
        }
        return byte
    }
}
