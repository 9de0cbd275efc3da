private import CSecureStoreOpenSSL
internal import FoundationEssentials
internal import SecureStore

/// Takes PKCS#12 apart, and puts it together.
enum PKCS12File {
    /// A key or certificate of a file, with what says which belongs to which.
    struct Entry<Content: Sendable>: Sendable {
        let content: Content
        let label: String?
        let keyID: Data?
    }

    struct Contents {
        var keys: [Entry<SecretBytes>] = []
        var certificates: [Entry<Data>] = []
    }

    /// Reads a file, and counts the work before it does it.
    ///
    /// Throws `StoreStatus.authFailed` when the seal over the file does not fit the passphrase, or when the
    /// file may be without a seal and the passphrase does not open a part of it.
    static func read(
        _ bytes: SecretBytes, _ passphrase: SecretBytes, _ work: DerivationWork, isSealRequired: Bool
    ) throws(StoreError) -> Contents {
        try LibCrypto.secretly { () throws(StoreError) in
            let file = unsafe LibCrypto.decoding(bytes, { unsafe d2i_PKCS12(nil, $0, $1) }) {
                unsafe PKCS12_free($0)
            }
            guard let file else { throw broken }
            var work = work
            if !isSealRequired, unsafe PKCS12_mac_present(file.object) != 1 {
                return try unsafe readUnsealed(file.object, passphrase, &work)
            }
            let phrase = try unsafe check(file.object, bytes, passphrase, &work)
            return try unsafe contents(of: file.object, phrase, &work)
        }
    }

    private static func readUnsealed(
        _ file: OpaquePointer, _ passphrase: SecretBytes, _ work: inout DerivationWork
    ) throws(StoreError) -> Contents {
        for text in passphrase.count == 0 ? [passphrase, nil] : [passphrase] {
            do throws(StoreError) { return try unsafe contents(of: file, Phrase(text: text), &work) } catch {
                guard error.status == .decode else { throw error }
            }
        }
        throw wrongPassphrase
    }

