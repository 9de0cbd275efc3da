public import Foundation

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
