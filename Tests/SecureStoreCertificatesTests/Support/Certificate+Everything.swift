import CSecureStoreOpenSSL

@testable import SecureStoreCertificates

extension Certificate {
    /// Asks for all that is computed.
    var everything: [Any?] {
        [
            summary, commonName, emailAddresses, dnsNames, ipAddresses, keyUsage, extendedKeyUsage,
            subjectKeyID,
            isCertificateAuthority, isSelfSigned, fingerprint(.sha1), subject.description, issuer.description,
            item(), pem,
        ]
    }
}

extension LibCrypto {
    /// The first error in the thread's queue, 0 if it is empty.
    static var pendingError: UInt { ERR_peek_error() }
}
