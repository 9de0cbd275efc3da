internal import Foundation
internal import SecureStore
private import SecureStorePlatform

/// Runs a call, and returns the number of its status; ``KeychainStore`` reports the reason.
func status(of body: () throws(StoreError) -> Void) -> OSStatus {
    do throws(StoreError) {
        try body()
        return errSecSuccess
    } catch {
        ErrorReports.report(error)
        return error.status.rawValue
    }
}

/// Runs a call, and writes its answer to the caller's pointer, or nil if there is none.
func status<R>(
    answeringIn pointer: UnsafeMutablePointer<R?>?, _ body: () throws(StoreError) -> R?
) -> OSStatus {
    // The answer of an earlier call must not be taken for this one's.
    unsafe pointer?.pointee = nil
    return status { () throws(StoreError) in
        let answer = try body()
        unsafe pointer?.pointee = answer
    }
}

/// Runs a call, and writes its answer to the caller's pointer, which has to be there, unless the call fails.
func status<R>(
    _ what: String, in pointer: UnsafeMutablePointer<R>?, _ body: () throws(StoreError) -> R
) -> OSStatus {
    status { () throws(StoreError) in
        guard let pointer = unsafe pointer else {
            throw StoreError(.param, "the pointer for the \(what) is nil")
        }
        unsafe pointer.pointee = try body()
    }
}

/// Runs a call that returns nil when it fails, and writes its error to the caller's pointer if there is one;
/// ``KeychainStore`` reports the reason.
func answer<R>(
    orErrorIn pointer: UnsafeMutablePointer<Unmanaged<CFError>?>? = nil,
    _ body: () throws(StoreError) -> R
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

/// The program's function for the reasons behind codes, which all calls share.
enum ErrorReports {
    static let receiver = SystemMutex<(@Sendable (StoreError) -> Void)?>(nil)

    static func report(_ error: StoreError) { receiver.withLock { $0 }?(error) }
}

/// The objects of an array, or a single object as a list; nil for nil.
func list<Element>(_ object: CFTypeRef?, _ what: String) throws(StoreError) -> [Element]? {
    guard let object else { return nil }
    if let element = object as? Element { return [element] }
    guard let array = object as? NSArray, let elements = Array(array) as? [Element] else {
        throw StoreError(.param, "something among the \(what) is of another type")
    }
    return elements
}

/// The message of a code in one line; `OSStatus` and the number for an unknown one.
///
/// Never nil. Codes from 100000 to 100255 are the system's own errors, and get its text for them. No store is
/// opened, and `reserved` does not count.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?)
    -> CFString?
{
    // The system's own errors, as macOS wraps them.
    if 100_000...100_255 ~= status, let text = unsafe strerror(status - 100_000) {
        return "UNIX[\(unsafe String(cString: text))]" as NSString
    }
    return CodeMessages.message(of: status) as NSString
}
