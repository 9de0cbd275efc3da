internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// A certificate, what it is to be valid for, and what came of checking that; several threads may use one.
///
/// Nothing is fetched from a network: intermediate certificates have to be given or be in the keychain that
/// calls work on, and the responses that say whether one was revoked have to be given. A root in the keychain
/// is no anchor.
public final class SecTrust: NSObject, Sendable {
    struct Inputs: Sendable {
        /// The certificate to check first, then those that its chain may be made of.
        var certificates: [SecCertificate]
        var policies: [SecPolicy]
        /// The anchors that were set; nil for those of the system alone.
        var anchors: [SecCertificate]?
        var isSystemTrusted = true
        /// The system's anchors, for a caller that reads them once for many evaluations.
        var system = TrustAnchors.system
        /// The date to check for; nil for the time of each evaluation.
        var date: Date?
        var exceptions: TrustExceptions?
        /// The responses of OCSP, such as a server staples them to its answer.
        var responses: [OCSPResponse] = []
        var options: SecTrustOptionFlags = []
        /// Finds certificates that may be above others, when an issuer is missing.
        var more: (@Sendable ([Certificate]) -> [Certificate])?
        /// True if the policies are asked of the certificate by itself, whoever issued it.
        var isLeafAlone = false
    }

    private struct State {
        var inputs: Inputs
        var outcome: TrustOutcome?
        var generation = 0
    }
    private let state: SystemMutex<State>

    init(_ inputs: Inputs) { state = SystemMutex(State(inputs: inputs)) }

    var inputs: Inputs { state.withLock { $0.inputs } }

    /// The certificate to check; nil for a stored one without bytes, or with bytes that are none.
    var leaf: Certificate? { inputs.certificates.first.flatMap { try? $0.certificate } }

    /// The outcome of the last evaluation, nil if there was none since the last change.
    var lastOutcome: TrustOutcome? { state.withLock { $0.outcome } }

    /// Changes what is evaluated, and drops an earlier outcome.
    func change(_ body: (inout Inputs) -> Void) {
        state.withLock { state in
            body(&state.inputs)
            state.outcome = nil
            state.generation += 1
        }
    }

    /// Evaluates again.
    ///
    /// Without the lock, because it reads files.
    @discardableResult
    func evaluate() -> TrustOutcome {
        let (inputs, generation) = state.withLock { ($0.inputs, $0.generation) }
        let outcome = TrustOutcome(of: inputs)
        state.withLock { if $0.generation == generation { $0.outcome = outcome } }
        return outcome
    }

    /// The outcome of the last evaluation, or of one now.
    var outcome: TrustOutcome { lastOutcome ?? evaluate() }
}

/// The number of the type of evaluations of trust.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { TypeNumber.trust.rawValue }

func policyList(_ policies: CFTypeRef?) throws(StoreError) -> [SecPolicy] {
    let all: [SecPolicy] = try list(policies, "policies") ?? []
    return all.isEmpty ? [SecPolicy(.basic)] : all
}
