#if !canImport(Darwin)

internal import Foundation
internal import SecureStore

/// Runs a call, writes its result to the caller's pointer, and returns the number of its status.
func status(
    answeringIn pointer: UnsafeMutablePointer<CFTypeRef?>?,
    _ body: () throws(StoreError) -> ItemDictionary.Value?
) -> OSStatus {
    // The result of an earlier call must not be taken for this one's.
    unsafe pointer?.pointee = nil
    do throws(StoreError) {
        let answer = try body()
        unsafe pointer?.pointee = answer.map { object(of: $0) }
        return errSecSuccess
    } catch {
        return KeychainStore.status(reporting: error)
    }
}

/// Runs a call, and returns the number of its status; ``KeychainStore`` reports the reason.
func status(of body: () throws(StoreError) -> Void) -> OSStatus {
    do throws(StoreError) {
        try body()
        return errSecSuccess
    } catch {
        return KeychainStore.status(reporting: error)
    }
}

/// Runs a call that returns nil when it fails, and nothing else; ``KeychainStore`` reports the reason.
func reported<R>(_ body: () throws(StoreError) -> R) -> R? {
    do throws(StoreError) { return try body() } catch {
        KeychainStore.report(error)
        return nil
    }
}

/// Runs a call that returns nil when it fails, and writes its error to the caller's pointer.
func answer<R>(
    orErrorIn pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(StoreError) -> R
) -> R? {
    do throws(StoreError) { return try body() } catch {
        KeychainStore.report(error)
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

#endif
