private import CSecureStoreOpenSSL

extension CertificateHandle {
    /// Whether the names, the identifiers and the signature say that another certificate's key signed this one.
    func isIssued(by issuer: CertificateHandle) -> Bool {
        LibCrypto.quietly {
            guard unsafe X509_check_issued(issuer.object, object) == X509_V_OK,
                let key = unsafe X509_get0_pubkey(issuer.object)
            else { return false }
            return unsafe X509_verify(object, key) == 1
        }
    }
}
