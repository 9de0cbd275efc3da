internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

// The settings of an evaluation. Each change makes an earlier outcome void.

/// Sets what the certificate is to be valid for: one policy, or an array of them.
///
/// An empty array stands for ``SecPolicyCreateBasicX509()``. Returns `errSecParam` for anything that is no
/// policy, and then keeps those that were set.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    status { () throws(StoreError) in
        let policies = try policyList(policies)
        trust.change { $0.policies = policies }
    }
}

/// The policies that are checked.
///
/// Always succeeds, and gets at least one: the basic policy where none was given.
@discardableResult
public func SecTrustCopyPolicies(
    _ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe policies.pointee = NSArray(array: trust.inputs.policies)
    return errSecSuccess
}

/// Sets the responses of OCSP that say whether a certificate was revoked: data, or an array of them.
///
/// Nil for none. They count with every policy. Bytes that are no response are left out, as on Apple's
/// systems: ``SecPolicyCreateRevocation(_:)`` can require that one says that a certificate is good. Returns
/// `errSecParam` for anything that is no data.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    status { () throws(StoreError) in
        let all: [NSData] = try list(responseData, "responses") ?? []
        trust.change { $0.responses = all.compactMap { try? OCSPResponse(der: $0 as Data) } }
    }
}

/// Sets the certificates that chains may end in; nil for those of the system again.
///
/// With an array the system's do not count any more, so an empty one leaves nothing to trust: see
/// ``SecTrustSetAnchorCertificatesOnly(_:_:)``. Returns `errSecParam` for anything that is no certificate.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    status { () throws(StoreError) in
        let anchors: [SecCertificate]? = try list(anchorCertificates, "anchors")
        trust.change { ($0.anchors, $0.isSystemTrusted) = (anchors, anchors == nil) }
    }
}

/// Sets whether the anchors that were set are the only ones, or those of the system count too.
///
/// Always succeeds. It holds for a trust without anchors of its own, too: true then leaves none at all.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
    _ trust: SecTrust, _ anchorCertificatesOnly: Bool
) -> OSStatus {
    trust.change { $0.isSystemTrusted = !anchorCertificatesOnly }
    return errSecSuccess
}

/// The anchors that were set; nil if none were.
///
/// Always succeeds. The authorities that the system trusts are not among them, and are not read.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe anchors.pointee = trust.inputs.anchors.map { NSArray(array: $0) }
    return errSecSuccess
}

/// Sets the date for which the certificate is to be valid; without one it is the time of each evaluation.
///
/// Always succeeds. A date that was set stays: only a new trust goes by the clock again.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    let date = verifyDate as Date
    trust.change { $0.date = date }
    return errSecSuccess
}

/// The date for which the certificate is to be valid, or else the time now.
///
/// It is in seconds since the first instant of 2001. Nothing is evaluated.
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    (trust.inputs.date ?? Date()).timeIntervalSinceReferenceDate
}

/// The certificates that the system trusts, which it reads now.
///
/// A file that cannot be read has none. Always succeeds.
@discardableResult
public func SecTrustCopyAnchorCertificates(_ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    unsafe status(answeringIn: anchors) { () throws(StoreError) in
        var all: [SecCertificate] = []
        for certificate in TrustAnchors.certificatesOfSystem { all.append(try SecCertificate(certificate)) }
        return all as NSArray
    }
}

// MARK: - Network

/// Allows or forbids to fetch what is missing; nothing is fetched either way.
///
/// Always succeeds and keeps nothing, so an earlier result stays.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    errSecSuccess
}

/// True if something may be fetched: false.
///
/// Always succeeds, whatever ``SecTrustSetNetworkFetchAllowed(_:_:)`` was given.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
    _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    unsafe allowFetch.pointee = false
    return errSecSuccess
}

// MARK: - Exceptions

/// Sets what passes although it is wrong, and what is asked for besides, in place of earlier options.
///
/// Always succeeds. A failure that is excused in this way makes the result `proceed`; other failures stay
/// what they are.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
    trustRef.change { $0.options = options }
    return errSecSuccess
}

/// The failures as data for a later ``SecTrustSetExceptions(_:_:)``, after a person has agreed.
///
/// Nil if the certificate cannot be read. Failures that nothing excuses, such as a false signature, are left
/// out.
@discardableResult
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    trust.leaf
        .flatMap { TrustExceptions.data(for: $0, excusing: trust.outcome.failures) }.map { $0 as NSData }
}

/// Excuses what was wrong when the exceptions were copied, and nothing else; nil ends that.
///
/// Answers false, and excuses nothing, for exceptions of another certificate. That a name was not found is
/// excused for that name only.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    let leaf = trust.leaf
    let read = exceptions.flatMap { data in leaf.flatMap { TrustExceptions(data as Data, for: $0) } }
    trust.change { $0.exceptions = read }
    return read != nil
}
