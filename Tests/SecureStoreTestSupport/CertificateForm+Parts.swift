import Foundation

@testable import SecureStoreCertificates

/// Parts that only certificates of tests have.
extension CertificateForm {
    /// The purposes; those that are set take the place of earlier ones.
    var extendedKeyUsage: [ExtendedKeyUsage] {
        get { [] }
        set {
            let value = DER.encode(DER.sequence, newValue.flatMap { DER.encode(identifier: $0.identifier) })
            further = newValue.isEmpty ? [] : [CertificateExtension(identifier: "2.5.29.37", value: value)]
        }
    }

    mutating func add(emailAddresses: [String]) {
        names += emailAddresses.map { DER.encode(0x81, $0.utf8) }
    }

    /// DNS names and those below them: the only ones that an authority may issue for.
    mutating func permit(_ hosts: [String]) {
        let subtrees = hosts.flatMap { DER.encode(DER.sequence, DER.encode(0x82, $0.utf8)) }
        further.append(
            CertificateExtension(
                identifier: "2.5.29.30", isCritical: true,
                value: DER.encode(DER.sequence, DER.encode(0xa0, subtrees))))
    }

    mutating func add(ipAddresses: [Data]) { names += ipAddresses.map { DER.encode(0x87, $0) } }
}

extension DER {
    /// An object identifier, which is given as numbers with dots.
    static func encode(identifier: String) -> [UInt8] {
        self.identifier(identifier) ?? []
    }
}
