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
        /// One of Apple's that is not checked here, and that nothing satisfies.
        case unknown(String)

        var identifier: CFString {
            switch self {
            case .basic: kSecPolicyAppleX509Basic
            case .tlsServer, .tlsClient: kSecPolicyAppleSSL
            case .smime: kSecPolicyAppleSMIME
            case .codeSigning: kSecPolicyAppleCodeSigning
            case .revocation: kSecPolicyAppleRevocation
            case .unknown(let identifier): identifier as NSString
            }
        }
    }

    init(_ kind: Kind, name: String? = nil) { (self.kind, self.name) = (kind, name) }

    var policy: TrustPolicy {
        switch kind {
        // Revocation is asked of what was given, whatever the policy; an unknown one is a failure of its own.
        case .basic, .revocation, .unknown: .basic
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
        case .tlsServer, .tlsClient, .smime, .codeSigning, .unknown: false
        }
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
/// Nothing is fetched here: ``SecTrustSetOCSPResponse(_:_:)`` gives the answers. As on Apple's systems
/// without a network, a certificate without one passes all the same, unless the flags require an answer
/// (`kSecRevocationRequirePositiveResponse`): then evaluations fail with
/// `errSecIncompleteCertRevocationCheck`.
@discardableResult
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    answer { () throws(StoreError) in try SecPolicy(revocation: revocationFlags) }
}

extension SecPolicy {
    fileprivate convenience init(revocation flags: CFOptionFlags) throws(StoreError) {
        guard flags & kSecRevocationUseAnyAvailableMethod != 0 else {
            throw StoreError(
                .param,
                "the flags name no method to find out what was revoked; give kSecRevocationUseAnyAvailableMethod"
            )
        }
        self.init(.revocation(flags))
    }
}

/// The policy with this identifier and these properties.
///
/// Apple's policies that are not checked here refuse every chain with `errSecPolicyNotFound`. Nil for what is
/// no policy of Apple's, and for properties that would not be checked; ``KeychainStore/reportErrors(to:)``
/// gets the reason. Then do not evaluate without a policy: a ``SecTrust`` takes nil for X.509 basic. A basic
/// policy and one for signed programs look for no name.
@discardableResult
public func SecPolicyCreateWithProperties(
    _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
) -> SecPolicy? {
    answer { () throws(StoreError) in
        let properties = properties ?? NSDictionary()
        let known = [kSecPolicyOid, kSecPolicyName, kSecPolicyClient, kSecPolicyRevocationFlags]
        guard properties.allKeys.allSatisfy({ key in known.contains { $0.isEqual(key) } }) else {
            throw StoreError(.param, "a policy has a property that is not checked here; leave it out")
        }
        let name = properties[kSecPolicyName] as? String
        let isClient = properties[kSecPolicyClient] as? Bool
        guard (name == nil) == (properties[kSecPolicyName] == nil),
            (isClient == nil) == (properties[kSecPolicyClient] == nil)
        else { throw StoreError(.param, "the name of a policy must be text, and the client a truth value") }
        let identifier = (policyIdentifier as? String) ?? ""
        if let flags = properties[kSecPolicyRevocationFlags] {
            guard kSecPolicyAppleRevocation.isEqual(policyIdentifier), let flags = flags as? CFOptionFlags
            else {
                throw StoreError(.param, "the flags must be a number, and for the policy of revocation")
            }
            return try SecPolicy(revocation: flags)
        }
        let kinds: [SecPolicy.Kind] = [.basic, .tlsServer, .smime, .codeSigning]
        switch kinds.first(where: { $0.identifier.isEqual(policyIdentifier) }) {
        case .basic: return SecPolicy(.basic)
        case .codeSigning: return SecPolicy(.codeSigning)
        case .tlsServer where isClient == true: return SecPolicy(.tlsClient, name: name)
        case .some(let kind): return SecPolicy(kind, name: name)
        case nil where kSecPolicyAppleRevocation.isEqual(policyIdentifier):
            return try SecPolicy(revocation: 0)
        case nil where identifier.hasPrefix("1.2.840.113635.100.1."): return SecPolicy(.unknown(identifier))
        case nil:
            throw StoreError(
                .unimplemented,
                "no policy has this identifier; there are kSecPolicyAppleX509Basic, kSecPolicyAppleSSL, "
                    + "kSecPolicyAppleSMIME, kSecPolicyAppleCodeSigning and kSecPolicyAppleRevocation")
        }
    }
}

/// Identifier, name, side and flags of a policy.
///
/// Never nil. There is no name if any is accepted, and the side is there for clients alone.
@discardableResult
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    let properties = NSMutableDictionary()
    properties[kSecPolicyOid] = policyRef.kind.identifier
    if let name = policyRef.name { properties[kSecPolicyName] = name as NSString }
    if policyRef.kind == .tlsClient { properties[kSecPolicyClient] = NSNumber(value: true) }
    if case .revocation(let flags) = policyRef.kind {
        properties[kSecPolicyRevocationFlags] = NSNumber(value: flags)
    }
    return properties
}

/// The number of the type of policies.
@discardableResult
public func SecPolicyGetTypeID() -> CFTypeID { TypeNumber.policy.rawValue }
