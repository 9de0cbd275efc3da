private import CSecureStoreOpenSSL
internal import FoundationEssentials
internal import SecureStore

/// Takes signed messages of CMS apart, checks their signatures, and makes them.
enum SignedData {
    /// Each signature costs a hash of all of the content.
    private static let maximumSigners = 32
    private static let maximumCertificates = 1_000

    /// The content, nil when it is kept apart from the message, and the certificates in DER.
    static func read(_ der: Data) throws(StoreError) -> (content: Data?, certificates: [Data]) {
        let message = try decode(der)
        return try LibCrypto.quietly { () throws(StoreError) in
            // Null inside for a content that is kept apart, and outside for one that is not a string of
            // bytes.
            guard let place = unsafe CMS_get0_content(message.object) else { throw broken }
            let content = unsafe LibCrypto.bytes(of: place.pointee)
            let stack = unsafe CMS_get1_certs(message.object)
            defer { unsafe OPENSSL_sk_pop_free(stack) { unsafe X509_free(OpaquePointer($0)) } }
            let found = unsafe LibCrypto.elements(of: stack)
            guard found.count <= maximumCertificates else {
                throw StoreError(
                    .dataTooLarge,
                    "a message with \(found.count) certificates; at most \(maximumCertificates) are read")
            }
            var certificates: [Data] = []
            for certificate in found {
                guard let der = unsafe LibCrypto.encoding({ unsafe i2d_X509(certificate.object, $0) }) else {
                    throw broken
                }
                certificates.append(der)
            }
            return (content, certificates)
        }
    }

