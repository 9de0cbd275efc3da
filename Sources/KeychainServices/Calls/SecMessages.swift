#if !canImport(Darwin)

internal import Foundation
private import SecureStorePlatform

/// What a code says, as one line; `OSStatus` with the number for one that nobody knows.
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

#endif
