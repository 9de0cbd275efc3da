public import Foundation

/// The reason why a person was not authenticated.
public struct LAError: CustomNSError, Hashable, Sendable {
    /// The code of the reason.
    public let code: Code

    /// The reasons why nobody was authenticated, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The person could not prove it.
        case authenticationFailed = -1
        /// The person declined.
        case userCancel = -2
        /// The person chose the other way that the program offers.
        case userFallback = -3
        /// The system interrupted.
        case systemCancel = -4
        /// The device has no passcode.
        case passcodeNotSet = -5
        /// The device has no biometry.
        case biometryNotAvailable = -6
        /// Nobody is enrolled.
        case biometryNotEnrolled = -7
        /// Biometry failed too often.
        case biometryLockout = -8
        /// The program interrupted.
        case appCancel = -9
        /// The context was made invalid before.
        case invalidContext = -10
        /// There is no companion.
        case companionNotAvailable = -11
        /// The accessory with biometry is not paired.
        case biometryNotPaired = -12
        /// The accessory with biometry is not connected.
        case biometryDisconnected = -13
        /// The view for the prompt has a size that cannot be.
        case invalidDimensions = -14
        /// The context may not ask anybody.
        case notInteractive = -1004

        /// The older name of ``biometryNotAvailable``.
        public static let touchIDNotAvailable = biometryNotAvailable
        /// The older name of ``biometryNotEnrolled``.
        public static let touchIDNotEnrolled = biometryNotEnrolled
        /// The older name of ``biometryLockout``.
        public static let touchIDLockout = biometryLockout
        /// The older name of ``companionNotAvailable``.
        public static let watchNotAvailable = companionNotAvailable
    }

    /// An error of this code.
    public init(_ code: Code) { self.code = code }

    // MARK: - As an error

    /// `com.apple.LocalAuthentication`.
    public static let errorDomain = "com.apple.LocalAuthentication"
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// A description for a log.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: "local authentication: \(code) (\(code.rawValue))"]
    }
}

// MARK: - Codes under the error's own name

extension LAError {
    /// See ``Code/authenticationFailed``.
    public static var authenticationFailed: Code { .authenticationFailed }
    /// See ``Code/userCancel``.
    public static var userCancel: Code { .userCancel }
    /// See ``Code/userFallback``.
    public static var userFallback: Code { .userFallback }
    /// See ``Code/systemCancel``.
    public static var systemCancel: Code { .systemCancel }
    /// See ``Code/passcodeNotSet``.
    public static var passcodeNotSet: Code { .passcodeNotSet }
    /// See ``Code/biometryNotAvailable``.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }
    /// See ``Code/biometryNotEnrolled``.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
    /// See ``Code/biometryLockout``.
    public static var biometryLockout: Code { .biometryLockout }
    /// See ``Code/biometryNotAvailable``.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// See ``Code/biometryNotEnrolled``.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// See ``Code/biometryLockout``.
    public static var touchIDLockout: Code { .biometryLockout }
    /// See ``Code/appCancel``.
    public static var appCancel: Code { .appCancel }
    /// See ``Code/invalidContext``.
    public static var invalidContext: Code { .invalidContext }
    /// See ``Code/companionNotAvailable``.
    public static var companionNotAvailable: Code { .companionNotAvailable }
    /// See ``Code/companionNotAvailable``.
    public static var watchNotAvailable: Code { .companionNotAvailable }
    /// See ``Code/biometryNotPaired``.
    public static var biometryNotPaired: Code { .biometryNotPaired }
    /// See ``Code/biometryDisconnected``.
    public static var biometryDisconnected: Code { .biometryDisconnected }
    /// See ``Code/invalidDimensions``.
    public static var invalidDimensions: Code { .invalidDimensions }
    /// See ``Code/notInteractive``.
    public static var notInteractive: Code { .notInteractive }
}

extension LAError.Code {
    /// Matches errors by their codes, as in `catch LAError.userCancel`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == LAError.errorDomain && error.code == code.rawValue
    }

    /// True if the device is not able to ask; false if the person gave this answer.
    var isOfDevice: Bool {
        switch self {
        case .authenticationFailed, .userCancel, .userFallback, .systemCancel, .appCancel, .notInteractive:
            false
        default: true
        }
    }
}

// `error as? LAError` is how programs read what `canEvaluatePolicy` leaves. Foundation's strings and numbers
// are cast on Linux by the same protocol.
extension LAError: _ObjectiveCBridgeable {
    /// The error as Foundation has it.
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Reads an error that `as` promises to be one of these.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
        result = LAError(source)
        precondition(result != nil, "an error of another domain is cast to LAError")
    }

    /// Reads an error if it is one of these.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout LAError?
    ) -> Bool {
        result = LAError(source)
        return result != nil
    }

    /// Reads an error that the compiler takes for one of these.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
        source.flatMap { LAError($0) } ?? LAError(.authenticationFailed)
    }

    private init?(_ error: NSError) {
        guard error.domain == Self.errorDomain, let code = Code(rawValue: error.code) else { return nil }
        self.init(code)
    }
}

/// The domain of ``LAError``.
public let LAErrorDomain = LAError.errorDomain
