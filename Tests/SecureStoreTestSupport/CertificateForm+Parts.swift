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

    mutating func add(ipAddresses: [Data]) { names += ipAddresses.map { DER.encode(0x87, $0) } }
}

extension DER {
    /// An object identifier, which is given as numbers with dots.
    static func encode(identifier: String) -> [UInt8] {
        let numbers = identifier.split(separator: ".").compactMap { Int($0) }
        let parts = [40 * numbers[0] + numbers[1]] + numbers[2...]
        return encode(
            objectIdentifier,
            parts.flatMap { part in
                let digits = stride(from: 28, through: 0, by: -7).map { UInt8(part >> $0 & 0x7f) }
                return digits.dropLast().drop { $0 == 0 }.map { $0 | 0x80 } + digits.suffix(1)
            })
    }
}
