import FoundationEssentials
import SecureStore

/// The pair as bytes: two times, followed by fields.
///
/// A time is the bits of its seconds since 2001 (eight bytes), or all ones if it is not known. A field consists of a
/// tag (1), the length of its name (1) and of its value (4), the name and the value. Numbers have their least
/// significant byte first. This is not JSON, because reading a fresh token must cost little more than finding it, and
/// the tokens are used where they were decrypted.
extension TokenPair {
    private enum Tag: UInt8 {
        case accessToken, refreshToken, tokenType, scope, idToken, extra
    }

    private struct Field {
        let tag: Tag
        var name = ""
        let value: Token

        static let headByteCount = 6
        var byteCount: Int { Self.headByteCount + name.utf8.count + value.count }
    }

    private static let timesByteCount = 16

    /// The bytes to store.
    func encoded() throws -> SecretBytes {
        var fields = [
            Field(tag: .accessToken, value: accessToken),
            Field(tag: .tokenType, value: try Token(tokenType)),
        ]
        if let refreshToken { fields.append(Field(tag: .refreshToken, value: refreshToken)) }
        if let scope { fields.append(Field(tag: .scope, value: try Token(scope))) }
        if let idToken { fields.append(Field(tag: .idToken, value: idToken)) }
        for (name, value) in extras { fields.append(Field(tag: .extra, name: name, value: value)) }
        guard fields.allSatisfy({ $0.name.utf8.count <= UInt8.max && $0.value.count <= UInt32.max }) else {
            throw TokenVaultError(.malformed, "a name of what the server added has more than 255 bytes")
        }
        let count = fields.reduce(Self.timesByteCount) { $0 + $1.byteCount }
        return try SecretBytes(count: count) { bytes in
            var writer = ByteWriter()
            for time in [expiry, issueTime] {
                writer.append(time?.timeIntervalSinceReferenceDate.bitPattern ?? UInt64.max, to: &bytes)
            }
            for field in fields {
                writer.append([field.tag.rawValue, UInt8(field.name.utf8.count)], to: &bytes)
                writer.append(UInt32(field.value.count), to: &bytes)
                writer.append(field.name.utf8, to: &bytes)
                writer.append(field.value, to: &bytes)
            }
        }
    }

    /// Reads the bytes that were stored; every length is checked before it is used.
    init(encoded: Token) throws {
        let times = encoded.withSpan { bytes in
            (bytes.littleEndian(at: 0, byteCount: 8), bytes.littleEndian(at: 8, byteCount: 8))
        }
        var accessToken: Token?
        (refreshToken, scope, idToken, extras, tokenType) = (nil, nil, nil, [:], "")
        (expiry, issueTime) = (times.0.flatMap(Self.time), times.1.flatMap(Self.time))
        var offset = Self.timesByteCount
        while offset < encoded.count {
            let field = try Self.field(of: encoded, at: offset)
            offset += field.byteCount
            switch field.tag {
            case .accessToken: accessToken = field.value
            case .refreshToken: refreshToken = field.value
            case .tokenType: tokenType = try field.value.text()
            case .scope: scope = try field.value.text()
            case .idToken: idToken = field.value
            case .extra: extras[field.name] = field.value
            }
        }
        guard let accessToken else { throw Self.damaged }
        self.accessToken = accessToken
    }

    private static func field(of record: Token, at offset: Int) throws -> Field {
        let head = record.withSpan { bytes in
            (
                tag: bytes.littleEndian(at: offset, byteCount: 1),
                nameLength: bytes.littleEndian(at: offset + 1, byteCount: 1),
                valueLength: bytes.littleEndian(at: offset + 2, byteCount: 4)
            )
        }
        guard let tag = head.tag.flatMap({ Tag(rawValue: UInt8($0)) }), let nameLength = head.nameLength,
            let valueLength = head.valueLength
        else { throw damaged }
        let nameStart = offset + Field.headByteCount
        let valueStart = nameStart + Int(nameLength)
        guard let name = record.part(nameStart..<valueStart),
            let value = record.part(valueStart..<(valueStart + Int(valueLength)))
        else { throw damaged }
        return Field(tag: tag, name: nameLength == 0 ? "" : try name.text(), value: value)
    }

    private static func time(_ bits: UInt64) -> Date? {
        bits == .max ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }

    private static var damaged: TokenVaultError {
        TokenVaultError(.malformed, "the record of a token pair ends too early or has an unknown field")
    }
}
