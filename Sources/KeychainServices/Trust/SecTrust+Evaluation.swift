public import Dispatch
public import Foundation
internal import SecureStore

/// Evaluates again, and answers whether the certificate is trusted.
///
/// If not, `error` gets what is wrong, for instance `errSecCertificateExpired`, `errSecHostNameMismatch`,
/// `errSecNotTrusted` or `errSecCreateChainFailed`. Of several failures it is the one that Apple's systems
/// name, and the error under it says all of them.
@discardableResult
public func SecTrustEvaluateWithError(
    _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
    let outcome = trust.evaluate()
    unsafe error?.pointee = outcome.error
    return outcome.isTrusted
}

/// The function that ``SecTrustEvaluateAsyncWithError(_:_:_:)`` calls.
///
/// It gets the trust, whether the certificate is trusted, and what is wrong.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Evaluates the trust on a queue, and calls a function there with the answer.
///
/// An earlier answer is not used again.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
    // Sendable: called once, on the queue that its owner chose for it.
    nonisolated(unsafe) let result = result
    queue.async {
        let outcome = trust.evaluate()
        unsafe result(trust, outcome.isTrusted, outcome.error)
    }
    return errSecSuccess
}

/// The function that ``SecTrustEvaluateAsync(_:_:_:)`` calls, with the trust and the result.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void

/// Evaluates the trust on a queue, the main one if none is given, and calls a function there with the result.
///
/// An earlier result is not used again.
/// Newer programs call ``SecTrustEvaluateAsyncWithError(_:_:_:)``.
@discardableResult
public func SecTrustEvaluateAsync(
    _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
    // Sendable: called once, on the queue that its owner chose for it.
    nonisolated(unsafe) let result = result
    (queue ?? .main).async { unsafe result(trust, trust.evaluate().result) }
    return errSecSuccess
}

/// Evaluates again; the status only says that it was done.
///
/// Newer programs call ``SecTrustEvaluateWithError(_:_:)``.
@discardableResult
public func SecTrustEvaluate(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    unsafe result.pointee = trust.evaluate().result
    return errSecSuccess
}

extension TrustOutcome {
    /// The failures; nil if the certificate is trusted.
    fileprivate var error: CFError? { isTrusted ? nil : TrustFailure.error(for: failures, in: chain) }
}

// MARK: - What came of it

/// The result of the last evaluation; `invalid` if there was none since the last change.
///
/// Always succeeds, and never evaluates: it reads no file and needs no libcrypto.
@discardableResult
public func SecTrustGetTrustResult(
    _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
) -> OSStatus {
    unsafe result.pointee = trust.lastOutcome?.result ?? .invalid
    return errSecSuccess
}

/// Date, result and details of the last evaluation, or of one now.
///
/// The details have a dictionary for each certificate of the chain, with a key for each of Apple's checks
/// that failed, such as `SSLHostname`, `ServerAuthEKU` and `ValidityPeriodMaximums`. Evaluating reads the
/// system's certificates and checks signatures with libcrypto. Never nil: a certificate that cannot be read
/// has a result too.
@discardableResult
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    let outcome = trust.outcome
    return [
        kSecTrustEvaluationDate: outcome.date as NSDate,
        kSecTrustResultValue: NSNumber(value: outcome.result.rawValue),
        kSecTrustResultDetails: outcome.details as NSArray,
    ] as NSDictionary
}

/// A dictionary for each certificate of the chain, with a title for people.
///
/// The first has the error too, if the certificate is not trusted. It evaluates if nothing was evaluated
/// since the last change. Never nil.
@discardableResult
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    let outcome = trust.outcome
    let properties = outcome.chain.map { certificate in
        let properties = NSMutableDictionary()
        properties[kSecPropertyTypeTitle] = SecCertificateCopySubjectSummary(certificate)
        return properties
    }
    properties.first?[kSecPropertyTypeError] = outcome.error?.localizedDescription as NSString?
    return properties as NSArray
}

/// The chain of the last evaluation, or of one now: the certificate first, then as far as there is one.
///
/// A chain that is not trusted has at least its first certificate. The caller's own objects are in it where
/// they fit. Never nil.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    NSArray(array: trust.outcome.chain)
}

/// The number of certificates of ``SecTrustCopyCertificateChain(_:)``.
///
/// Counting evaluates if nothing was evaluated since the last change, which reads files.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.outcome.chain.count }

/// One of the certificates of ``SecTrustCopyCertificateChain(_:)``; nil beyond its end.
///
/// A negative index is nil too. Ask for the whole chain instead if another thread may change the trust
/// meanwhile.
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ index: CFIndex) -> SecCertificate? {
    let chain = trust.outcome.chain
    return chain.indices.contains(index) ? chain[index] : nil
}

// MARK: - The key

/// The public key of the certificate, trusted or not; nil for a kind of key that is not read.
///
/// Nothing is evaluated for it, and no other certificate is looked at; libcrypto reads the key. The reason
/// for nil goes to ``KeychainStore/reportErrors(to:)``.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    trust.inputs.certificates.first.flatMap { SecCertificateCopyKey($0) }
}

/// The older name of ``SecTrustCopyKey(_:)``.
///
/// Nil where that is nil. Apple's documents want an evaluation before it, which is not needed here.
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }
