internal import Foundation
private import SecureStorePlatform

/// The message of a code in one line; `OSStatus` and the number for an unknown one.
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
