internal import FoundationEssentials
private import CSecureStoreOpenSSL
internal import SecureStore

extension PKCS12File {
    struct Pair {
        let key: SecretBytes
        let certificate: CertificateHandle
        let label: String?
        let keyID: Data
    }

    /// Writes keys, their certificates, and others; all of it encrypted with AES-256 and sealed with SHA-256.
    ///
    /// The passphrase ends in a zero byte, as C wants it.
    static func write(
        _ pairs: [Pair], _ others: [CertificateHandle], _ passphrase: SecretBytes
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
                guard unsafe addCertificates(of: pairs, others, phrase, to: &parts) else { return nil }
                for pair in pairs {
                    guard unsafe addKey(of: pair, passphrase.count - 1, phrase, to: &parts) else {
                        return nil
                    }
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

    private static func addCertificates(
        of pairs: [Pair], _ others: [CertificateHandle], _ phrase: UnsafePointer<CChar>,
        to parts: inout OpaquePointer?
    ) -> Bool {
        var bags: OpaquePointer?
        defer { unsafe OPENSSL_sk_pop_free(bags) { unsafe PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
        for (index, certificate) in (pairs.map(\.certificate) + others).enumerated() {
            guard let bag = unsafe PKCS12_add_cert(&bags, certificate.object) else { return false }
            guard unsafe index >= pairs.count || name(bag, pairs[index]) else { return false }
        }
        return unsafe PKCS12_add_safe(
            &parts, bags, NID_aes_256_cbc, Int32(SealedPKCS8.iterations), phrase) == 1
    }

    private static func addKey(
        of pair: Pair, _ count: Int, _ phrase: UnsafePointer<CChar>, to parts: inout OpaquePointer?
    ) -> Bool {
        guard let sealed = unsafe SealedPKCS8.sealed(pair.key, phrase, Int32(count)) else { return false }
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
        return unsafe name(bag, pair) && PKCS12_add_safe(&parts, bags, -1, 0, nil) == 1
    }

    /// Says whose bag it is, so that key and certificate find each other.
    private static func name(_ bag: OpaquePointer, _ pair: Pair) -> Bool {
        var bytes = Array(pair.keyID)
        guard unsafe PKCS12_add_localkeyid(bag, &bytes, Int32(bytes.count)) == 1 else { return false }
        guard let label = pair.label else { return true }
        return unsafe PKCS12_add_friendlyname_utf8(bag, label, -1) == 1
    }
}
