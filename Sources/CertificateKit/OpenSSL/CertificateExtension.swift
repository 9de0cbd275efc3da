private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// One extension of a certificate or a request to be made.
struct CertificateExtension {
    /// The object identifier, as numbers with dots.
    let identifier: String
    var isCritical = false
    /// The value in DER.
    let value: [UInt8]

    /// The `X509_EXTENSION`, which the caller gives back.
    func make() -> OpaquePointer? {
        let object = unsafe OBJ_txt2obj(identifier, 1)
        defer { unsafe ASN1_OBJECT_free(object) }
        let content = unsafe ASN1_OCTET_STRING_new()
        defer { unsafe ASN1_OCTET_STRING_free(content) }
        guard unsafe object != nil, unsafe content != nil,
            unsafe ASN1_OCTET_STRING_set(content, value, CInt(clamping: value.count)) == 1
        else { return nil }
        return unsafe X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, content)
    }

    /// The DER content of an object identifier; nil for what is none.
    static func encode(identifier: String) -> [UInt8]? {
        LibCrypto.quietly {
            let object = unsafe OBJ_txt2obj(identifier, 1)
            defer { unsafe ASN1_OBJECT_free(object) }
            guard unsafe object != nil else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_ASN1_OBJECT(object, $0) }.map { [UInt8]($0) }
        }
    }
}