    private static func contents(
        of file: OpaquePointer, _ phrase: Phrase, _ work: inout DerivationWork
    ) throws(StoreError) -> Contents {
        guard let parts = unsafe PKCS12_unpack_authsafes(file) else { throw broken }
        defer {
            unsafe OPENSSL_sk_pop_free(parts) {
                unsafe PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self))
            }
        }
        var contents = Contents()
        for part in unsafe LibCrypto.elements(of: parts) {
            guard let part = unsafe UnsafeMutablePointer<PKCS7>(part.object) else { throw broken }
            let bags = try unsafe open(part, phrase, &work)
            defer { unsafe OPENSSL_sk_pop_free(bags) { unsafe PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
            try unsafe read(all: bags, phrase, &work, into: &contents)
        }
        return contents
    }

    static var broken: StoreError {
        StoreError(.decode, "the bytes are no PKCS#12, or it is broken; give a file that holds one, in DER")
    }

    /// The passphrase as a file takes it: an empty one is written in two ways, of which one is none at all.
    private struct Phrase {
        let text: SecretBytes?

        func withText<R>(_ body: (UnsafePointer<CChar>?, Int32) -> R) -> R {
            guard let text else { return body(nil, 0) }
            return unsafe LibCrypto.withPointer(text) { unsafe body(LibCrypto.text($0), Int32($0.count)) }
        }
    }

    private static func check(
        _ file: OpaquePointer, _ bytes: SecretBytes, _ passphrase: SecretBytes,
        _ work: inout DerivationWork
    ) throws(StoreError) -> Phrase {
        guard unsafe PKCS12_mac_present(file) == 1 else {
            throw StoreError(
                .unimplemented,
                "PKCS#12 without a seal under its passphrase is read only by a program that asks for it; write it again with one"
            )
        }
        var (algorithm, iterations): (UnsafePointer<X509_ALGOR>?, UnsafePointer<ASN1_INTEGER>?)
        unsafe PKCS12_get0_mac(nil, &algorithm, nil, &iterations, file)
        if unsafe OBJ_obj2nid(algorithm?.pointee.algorithm) == NID_pbmac1 {
            guard try PBMAC1.fits(passphrase, bytes, &work) else { throw wrongPassphrase }
            return Phrase(text: passphrase)
        }
        let count = unsafe iterations == nil ? 1 : ASN1_INTEGER_get(iterations)
        for text in passphrase.count == 0 ? [passphrase, nil] : [passphrase] {
            let phrase = Phrase(text: text)
            try work.spend(count)
            if unsafe phrase.withText({ unsafe PKCS12_verify_mac(file, $0, $1) }) == 1 { return phrase }
        }
        throw wrongPassphrase
    }

    private static let wrongPassphrase = StoreError(
        .authFailed,
        "the passphrase does not open the file, or it was changed; give the one that it was written with")

    /// The bags of a part, which the caller frees.
    private static func open(
        _ part: UnsafeMutablePointer<PKCS7>, _ phrase: Phrase, _ work: inout DerivationWork
    ) throws(StoreError) -> OpaquePointer? {
        switch unsafe OBJ_obj2nid(part.pointee.type) {
        case NID_pkcs7_data:
            guard let bags = unsafe PKCS12_unpack_p7data(part) else { throw broken }
            return unsafe bags
        case NID_pkcs7_encrypted:
            guard let content = unsafe part.pointee.d.encrypted?.pointee.enc_data,
                let algorithm = unsafe content.pointee.algorithm, let sealed = unsafe content.pointee.enc_data
            else { throw broken }
            let context = try unsafe work.spend(algorithm).context()
            let bags = unsafe phrase.withText { text, count in
                unsafe PKCS12_item_decrypt_d2i_ex(
                    algorithm, PKCS12_SAFEBAGS_it(), text, count, sealed, 1, context, nil)
            }
            guard let bags = unsafe bags else { throw broken }
            return OpaquePointer(bags)
        default:
            throw StoreError(
                .unimplemented,
                "PKCS#12 that is encrypted to a key is not read; write it again with a passphrase")
        }
    }

    private static func read(
        all bags: OpaquePointer?, _ phrase: Phrase, _ work: inout DerivationWork,
        into contents: inout Contents
    ) throws(StoreError) {
        for bag in unsafe LibCrypto.elements(of: bags) {
            guard let bag = unsafe bag.object else { throw broken }
            try unsafe read(bag, phrase, &work, into: &contents)
        }
    }

    private static func read(
        _ bag: OpaquePointer, _ phrase: Phrase, _ work: inout DerivationWork, into contents: inout Contents
    ) throws(StoreError) {
        switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
        case NID_keyBag:
            guard let key = unsafe PKCS12_SAFEBAG_get0_p8inf(bag) else { throw broken }
            try unsafe contents.keys.append(entry(SealedPKCS8.encoding(of: key), bag))
        case NID_pkcs8ShroudedKeyBag:
            var algorithm: UnsafePointer<X509_ALGOR>?
            guard let sealed = unsafe PKCS12_SAFEBAG_get0_pkcs8(bag) else { throw broken }
            unsafe X509_SIG_get0(sealed, &algorithm, nil)
            let context = try unsafe work.spend(algorithm).context()
            let key = unsafe phrase.withText { unsafe PKCS8_decrypt_ex(sealed, $0, $1, context, nil) }
            guard let key = unsafe key else { throw broken }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(key) }
            try unsafe contents.keys.append(entry(SealedPKCS8.encoding(of: key), bag))
        case NID_certBag:
            guard unsafe PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate,
                let certificate = unsafe PKCS12_SAFEBAG_get1_cert(bag)
            else { throw broken }
            defer { unsafe X509_free(certificate) }
            guard let der = unsafe LibCrypto.encoding({ unsafe i2d_X509(certificate, $0) }) else {
                throw broken
            }
            unsafe contents.certificates.append(entry(der, bag))
        case NID_safeContentsBag:
            // Bags within a bag; libcrypto has read no more than some twenty levels.
            try unsafe read(all: PKCS12_SAFEBAG_get0_safes(bag), phrase, &work, into: &contents)
        default: break
        }
    }

    private static func entry<Content>(_ content: Content, _ bag: OpaquePointer) -> Entry<Content> {
        Entry(
            content: content,
            label: unsafe attribute(NID_friendlyName, bag, V_ASN1_BMPSTRING).map(LibCrypto.text(utf16:)),
            keyID: unsafe attribute(NID_localKeyID, bag, V_ASN1_OCTET_STRING))
    }

    private static func attribute(_ name: CInt, _ bag: OpaquePointer, _ type: CInt) -> Data? {
        let value = unsafe PKCS12_SAFEBAG_get0_attr(bag, name)
        guard unsafe value?.pointee.type == type else { return nil }
        return unsafe LibCrypto.bytes(of: value?.pointee.value.asn1_string)
    }
}

