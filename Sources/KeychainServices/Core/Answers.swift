internal import Foundation
internal import SecureStore

/// Runs a call, and returns the number of its status; ``KeychainStore`` reports the reason.
func status(of body: () throws(StoreError) -> Void) -> OSStatus {
    do throws(StoreError) {
        try body()
        return errSecSuccess
    } catch {
        return ErrorReports.status(of: error)
    }
}

/// Runs a call that returns nil when it fails, and nothing else; ``KeychainStore`` reports the reason.
func reported<R>(_ body: () throws(StoreError) -> R) -> R? {
    do throws(StoreError) { return try body() } catch {
        ErrorReports.report(error)
        return nil
    }
}

/// Runs a call that returns nil when it fails, and writes its error to the caller's pointer.
func answer<R>(
    orErrorIn pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(StoreError) -> R
) -> R? {
    do throws(StoreError) { return try body() } catch {
        ErrorReports.report(error)
        unsafe pointer?.pointee = Unmanaged.passRetained(NSError(error))
        return nil
    }
}

extension NSError {
    /// The same error in the form of Apple's functions, with the reason for people who look for the cause.
    convenience init(_ error: StoreError) {
        self.init(
            domain: NSOSStatusErrorDomain, code: Int(error.status.rawValue),
            userInfo: [
                NSLocalizedDescriptionKey: CodeMessages.message(of: error.status.rawValue),
                NSDebugDescriptionErrorKey: error.reason,
            ])
    }
}
