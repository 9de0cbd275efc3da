internal import CSecureStoreOpenSSL
internal import FoundationEssentials

extension CertificateHandle {
    /// A signed certificate in DER; nil when libcrypto refuses a part of it or the key.
    ///
    /// The names and the public key with its algorithm are in DER.
    static func encoded(
        subject: Data, issuer: Data, publicKey: Data, serialNumber: [UInt8], validity: ClosedRange<Date>,
        extensions: [CertificateExtension], signedWith key: KeyHandle
    ) -> Data? {
        LibCrypto.secretly {
            guard let certificate = unsafe Handle(X509_new(), release: { unsafe X509_free($0) }),
                let subject = NameHandle(der: subject),
                let issuer = NameHandle(der: issuer),
                let publicKey = unsafe LibCrypto.decoding(
                    publicKey, { unsafe d2i_PUBKEY(nil, $0, $1) }, release: { unsafe EVP_PKEY_free($0) }),
                unsafe X509_set_version(certificate.object, 2) == 1,
                unsafe setSerialNumber(serialNumber, of: certificate.object),
                unsafe X509_set_subject_name(certificate.object, subject.object) == 1,
                unsafe X509_set_issuer_name(certificate.object, issuer.object) == 1,
                unsafe setDate(
                    validity.lowerBound, { unsafe X509_set1_notBefore(certificate.object, $0) }),
                unsafe setDate(
                    validity.upperBound, { unsafe X509_set1_notAfter(certificate.object, $0) }),
                unsafe X509_set_pubkey(certificate.object, publicKey.object) == 1,
                unsafe extensions.add({ unsafe X509_add_ext(certificate.object, $0, -1) == 1 }),
                unsafe X509_sign(certificate.object, key.object, key.digest) > 0
            else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_X509(certificate.object, $0) }
        }
    }

    private static func setSerialNumber(_ bytes: [UInt8], of certificate: OpaquePointer) -> Bool {
        let number = unsafe BN_bin2bn(bytes, CInt(clamping: bytes.count), nil)
        defer { unsafe BN_free(number) }
        return unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    static func setDate(_ date: Date, _ set: (UnsafePointer<ASN1_TIME>?) -> CInt) -> Bool {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // Of the years 0 to 9999: certificates have four digits for years.
        let years = -62_167_219_200.0...253_402_300_799
        guard years ~= seconds, let seconds = Int(exactly: seconds) else { return false }
        let time = unsafe ASN1_TIME_set(nil, seconds)
        defer { unsafe ASN1_STRING_free(time) }
        return unsafe time != nil && set(time) == 1
    }
}

extension KeyHandle {
    /// The hash that a certificate is signed over; nil for a key that hashes by itself.
    var digest: OpaquePointer? {
        let bits = unsafe EVP_PKEY_get_bits(object)
        switch unsafe EVP_PKEY_get_base_id(object) {
        case EVP_PKEY_ED25519, EVP_PKEY_ED448: return nil
        case EVP_PKEY_EC where bits > 384: return unsafe HashFunction.sha512.method
        case EVP_PKEY_EC where bits > 256: return unsafe HashFunction.sha384.method
        default: return unsafe HashFunction.sha256.method
        }
    }
}

extension CertificateExtension {
    /// Copies an `X509_EXTENSION`; nil for an identifier that is longer than any in use.
    init?(_ part: OpaquePointer?) {
        guard let identifier = unsafe LibCrypto.identifier(X509_EXTENSION_get_object(part)),
            let value = unsafe LibCrypto.bytes(of: X509_EXTENSION_get_data(part))
        else { return nil }
        self.init(
            identifier: identifier, isCritical: unsafe X509_EXTENSION_get_critical(part) == 1, value: value)
    }

    /// The `X509_EXTENSION`, which the caller gives back.
    fileprivate func make() -> OpaquePointer? {
        let object = unsafe OBJ_txt2obj(identifier, 1)
        defer { unsafe ASN1_OBJECT_free(object) }
        let content = unsafe ASN1_OCTET_STRING_new()
        defer { unsafe ASN1_OCTET_STRING_free(content) }
        let bytes = [UInt8](value)
        guard unsafe object != nil, unsafe content != nil,
            unsafe ASN1_OCTET_STRING_set(content, bytes, CInt(clamping: bytes.count)) == 1
        else { return nil }
        return unsafe X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, content)
    }
}

extension [CertificateExtension] {
    /// Hands each to a call that copies it; false as soon as one fails.
    func add(_ add: (OpaquePointer) -> Bool) -> Bool {
        allSatisfy { part in
            guard let part = unsafe part.make() else { return false }
            defer { unsafe X509_EXTENSION_free(part) }
            return unsafe add(part)
        }
    }
}
