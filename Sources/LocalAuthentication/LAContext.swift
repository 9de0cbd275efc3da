public import Foundation

/// A prompt that asks a person to prove who they are: nobody here, as on a device without biometry.
///
/// A program's tests decide otherwise with ``answerInTests(_:)``.
open class LAContext: NSObject {
    // MARK: - What a prompt would say and do; kept, and otherwise without effect

    /// The reason for which the person is asked.
    open var localizedReason = ""
    /// The title of the button for the other way that the program offers.
    open var localizedFallbackTitle: String?
    /// The title of the button with which the person declines.
    open var localizedCancelTitle: String?
    /// The number of seconds for which an earlier proof is enough.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
    /// A value that changes when other people are enrolled: nil, because nobody is.
    open var evaluatedPolicyDomainState: Data? { nil }
    /// The kind of biometry: none.
    open var biometryType: LABiometryType { .none }

    /// True if ``evaluatePolicy(_:localizedReason:reply:)`` has to answer without asking: where a person
    /// could be asked, it then fails with `notInteractive`.
    open var interactionNotAllowed = false

    private var isInvalid = false

    /// Ends the context: all later calls fail with `invalidContext`.
    open func invalidate() { isInvalid = true }

    // MARK: - Evaluating

    /// Tells whether a person could be asked: false, with `biometryNotAvailable` in `error`.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        let failure = failure(policy).flatMap { $0.code.isOfDevice ? $0 : nil }
        unsafe error?.pointee = failure.map { $0 as NSError }
        return failure == nil
    }

    /// Asks a person and calls `reply` on a queue of its own: with false and `biometryNotAvailable`.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        var failure = failure(policy)
        if interactionNotAllowed, failure?.code.isOfDevice != true { failure = LAError(.notInteractive) }
        DispatchQueue.global().async { [failure] in reply(failure == nil, failure) }
    }

    /// Asks a person, and throws `biometryNotAvailable`.
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluatePolicy(policy, localizedReason: localizedReason) { isProven, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(isProven))
            }
        }
    }

    private func failure(_ policy: LAPolicy) -> LAError? {
        if isInvalid { return LAError(.invalidContext) }
        let answer = Self.lock.withLock { unsafe Self.answer }
        guard case .failure(let failure) = answer?(policy) ?? .failure(LAError(.biometryNotAvailable)) else {
            return nil
        }
        return failure
    }

    // MARK: - In tests

    /// Decides, for all contexts of the process, what a person would have answered; nil ends that.
    ///
    /// ```swift
    /// LAContext.answerInTests { _ in .success(()) }
    /// LAContext.answerInTests { _ in .failure(LAError(.userCancel)) }
    /// ```
    ///
    /// An error of the device, such as `biometryNotEnrolled`, keeps policies from being evaluated, too.
    public static func answerInTests(
        _ answer: (@Sendable (LAPolicy) -> Result<Void, LAError>)?
    ) {
        lock.withLock { unsafe self.answer = answer }
    }

    private static let lock = NSLock()
    // Sendable: read and written only while the lock is held.
    private nonisolated(unsafe) static var answer: (@Sendable (LAPolicy) -> Result<Void, LAError>)?
}
