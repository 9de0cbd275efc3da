import Foundation
import LocalAuthentication
import XCTest

/// A context asks nobody, unless a test decides.
final class LAContextTests: XCTestCase {
    override func tearDown() { LAContext.answerInTests(nil) }

    private let policies: [LAPolicy] = [
        .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthentication,
        .deviceOwnerAuthenticationWithWatch, .deviceOwnerAuthenticationWithBiometricsOrWatch,
    ]

    /// The answer to an evaluation: nil for success.
    private func evaluate(_ context: LAContext) async -> LAError.Code? {
        do {
            let isProven = try await context.evaluatePolicy(
                .deviceOwnerAuthentication, localizedReason: "to sign")
            XCTAssertTrue(isProven)
            return nil
        } catch { return (error as? LAError)?.code }
    }

    // MARK: - By itself

    func test_canEvaluate_isFalseWithBiometryNotAvailable() {
        for policy in policies {
            var error: NSError?
            XCTAssertFalse(unsafe LAContext().canEvaluatePolicy(policy, error: &error))
            XCTAssertEqual(error?.domain, LAErrorDomain)
            XCTAssertEqual(error?.code, LAError.biometryNotAvailable.rawValue)
        }
        XCTAssertFalse(unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
    }

    func test_evaluate_repliesWithBiometryNotAvailable() {
        let replied = expectation(description: "replied")
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to sign") {
            isProven, error in
            XCTAssertFalse(isProven)
            XCTAssertEqual((error as? LAError)?.code, .biometryNotAvailable)
            replied.fulfill()
        }
        wait(for: [replied], timeout: 60)
    }

    func test_evaluate_awaited_throws() async {
        let code = await evaluate(LAContext())
        XCTAssertEqual(code, .biometryNotAvailable)
    }

    func test_context_keepsWhatAPromptWouldSay() {
        let context = LAContext()
        context.localizedReason = "to sign"
        context.localizedFallbackTitle = "password"
        context.localizedCancelTitle = "no"
        context.touchIDAuthenticationAllowableReuseDuration = 10
        XCTAssertEqual(context.localizedReason, "to sign")
        XCTAssertEqual(context.biometryType, .none)
        XCTAssertNil(context.evaluatedPolicyDomainState)
    }

    // MARK: - As a test decides

    func test_evaluate_asATestDecides_succeeds() async {
        LAContext.answerInTests {
            $0 == .deviceOwnerAuthentication ? .success(()) : .failure(LAError(.userCancel))
        }
        XCTAssertTrue(unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        let code = await evaluate(LAContext())
        XCTAssertNil(code)
    }

    func test_evaluate_thatThePersonDeclines_couldHaveBeenEvaluated() async {
        LAContext.answerInTests { _ in .failure(LAError(.userCancel)) }
        var error: NSError? = NSError(domain: "earlier", code: 1)
        XCTAssertTrue(unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
        XCTAssertNil(error)
        let code = await evaluate(LAContext())
        XCTAssertEqual(code, .userCancel)
    }

    func test_evaluate_onADeviceThatCannot_couldNot() async {
        LAContext.answerInTests { _ in .failure(LAError(.biometryNotEnrolled)) }
        XCTAssertFalse(unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        let context = LAContext()
        context.interactionNotAllowed = true
        let code = await evaluate(context)
        XCTAssertEqual(code, .biometryNotEnrolled)
    }

    func test_evaluate_withoutInteraction_failsWithNotInteractive() async {
        LAContext.answerInTests { _ in .success(()) }
        let context = LAContext()
        context.interactionNotAllowed = true
        XCTAssertTrue(unsafe context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        let code = await evaluate(context)
        XCTAssertEqual(code, .notInteractive)
    }

    func test_evaluate_afterInvalidate_failsWithInvalidContext() async {
        LAContext.answerInTests { _ in .success(()) }
        let context = LAContext()
        context.invalidate()
        XCTAssertFalse(unsafe context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        let code = await evaluate(context)
        XCTAssertEqual(code, .invalidContext)
    }

    func test_subclass_decidesForItself() async {
        XCTAssertTrue(unsafe WillingContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        let code = await evaluate(WillingContext())
        XCTAssertNil(code)
    }

    // MARK: - Errors

    func test_error_isCaughtByItsCode() {
        XCTAssertThrowsError(try { throw LAError(.userCancel) }()) { error in
            switch error {
            case LAError.userFallback: XCTFail("another code")
            case LAError.userCancel: break
            default: XCTFail("\(error)")
            }
        }
    }

    func test_error_ofCanEvaluate_castsToLAError() {
        var error: NSError?
        _ = unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
        XCTAssertEqual((error as? LAError)?.code, .biometryNotAvailable)
        let others = [NSError(domain: "other", code: -6), NSError(domain: LAErrorDomain, code: 5)]
        for other in others { XCTAssertNil(other as? LAError) }
    }

    func test_error_asFoundations_keepsDomainAndCode() {
        let error = LAError(.notInteractive) as NSError
        XCTAssertEqual(error.domain, "com.apple.LocalAuthentication")
        XCTAssertEqual(error.code, -1004)
        XCTAssertTrue(error.localizedDescription.contains("notInteractive"))
    }
}

/// A stand-in of a program's own, as many have one in their tests.
private final class WillingContext: LAContext {
    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

    override func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { reply(true, nil) }
}
