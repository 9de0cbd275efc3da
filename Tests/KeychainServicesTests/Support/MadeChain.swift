import SecureStoreCertificates
import Foundation

@testable import KeychainServices

/// A root and a certificate that it issued, with the key of the second.
struct MadeChain {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let validity = start...start + 1_000

    let root: Certificate
    let leaf: Identity

    init(_ name: String = "host.example", issuer: String = "Root of Hosts") throws {
        let (rootKey, key) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        root = try Certificate.selfSigned(
            subject: DistinguishedName([.organization: issuer]), as: .authority(), key: rootKey,
            validity: Self.validity)
        let request = try CertificateRequest(
            subject: DistinguishedName([.organization: "Example  ", .commonName: name]), key: key)
        leaf = try Identity(
            certificate: root.issue(request, key: rootKey, validity: Self.validity).certificate, key: key,
            chain: [root])
    }

    /// The leaf with its key, and the root, as objects of Apple's calls.
    var certificate: SecCertificate { get throws { try SecCertificate(leaf.certificate) } }
    var key: SecKey { get throws { try SecKey(leaf.key) } }
    var identity: SecIdentity { get throws { SecIdentity(try certificate, try key) } }
}

/// Finds references of a class, oldest first.
func found(_ query: [CFString: Any]) -> [NSObject] {
    var result: CFTypeRef?
    let all: [CFString: Any] = [kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]
    let status = unsafe SecItemCopyMatching(query.merging(all) { $1 } as CFDictionary, &result)
    return status == errSecSuccess ? result as? [NSObject] ?? [] : []
}
