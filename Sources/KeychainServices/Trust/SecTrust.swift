internal import SecureStoreCertificates
public import Foundation
internal import SecureStore

/// A certificate, what it is to be valid for, and what came of checking that; several threads may use one.
///
/// Nothing is fetched from a network: intermediate certificates have to be given, and whether one was revoked
/// is not asked.
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
    }

    private struct State {
        var inputs: Inputs
        var outcome: TrustOutcome?
        var generation = 0
    }
    private let state: SystemMutex<State>

    init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
        state = SystemMutex(State(inputs: Inputs(certificates: certificates, policies: policies)))
    }

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

// MARK: - Making one

/// Makes an evaluation of a certificate, or of an array of them: the one to check, then those for its chain.
///
/// One policy, an array of them, or nil and an empty array for ``SecPolicyCreateBasicX509()``; all of them
/// are checked. Answers `errSecParam` for anything else.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    unsafe status(answeringIn: trust) { () throws(StoreError) in
        let all: [SecCertificate] = try list(certificates, "certificates")
        guard !all.isEmpty else { throw StoreError(.param, "there is no certificate to check") }
        return SecTrust(all, try policyList(policies))
    }
}

/// The number of the type of evaluations of trust.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { TypeNumber.trust.rawValue }

func policyList(_ policies: CFTypeRef?) throws(StoreError) -> [SecPolicy] {
    let all: [SecPolicy] =
        try policies.map { policies throws(StoreError) in try list(policies, "policies") } ?? []
    return all.isEmpty ? [SecPolicy(.basic)] : all
}
