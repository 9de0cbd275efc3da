public import SecureStore

extension DistinguishedName {
    /// Reads a name as ``description`` writes it, the last part first: `CN=host.example,O=Example,C=DE`.
    ///
    /// A part's kind is a name that OpenSSL has for it, such as `ST` or `emailAddress`, or an object
    /// identifier. A backslash stands before a special character, or before the two digits of a byte. Throws
    /// `Status.param` for any other text, also for a value in hexadecimal digits, and for what `init(_:)`
    /// refuses.
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

    init(rest: Substring.UTF8View) { self.rest = rest }

    private static let malformed = StoreError(
        .param,
        "a name is written as in CN=host.example,O=Example, with a backslash before special characters")

    mutating func next() throws(StoreError) -> (identifier: String, text: String) {
        guard let end = rest.firstIndex(of: UInt8(ascii: "=")) else { throw Self.malformed }
        let kind = Substring(rest[..<end]).filter { $0 != " " }
        guard kind.utf8.count <= 64, kind.utf8.allSatisfy(Self.isOfKind) else { throw Self.malformed }
        rest = rest[end...].dropFirst()
        let value = try value()
        guard !value.isEmpty, let text = String(validating: value, as: UTF8.self) else {
            throw Self.malformed
        }
        return (kind, text)
    }

    /// Letters, digits, and what else libcrypto's names have.
    private static func isOfKind(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
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
