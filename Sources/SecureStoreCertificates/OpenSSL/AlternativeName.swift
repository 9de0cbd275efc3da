internal import CSecureStoreOpenSSL
internal import FoundationEssentials
private import SecureStore

enum AlternativeName: Hashable, Sendable {
    case emailAddress(String)
    case dnsName(String)
    /// Four bytes, or sixteen.
    case ipAddress(Data)

    /// The names in a `GENERAL_NAMES`, which is given back; those of other kinds are left out.
    static func all(takingOver list: OpaquePointer) -> [AlternativeName] {
        defer { unsafe GENERAL_NAMES_free(list) }
        return unsafe LibCrypto.elements(of: list).compactMap {
            unsafe AlternativeName(UnsafePointer($0.object))
        }
    }

    /// The bytes of an IP address of either version; nil for any other text.
    static func address(_ text: String) -> [UInt8]? {
        let digits = text.utf8.allSatisfy {
            Hexadecimal.value(ofDigit: $0) != nil || 0x2e == $0 || 0x3a == $0
        }
        guard digits, text.utf8.count <= 45 else { return nil }
        let octets = unsafe LibCrypto.quietly { unsafe a2i_IPADDRESS(text) }
        defer { unsafe ASN1_OCTET_STRING_free(octets) }
        guard let bytes = unsafe LibCrypto.bytes(of: octets).map({ [UInt8]($0) }) else { return nil }
        // Some programs read a number with a zero in front as octal.
        return bytes.count == 4 && bytes.map { String($0) }.joined(separator: ".") != text ? nil : bytes
    }

    init?(_ name: UnsafePointer<GENERAL_NAME>?) {
        var kind: CInt = 0
        guard let value = unsafe GENERAL_NAME_get0_value(name, &kind),
            [GEN_EMAIL, GEN_DNS, GEN_IPADD].contains(kind)
        else { return nil }
        guard let bytes = unsafe LibCrypto.bytes(of: value.assumingMemoryBound(to: ASN1_STRING.self)) else {
            return nil
        }
        if kind == GEN_IPADD {
            guard bytes.count == 4 || bytes.count == 16 else { return nil }
            self = .ipAddress(bytes)
            return
        }
        // These have no other characters. With a zero byte inside, others would read half of the name.
        guard bytes.isPlain else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        self = kind == GEN_DNS ? .dnsName(text) : .emailAddress(text)
    }
}

extension Collection<UInt8> {
    /// True for ASCII that can be seen, without blanks, and at least one of these.
    var isPlain: Bool { !isEmpty && allSatisfy { 0x21...0x7e ~= $0 } }
}
