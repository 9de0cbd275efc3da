import Foundation
import SecureStore
import SecureStoreCertificates

/// An authority of one's own, whose key and certificates lie in a store.
struct Authority {
    private static let label = "authority"
    private static let day = 86_400.0

    let store: ItemStore

    /// Makes the authority, for ten years.
    func found(_ name: String) throws {
        let key = try PrivateKey.generate(.p256)
        let certificate = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: name]), as: .authority(pathLength: 0), key: key,
            validity: Date()...Date() + 3650 * Self.day)
        // Its key signs here and leaves the store never.
        try store.add(
            Identity(certificate: certificate, key: key), label: Self.label, isExtractable: false)
    }

    /// Makes a key and a certificate for 90 days.
    ///
    /// The latest one of a name is the one that is used, so that this renews, too.
    func issue(_ name: String, as contents: CertificateContents) throws {
        let root = try identity(Self.label)
        let key = try PrivateKey.generate(.p256)
        let request = try CertificateRequest(
            subject: DistinguishedName([.commonName: name]), as: contents, key: key)
        let (certificate, notGranted) = try root.certificate.issue(
            request, key: root.key, validity: Date()...Date() + 90 * Self.day)
        guard notGranted.isEmpty else {
            throw StoreError(.param, "the authority does not grant all that was asked for")
        }
        let issued = try Identity(certificate: certificate, key: key, chain: [root.certificate])
        try store.add(issued, label: name)
    }

    /// The certificate of the authority, which both sides need and which is no secret.
    func certificate() throws -> Certificate { try identity(Self.label).certificate }

    /// Refuses whoever is not a client of this authority.
    func check(client file: String) throws -> String {
        let certificates = try Certificate.all(pem: Data(contentsOf: URL(fileURLWithPath: file)))
        guard let client = certificates.first else {
            throw StoreError(.itemNotFound, "there is no certificate in \(file)")
        }
        _ = try client.validate(for: .tlsClient, anchors: .only([certificate()]))
        return client.subject.description
    }

    private func identity(_ label: String) throws -> Identity {
        guard let identity = try store.identity(Query<IdentityItem>().where(.label, equals: label)) else {
            throw StoreError(.itemNotFound, "there is no authority: found one first")
        }
        return identity
    }
}
