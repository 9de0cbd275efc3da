internal import CertificateKit
public import Foundation
internal import SecureStore

/// Values of a certificate by Apple's identifiers for them: those that are asked for, or all without keys.
///
/// These are the names of subject and issuer, the dates as seconds since 2001, the common names, and the DNS names under
/// `DNSNAMES`. What else macOS answers is left out, as what a certificate does not have is left out there.
@discardableResult
public func SecCertificateCopyValues(
    _ certificate: SecCertificate, _ keys: CFArray?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        let certificate = try certificate.certificate
        var values: [CFString: CFDictionary] = [
            kSecOIDX509V1SubjectName: section("Subject Name", certificate.subject),
            kSecOIDX509V1IssuerName: section("Issuer Name", certificate.issuer),
            kSecOIDX509V1ValidityNotBefore: date("Not Valid Before", certificate.notBefore),
            kSecOIDX509V1ValidityNotAfter: date("Not Valid After", certificate.notAfter),
        ]
        let lists: [(CFString, String, [String])] = [
            (kSecOIDCommonName, "CN", certificate.subject.texts(.commonName)),
            ("DNSNAMES" as NSString, "DNS", certificate.dnsNames),
        ]
        for (key, label, texts) in lists where !texts.isEmpty {
            values[key] = value(kSecPropertyTypeArray, label, texts as NSArray)
        }
        guard let keys else { return values as NSDictionary }
        return values.filter { keys.contains($0.key) } as NSDictionary
    }
}

private func date(_ label: String, _ date: Date) -> CFDictionary {
    value(kSecPropertyTypeNumber, label, NSNumber(value: date.timeIntervalSinceReferenceDate))
}

/// A name: its parts, each under its identifier.
private func section(_ label: String, _ name: DistinguishedName) -> CFDictionary {
    let parts = name.parts.map { value(kSecPropertyTypeString, $0.identifier, $0.text as NSString) }
    return value(kSecPropertyTypeSection, label, parts as NSArray)
}

private func value(_ type: CFString, _ label: String, _ value: AnyObject) -> CFDictionary {
    [
        kSecPropertyKeyType: type, kSecPropertyKeyLabel: label, kSecPropertyKeyLocalizedLabel: label,
        kSecPropertyKeyValue: value,
    ] as NSDictionary
}
