@_exported public import CSecureStoreCodes
private import SecureStore

/// The message of each code, as one line: a store's own answers where they are declared, all others in the
/// table.
package enum CodeMessages {
    /// The message of a code; `OSStatus` with the number for one that nobody knows.
    package static func message(of code: OSStatus) -> String {
        guard let text = unsafe securestore_code_text(code) else {
            return StoreStatus(rawValue: code).message
        }
        return unsafe String(cString: text)
    }
}
