internal import CSecureStoreOpenSSL
internal import FoundationEssentials

/// One of a subject's alternative names.
enum AlternativeName: Hashable, Sendable {
    case emailAddress(String)
    case dnsName(String)
    /// Four bytes, or sixteen.
    case ipAddress(Data)

    /// The names in a `GENERAL_NAMES`, which is given back; those of other kinds are left out.
    static func all(takingOver list: OpaquePointer) -> [AlternativeName] {
        defer { unsafe GENERAL_NAMES_free(list) }
        return unsafe (0..<OPENSSL_sk_num(list)).compactMap { place in
            let name = unsafe OPENSSL_sk_value(list, place)?.assumingMemoryBound(to: GENERAL_NAME.self)
            return unsafe AlternativeName(name)
        }
    }

    init?(_ name: UnsafePointer<GENERAL_NAME>?) {
        var kind: CInt = 0
        guard let value = unsafe GENERAL_NAME_get0_value(name, &kind),
            [GEN_EMAIL, GEN_DNS, GEN_IPADD].contains(kind)
        else { return nil }
        let text = unsafe value.assumingMemoryBound(to: ASN1_STRING.self)
        guard let start = unsafe ASN1_STRING_get0_data(text) else { return nil }
        let bytes = unsafe Data(bytes: start, count: Int(ASN1_STRING_length(text)))
        switch kind {
        case GEN_IPADD where bytes.count == 4 || bytes.count == 16: self = .ipAddress(bytes)
        // These have no other characters. With a zero byte inside, others would read half of the name.
        case GEN_EMAIL where bytes.allSatisfy({ 0x21...0x7e ~= $0 }) && !bytes.isEmpty:
            self = .emailAddress(String(decoding: bytes, as: UTF8.self))
        case GEN_DNS where bytes.allSatisfy({ 0x21...0x7e ~= $0 }) && !bytes.isEmpty:
            self = .dnsName(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }
}
