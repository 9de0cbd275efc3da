internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// A purpose for which a certificate is to be valid.
///
/// A ``SecTrust`` checks one or several. Two are equal if purpose and name are, and threads may share one.
public final class SecPolicy: NSObject, Sendable {
    let kind: Kind
    let name: String?

    enum Kind: Hashable {
        case basic, tlsServer, tlsClient, smime, codeSigning
        /// That no certificate was revoked, with Apple's flags.
        case revocation(CFOptionFlags)

        var identifier: CFString {
            switch self {
            case .basic: kSecPolicyAppleX509Basic
            case .tlsServer, .tlsClient: kSecPolicyAppleSSL
            case .smime: kSecPolicyAppleSMIME
            case .codeSigning: kSecPolicyAppleCodeSigning
            case .revocation: kSecPolicyAppleRevocation
            }
        }
    }

    init(_ kind: Kind, name: String? = nil) { (self.kind, self.name) = (kind, name) }

    var policy: TrustPolicy {
        switch kind {
        // Nobody is asked; that an answer is required is a failure of its own.
        case .basic, .revocation: .basic
        case .tlsServer: .tls(isClient: false, host: name)
        case .tlsClient: .tls(isClient: true, host: name)
        case .smime: .smime(email: name)
        case .codeSigning: .codeSigning
        }
    }

    /// True if it says something about whole chains only, and nothing about a certificate by itself.
    var isAboutChains: Bool {
        switch kind {
        case .basic, .revocation: true
        case .tlsServer, .tlsClient, .smime, .codeSigning: false
        }
    }

    /// True if nothing is valid of which nobody says that it was not revoked.
    var requiresRevocationAnswer: Bool {
        guard case .revocation(let flags) = kind else { return false }
        return flags & kSecRevocationRequirePositiveResponse != 0
    }

    /// Equal when purpose and name are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecPolicy else { return false }
        return other.kind == kind && other.name == name
    }

    /// Agrees with ``isEqual(_:)``.
    public override var hash: Int { kind.hashValue }
}

/// The policy of any certificate: signatures, dates, and who may issue what.
///
/// It looks for no host and no address, so it does not protect a connection: ``SecPolicyCreateSSL(_:_:)``
/// does.
@discardableResult
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// The policy of a TLS server's certificate if `server` is true, else of a client's.
///
/// Without a host name any is accepted, as on Apple's systems: programs that connect must give it.
@discardableResult
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(server ? .tlsServer : .tlsClient, name: hostname.map { $0 as String })
}

/// The policy that no certificate was revoked, with flags for the methods; nil without a method.
///
/// Nothing is fetched here. As on Apple's systems without a network, a certificate passes all the same,
/// unless the flags require an answer (`kSecRevocationRequirePositiveResponse`): then evaluations fail with
/// `errSecIncompleteCertRevocationCheck`.
@discardableResult
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    reported { () throws(StoreError) in
        guard revocationFlags & kSecRevocationUseAnyAvailableMethod != 0 else {
            throw StoreError(
                .param,
                "the flags name no method to find out what was revoked; give kSecRevocationUseAnyAvailableMethod"
            )
        }
        return SecPolicy(.revocation(revocationFlags))
    }
}

/// The policy with this identifier and these properties.
///
/// Nil for a policy that does not exist here, and for properties that would not be checked; the reason goes
/// to whom ``KeychainStore`` names. A basic policy and one for signed programs look for no name.
@discardableResult
public func SecPolicyCreateWithProperties(
    _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
) -> SecPolicy? {
    answer(orErrorIn: nil) { () throws(StoreError) in
        let properties = properties ?? NSDictionary()
        let known = [kSecPolicyOid, kSecPolicyName, kSecPolicyClient]
        guard properties.allKeys.allSatisfy({ key in known.contains { $0.isEqual(key) } }) else {
            throw StoreError(.param, "a policy has a property that is not checked here; leave it out")
        }
        let name = properties[kSecPolicyName] as? String
        let isClient = properties[kSecPolicyClient] as? Bool
        guard (name == nil) == (properties[kSecPolicyName] == nil),
            (isClient == nil) == (properties[kSecPolicyClient] == nil)
        else { throw StoreError(.param, "the name of a policy must be text, and the client a truth value") }
        let kinds: [SecPolicy.Kind] = [.basic, .tlsServer, .smime, .codeSigning]
        switch kinds.first(where: { $0.identifier.isEqual(policyIdentifier) }) {
        case .basic: return SecPolicy(.basic)
        case .codeSigning: return SecPolicy(.codeSigning)
        case .tlsServer where isClient == true: return SecPolicy(.tlsClient, name: name)
        case .some(let kind): return SecPolicy(kind, name: name)
        case nil:
            throw StoreError(
                .unimplemented,
                "no such policy; there are kSecPolicyAppleX509Basic, kSecPolicyAppleSSL, kSecPolicyAppleSMIME and "
                    + "kSecPolicyAppleCodeSigning")
        }
    }
}

/// Identifier, name and side of a policy.
///
/// Never nil. There is no name if any is accepted, and the side is there for clients alone.
@discardableResult
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    let properties = NSMutableDictionary()
    properties[kSecPolicyOid] = policyRef.kind.identifier
    if let name = policyRef.name { properties[kSecPolicyName] = name as NSString }
    if policyRef.kind == .tlsClient { properties[kSecPolicyClient] = NSNumber(value: true) }
    return properties
}

/// The number of the type of policies.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID { TypeNumber.policy.rawValue }