    private static func decode(_ der: Data) throws(StoreError) -> Handle {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_CMS_ContentInfo(nil, $0, $1) }) {
            unsafe CMS_ContentInfo_free($0)
        }
        guard let read, unsafe OBJ_obj2nid(CMS_get0_type(read.object)) == NID_pkcs7_signed else {
            throw broken
        }
        return read
    }

    private static var broken: StoreError {
        StoreError(.decode, "the bytes are no signed message of CMS, or it is broken; take another copy")
    }

    // MARK: - Checking

    /// The answer about one signature over the content, with the signer's certificate in DER; nil if it is
    /// nowhere.
    typealias Finding = (certificate: Data?, state: SignatureState)

    /// Checks each signature over the content; `certificates` are for signers that the message leaves out.
    static func check(
        _ der: Data, over content: Data, certificates: [CertificateHandle]
    ) throws(StoreError) -> [Finding] {
        let message = try decode(der)
        return try LibCrypto.quietly { () throws(StoreError) in
            let signers = unsafe LibCrypto.elements(of: CMS_get0_SignerInfos(message.object))
            guard signers.count <= maximumSigners else {
                throw StoreError(
                    .dataTooLarge,
                    "a message with \(signers.count) signatures; at most \(maximumSigners) are read")
            }
            // The message's own first: another one may have the issuer and the number of a signer's.
            guard let more = LibCrypto.list(of: certificates),
                unsafe CMS_set1_signers_certs(message.object, nil, 0) >= 0,
                unsafe CMS_set1_signers_certs(message.object, more.object, 0) >= 0
            else { throw LibCrypto.failed("find the signers") }
            let bytes = [UInt8](content)
            let type = unsafe CMS_get0_eContentType(message.object)
            return signers.map { unsafe finding($0.object, over: bytes, type) }
        }
    }

    private static func finding(
        _ signer: OpaquePointer?, over content: [UInt8], _ type: OpaquePointer?
    ) -> Finding {
        var certificate: OpaquePointer?
        var digest: UnsafeMutablePointer<X509_ALGOR>?
        unsafe CMS_SignerInfo_get0_algs(signer, nil, &certificate, &digest, nil)
        guard let certificate = unsafe certificate,
            let der = unsafe LibCrypto.encoding({ unsafe i2d_X509(certificate, $0) })
        else { return (nil, .signerNotFound) }
        var algorithm: OpaquePointer?
        unsafe X509_ALGOR_get0(&algorithm, nil, nil, digest)
        let identifier = unsafe OBJ_obj2nid(algorithm)
        let hash = HashFunction.all.first { unsafe EVP_MD_get_type($0.method) == identifier }
        guard let hash else { return (der, .unsupported) }
        return (der, unsafe state(of: signer, over: content, type, hash))
    }

    private static func state(
        of signer: OpaquePointer?, over content: [UInt8], _ type: OpaquePointer?, _ hash: HashFunction
    ) -> SignatureState {
        let isOverAttributes = unsafe CMS_signed_get_attr_count(signer) >= 0
        var reader = ByteReader(content)
        if isOverAttributes {
            // libcrypto does not compare the type that was signed with that of the content.
            guard unsafe signedType(of: signer, is: type), unsafe CMS_SignerInfo_verify(signer) == 1 else {
                return .bad
            }
        } else if reader.element()?.tag == DER.set, reader.isAtEnd {
            // A signature over attributes would pass for one over a content that is made of the same bytes.
            return .unsupported
        }
        // Only the hash that this signature needs: a message may name any number of them.
        guard let filter = unsafe Handle(BIO_new(BIO_f_md()), release: { unsafe BIO_free_all($0) }),
            let sink = unsafe BIO_new(BIO_s_null())
        else { return .unsupported }
        unsafe BIO_push(filter.object, sink)
        let method = unsafe UnsafeMutableRawPointer(hash.method)
        guard unsafe BIO_ctrl(filter.object, BIO_C_SET_MD, 0, method) == 1,
            unsafe content.isEmpty
                || BIO_write(filter.object, content, CInt(content.count)) == CInt(content.count),
            unsafe CMS_SignerInfo_verify_content(signer, filter.object) == 1
        else { return isOverAttributes ? .digestMismatch : .bad }
        return hash == .sha1 ? .weakHash : .good
    }

    private static func signedType(of signer: OpaquePointer?, is type: OpaquePointer?) -> Bool {
        // Minus three: there must be one such attribute, and one value in it.
        let signed = unsafe CMS_signed_get0_data_by_OBJ(
            signer, OBJ_nid2obj(NID_pkcs9_contentType), -3, V_ASN1_OBJECT)
        guard let signed = unsafe signed, let type = unsafe type else { return false }
        return unsafe OBJ_cmp(OpaquePointer(signed), type) == 0
    }

    // MARK: - Making

    /// A message that the key signs with the time; nil for a key that does not sign so.
    static func sign(
        _ content: [UInt8], _ certificate: CertificateHandle, _ key: KeyHandle, chain: [CertificateHandle],
        _ hash: HashFunction, isDetached: Bool
    ) -> Data? {
        LibCrypto.secretly {
            let flags = UInt32(CMS_PARTIAL | CMS_BINARY | CMS_NOSMIMECAP | (isDetached ? CMS_DETACHED : 0))
            guard
                let message = unsafe Handle(
                    CMS_sign(nil, nil, nil, nil, flags), release: { unsafe CMS_ContentInfo_free($0) }),
                unsafe CMS_add1_signer(
                    message.object, certificate.object, key.object, hash.method, flags) != nil
            else { return nil }
            guard unsafe add(chain, to: message.object) else { return nil }
            // One byte more: memory of none has no address.
            let isDone = unsafe (content + [0]).withUnsafeBufferPointer { buffer in
                let source = unsafe BIO_new_mem_buf(buffer.baseAddress, CInt(content.count))
                defer { unsafe BIO_free_all(source) }
                return unsafe source != nil && CMS_final(message.object, source, nil, flags) == 1
            }
            guard isDone else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_CMS_ContentInfo(message.object, $0) }
        }
    }

    /// A message that nobody signs, for the certificates that it brings along.
    static func bundle(_ certificates: [CertificateHandle]) throws(StoreError) -> Data {
        let data = LibCrypto.quietly { () -> Data? in
            let flags = UInt32(CMS_PARTIAL | CMS_DETACHED)
            guard
                let message = unsafe Handle(
                    CMS_sign(nil, nil, nil, nil, flags), release: { unsafe CMS_ContentInfo_free($0) }),
                unsafe add(certificates, to: message.object)
            else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_CMS_ContentInfo(message.object, $0) }
        }
        guard let data else { throw LibCrypto.failed("put the certificates together") }
        return data
    }

    private static func add(_ certificates: [CertificateHandle], to message: OpaquePointer) -> Bool {
        certificates.allSatisfy { unsafe CMS_add1_cert(message, $0.object) == 1 }
    }
}
