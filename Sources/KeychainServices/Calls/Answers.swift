#if !canImport(Darwin)

internal import Foundation
internal import SecureStore

/// Runs a call, hands its answer to the caller's pointer for it, and turns what it throws into its number.
func status(
    answeringIn pointer: UnsafeMutablePointer<CFTypeRef?>?,
    _ body: () throws(StoreError) -> ItemDictionary.Value?
) -> OSStatus {
    // Nothing of an earlier call may be taken for this one's answer.
    unsafe pointer?.pointee = nil
    do throws(StoreError) {
        let answer = try body()
        unsafe pointer?.pointee = answer.map { object(of: $0) }
        return errSecSuccess
    } catch {
        return KeychainStore.status(reporting: error)
    }
}

/// Runs a call, and turns what it throws into its number; the reason goes to whom ``KeychainStore`` names.
func status(of body: () throws(StoreError) -> Void) -> OSStatus {
    do throws(StoreError) {
        try body()
        return errSecSuccess
    } catch {
        return KeychainStore.status(reporting: error)
    }
}

/// Runs a call that answers nil when it fails and says no more; the reason goes to whom ``KeychainStore`` names.
func reported<R>(_ body: () throws(StoreError) -> R) -> R? {
    do throws(StoreError) { return try body() } catch {
        KeychainStore.report(error)
        return nil
    }
}

/// Runs a call that answers nil when it fails, and hands its error to the caller's pointer for it.
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
    /// The same error as callers of Apple's functions know it, with the reason for people who look for a fault.
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
