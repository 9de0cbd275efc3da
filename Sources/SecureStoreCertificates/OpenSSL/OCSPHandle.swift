private import CSecureStoreOpenSSL
internal import FoundationEssentials

/// A response of OCSP with its answers, as libcrypto holds it: read once, never changed.
@safe final class OCSPHandle: Sendable {
    private let handle: Handle

    /// The answer about one certificate.
    struct Answer {
        enum Status { case good, revoked(Date), unknown }
        let status: Status
        let thisUpdate: Date
        /// The date by which there is a newer answer; nil if the responder always has one.
        let nextUpdate: Date?
    }

    /// Reads the answers of a response; nil for other bytes, and for a responder's refusal.
    init?(der: Data) {
        let read = unsafe LibCrypto.decoding(der, { unsafe d2i_OCSP_RESPONSE(nil, $0, $1) }) {
            unsafe OCSP_RESPONSE_free($0)
        }
        let basic = LibCrypto.quietly {
            unsafe Handle(read.flatMap { unsafe OCSP_response_get1_basic($0.object) }) {
                unsafe OCSP_BASICRESP_free($0)
            }
        }
        guard let read, let basic,
            unsafe OCSP_response_status(read.object) == OCSP_RESPONSE_STATUS_SUCCESSFUL
        else { return nil }
        handle = basic
    }

    private var object: OpaquePointer { unsafe handle.object }

    /// The certificate, of the response or this issuer's, whose key signed the response; nil if none did,
    /// and for a critical extension, of which none is known here.
    ///
    /// Nobody has vouched for a certificate of the response.
    func signer(orIssuer issuer: CertificateHandle) -> Data? {
        LibCrypto.quietly {
            guard let others = LibCrypto.list(of: [issuer]),
                unsafe OCSP_BASICRESP_get_ext_by_critical(object, 1, -1) < 0,
                unsafe SignatureStrength.isEnough(OCSP_resp_get0_tbs_sigalg(object)),
                unsafe OCSP_basic_verify(object, others.object, nil, UInt(OCSP_NOVERIFY)) == 1
            else { return nil }
            var signer: OpaquePointer?
            guard unsafe OCSP_resp_get0_signer(object, &signer, others.object) == 1 else { return nil }
            return unsafe LibCrypto.encoding { unsafe i2d_X509(signer, $0) }
        }
    }

    /// The answers about a certificate of this issuer.
    func answers(about certificate: CertificateHandle, of issuer: CertificateHandle) -> [Answer] {
        LibCrypto.quietly {
            unsafe (0..<max(OCSP_resp_count(object), 0)).compactMap { place in
                let single = unsafe OCSP_resp_get0(object, place)
                guard unsafe Self.names(OCSP_SINGLERESP_get0_id(single), certificate, issuer),
                    unsafe OCSP_SINGLERESP_get_ext_by_critical(single, 1, -1) < 0
                else { return nil }
                return unsafe Self.answer(single)
            }
        }
    }

    /// True for an answer about this certificate, whichever hash names its issuer.
    private static func names(
        _ id: OpaquePointer?, _ certificate: CertificateHandle, _ issuer: CertificateHandle
    ) -> Bool {
        var hash: OpaquePointer?
        guard unsafe OCSP_id_get0_info(nil, &hash, nil, nil, id) == 1 else { return false }
        let method = unsafe EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid(hash)))
        guard let method = unsafe method else { return false }
        let own = unsafe OCSP_cert_to_id(method, certificate.object, issuer.object)
        defer { unsafe OCSP_CERTID_free(own) }
        return unsafe own != nil && OCSP_id_cmp(own, id) == 0
    }

    private static func answer(_ single: OpaquePointer?) -> Answer? {
        var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var (first, next) = unsafe (revoked, revoked)
        let status = unsafe OCSP_single_get0_status(single, nil, &revoked, &first, &next)
        guard let thisUpdate = unsafe CertificateHandle.date(first) else { return nil }
        let nextUpdate = unsafe next.flatMap { unsafe CertificateHandle.date($0) }
        // A date for the next answer that cannot be read is none that has come.
        guard unsafe next == nil || nextUpdate != nil else { return nil }
        let state: Answer.Status =
            switch status {
            case V_OCSP_CERTSTATUS_GOOD: .good
            case V_OCSP_CERTSTATUS_REVOKED: .revoked(unsafe CertificateHandle.date(revoked) ?? .distantPast)
            default: .unknown
            }
        return Answer(status: state, thisUpdate: thisUpdate, nextUpdate: nextUpdate)
    }
}
