#if !canImport(Darwin)

internal import CertificateKit
private import SecureStore

extension SecCertificate {
    /// The certificate as it is read; nil for a stored one without bytes, or with bytes that are none.
    var parsed: Certificate? {
        item.secret.flatMap { secret in
            try? secret.withBytes { bytes throws(StoreError) in try Certificate(der: bytes) }
        }
    }
}

#endif
