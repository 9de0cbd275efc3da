internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

// The contents of certificates. A stored one whose bytes are no certificate has none: the answer is nil, or
// `errSecDecode`.

/// A name for a certificate in lists; nil if its subject is empty.
///
/// The common name, with the description in brackets if there is one; else an e-mail address, a DNS name, or
/// another part of the subject.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    content(of: certificate)?.summary.map { $0 as NSString }
}

/// The same as ``SecCertificateCopySubjectSummary(_:)``, by an older name of macOS.
///
/// Nil, with an error that the caller releases, for stored bytes that cannot be read.
@discardableResult
public func SecCertificateCopyShortDescription(
    _ alloc: CFAllocator?, _ certificate: SecCertificate,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        (try certificate.certificate.summary ?? "") as NSString
    }
}

/// The subject and the issuer of a certificate, for people.
///
/// Nil, with an error that the caller releases, for stored bytes that cannot be read.
@discardableResult
public func SecCertificateCopyLongDescription(
    _ alloc: CFAllocator?, _ certificate: SecCertificate,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        try certificate.certificate.description as NSString
    }
}

/// The common name of the subject; `errSecInternal` if there is none.
///
/// It is the last one if there are several, and may hold any character. Stored bytes that cannot be read are
/// `errSecDecode`.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    unsafe status(answeringIn: commonName) { () throws(StoreError) in
        guard let name = try certificate.certificate.commonName else {
            throw StoreError(StoreStatus(rawValue: errSecInternal), "the subject has no common name")
        }
        return name as NSString
    }
}

/// The e-mail addresses of the subject; an empty array if there are none.
///
/// Those among the alternative names come first, and each is there once. Stored bytes that cannot be read are
/// `errSecDecode`.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe status(answeringIn: emailAddresses) { () throws(StoreError) in
        try certificate.certificate.emailAddresses as NSArray
    }
}

/// The serial number as it is encoded.
///
/// It has a zero in front where it would be negative without. Nil, with `errSecDecode` in `error`, for stored
/// bytes that cannot be read; the caller releases the error.
@discardableResult
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe answer(orErrorIn: error) { () throws(StoreError) in
        try certificate.certificate.serialNumber as NSData
    }
}

/// The public key; nil for one of an algorithm that is not supported.
///
/// The key is read with libcrypto and not stored. The certificate is not checked for it: that is for a
/// ``SecTrust``.
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    answer { () throws(StoreError) in try SecKey(certificate.certificate.publicKey) }
}

/// The name of ``SecCertificateCopySerialNumberData(_:_:)`` on older macOS.
///
/// It is nil, and sets `error`, just as that does.
@discardableResult
public func SecCertificateCopySerialNumber(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { unsafe SecCertificateCopySerialNumberData(certificate, error) }

/// The name of ``SecCertificateCopySerialNumberData(_:_:)`` on older iOS.
///
/// It has no place for an error: ``KeychainStore/reportErrors(to:)`` gets the reason for nil.
@discardableResult
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// The name of ``SecCertificateCopyKey(_:)`` on older macOS; `errSecUnsupportedKeyFormat` without a key.
///
/// The pointer gets nil then. The code is the same where the certificate itself cannot be read.
@discardableResult
public func SecCertificateCopyPublicKey(
    _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    unsafe key.pointee = SecCertificateCopyKey(certificate)
    return unsafe key.pointee == nil ? errSecUnsupportedKeyFormat : errSecSuccess
}

/// The name of ``SecCertificateCopyKey(_:)`` on older iOS.
///
/// Nil where that is nil, for an algorithm or for bytes that are not read.
@discardableResult
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// The issuer's name in the form in which names are compared, as a sequence in DER.
///
/// Two names count as the same if these bytes are. Nil if the certificate cannot be read.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    content(of: certificate).map { $0.issuer.normalizedDER as NSData }
}

/// The subject's name in the form in which names are compared, as a sequence in DER.
///
/// The certificates that it issued have it as their issuer's. Nil if the certificate cannot be read.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    content(of: certificate).map { $0.subject.normalizedDER as NSData }
}

/// The first instant at which the certificate is valid.
///
/// Nil only for stored bytes that cannot be read. Compare it yourself, or evaluate a ``SecTrust``, which
/// checks more.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    content(of: certificate).map { $0.notBefore as NSDate }
}

/// The last instant at which the certificate is valid.
///
/// At that instant it still is valid. Nil only for stored bytes that cannot be read.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    content(of: certificate).map { $0.notAfter as NSDate }
}

private func content(of certificate: SecCertificate) -> Certificate? {
    answer { () throws(StoreError) in try certificate.certificate }
}

/// Values of a certificate by Apple's identifiers for them: those that are asked for, or all without keys.
///
/// These are the names of subject and issuer, the dates as seconds since 2001, the common names, and the DNS
/// names under `DNSNAMES`. Anything else that macOS answers is left out.
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
