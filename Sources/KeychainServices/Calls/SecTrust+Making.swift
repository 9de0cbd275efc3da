internal import SecureStoreCertificates
internal import Foundation
internal import SecureStore

/// Makes an evaluation of a certificate, or of an array of them: the one to check, then those for its chain.
///
/// One policy, an array of them, or nil and an empty array for ``SecPolicyCreateBasicX509()``; all of them
/// are checked. Answers `errSecParam` for anything else.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    unsafe status(answeringIn: trust) { () throws(StoreError) in
        let all: [SecCertificate] = try list(certificates, "certificates") ?? []
        guard !all.isEmpty else { throw StoreError(.param, "there is no certificate to check") }
        return SecTrust(checking: all, try policyList(policies))
    }
}

extension SecTrust {
    /// An evaluation whose missing issuers are looked for in the keychain that calls work on.
    convenience init(checking certificates: [SecCertificate], _ policies: [SecPolicy]) {
        var inputs = Inputs(certificates: certificates, policies: policies)
        inputs.more = { certificates in
            let found = try? KeychainStore.keychain().withStore(for: .searching) { store throws(StoreError) in
                try store.authorities(above: certificates)
            }
            // Without a keychain that can be read, the chain has only what was given.
            return found ?? []
        }
        self.init(inputs)
    }
}
