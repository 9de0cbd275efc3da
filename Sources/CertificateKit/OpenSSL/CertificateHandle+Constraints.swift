private import CSecureStoreOpenSSL

extension CertificateHandle {
    /// The DNS names that the name constraints exclude, each with all that lies below it.
    ///
    /// Only for hosts that a wildcard matched: libcrypto compares the names of certificates with these.
    var excludedHosts: [String] {
        LibCrypto.quietly {
            guard let value = unsafe X509_get_ext_d2i(object, NID_name_constraints, nil, nil) else {
                return []
            }
            let constraints = unsafe value.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
            defer { unsafe NAME_CONSTRAINTS_free(constraints) }
            let excluded = unsafe constraints.pointee.excludedSubtrees
            return unsafe (0..<max(OPENSSL_sk_num(excluded), 0)).compactMap { place in
                let subtree = unsafe OPENSSL_sk_value(excluded, place)?
                    .assumingMemoryBound(to: GENERAL_SUBTREE.self)
                guard case .dnsName(let name) = unsafe AlternativeName(subtree?.pointee.base) else {
                    return nil
                }
                return name
            }
        }
    }
}