extension DerivationWork {
    fileprivate mutating func spend(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(StoreError)
        -> CryptoProviders
    {
        let copy = unsafe UnsafeMutablePointer(mutating: algorithm)
        guard let der = unsafe LibCrypto.encoding({ unsafe i2d_X509_ALGOR(copy, $0) }) else {
            throw PKCS12File.broken
        }
        return try spend(try SecretReader(try SecretBytes(copying: der)).content())
    }
}

extension PKCS12File {
    /// Writes keys and certificates; all of it encrypted with AES-256 and sealed with SHA-256.
    ///
    /// The passphrase ends in a zero byte, as C wants it.
    static func write(
        _ keys: [Entry<SecretBytes>], _ certificates: [Entry<CertificateHandle>], _ passphrase: SecretBytes
    ) throws(StoreError) -> Data {
        let data = unsafe LibCrypto.withPointer(passphrase) { passphrase in
            LibCrypto.secretly { () -> Data? in
                let phrase = unsafe LibCrypto.text(passphrase)
                var parts: OpaquePointer?
                defer {
                    unsafe OPENSSL_sk_pop_free(parts) {
                        unsafe PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self))
                    }
                }
                guard unsafe add(certificates, phrase, to: &parts) else { return nil }
                for key in keys {
                    guard unsafe add(key, passphrase.count - 1, phrase, to: &parts) else { return nil }
                }
                guard let file = unsafe PKCS12_add_safes(parts, 0) else { return nil }
                defer { unsafe PKCS12_free(file) }
                let count = Int32(SealedPKCS8.iterations)
                guard unsafe PKCS12_set_mac(file, phrase, -1, nil, 16, count, EVP_sha256()) == 1 else {
                    return nil
                }
                return unsafe LibCrypto.encoding { unsafe i2d_PKCS12(file, $0) }
            }
        }
        guard let data else { throw LibCrypto.failed("write PKCS#12") }
        return data
    }

    private static func add(
        _ certificates: [Entry<CertificateHandle>], _ phrase: UnsafePointer<CChar>,
        to parts: inout OpaquePointer?
    ) -> Bool {
        var bags: OpaquePointer?
        defer { unsafe OPENSSL_sk_pop_free(bags) { unsafe PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
        for certificate in certificates {
            guard let bag = unsafe PKCS12_add_cert(&bags, certificate.content.object),
                unsafe name(bag, as: certificate)
            else { return false }
        }
        return unsafe PKCS12_add_safe(
            &parts, bags, NID_aes_256_cbc, Int32(SealedPKCS8.iterations), phrase) == 1
    }

    private static func add(
        _ key: Entry<SecretBytes>, _ count: Int, _ phrase: UnsafePointer<CChar>,
        to parts: inout OpaquePointer?
    ) -> Bool {
        guard let sealed = unsafe SealedPKCS8.sealed(key.content, phrase, Int32(count)) else { return false }
        guard let bag = unsafe PKCS12_SAFEBAG_create0_pkcs8(sealed) else {
            unsafe X509_SIG_free(sealed)
            return false
        }
        let bags = unsafe OPENSSL_sk_new_null()
        defer { unsafe OPENSSL_sk_pop_free(bags) { unsafe PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
        guard unsafe OPENSSL_sk_push(bags, UnsafeRawPointer(bag)) > 0 else {
            unsafe PKCS12_SAFEBAG_free(bag)
            return false
        }
        return unsafe name(bag, as: key) && PKCS12_add_safe(&parts, bags, -1, 0, nil) == 1
    }

    /// Says whose bag it is, so that key and certificate find each other, and what people call it.
    private static func name<Content>(_ bag: OpaquePointer, as entry: Entry<Content>) -> Bool {
        if let keyID = entry.keyID {
            var bytes = Array(keyID)
            guard unsafe PKCS12_add_localkeyid(bag, &bytes, Int32(bytes.count)) == 1 else { return false }
        }
        guard let label = entry.label else { return true }
        let bytes = label.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return unsafe PKCS12_add_friendlyname_uni(bag, bytes, CInt(clamping: bytes.count)) == 1
    }
}
