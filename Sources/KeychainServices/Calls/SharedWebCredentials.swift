public import Foundation
internal import SecureStore

// Passwords that Apple's programs share with their makers' web sites, which this package does not support.

/// Calls back with `errSecUnimplemented`, on a queue of its own.
///
/// Nothing is stored or deleted. ``SecItemAdd(_:_:)`` stores an internet password instead.
public func SecAddSharedWebCredential(
    _ fqdn: CFString, _ account: CFString, _ password: CFString?,
    _ completionHandler: @escaping @Sendable (CFError?) -> Void
) {
    DispatchQueue.global().async { completionHandler(withoutWebCredentials()) }
}

/// Calls back without credentials and with `errSecUnimplemented`, on a queue of its own.
///
/// Nothing is searched and nobody is asked. ``SecItemCopyMatching(_:_:)`` finds internet passwords.
public func SecRequestSharedWebCredential(
    _ fqdn: CFString?, _ account: CFString?,
    _ completionHandler: @escaping @Sendable (CFArray?, CFError?) -> Void
) {
    DispatchQueue.global().async { completionHandler(nil, withoutWebCredentials()) }
}

private func withoutWebCredentials() -> CFError {
    let error = StoreError(
        .unimplemented, "there are no shared web credentials here; add an internet password (SecItemAdd)")
    ErrorReports.report(error)
    return NSError(error)
}

/// A new password to show to a person: four groups of three letters and digits.
///
/// It has at least one upper-case letter, one lower-case letter and one digit. Letters and digits that look
/// alike are left out, so that each place has 55 possibilities, which makes some 69 bits.
@discardableResult
public func SecCreateSharedWebCredentialPassword() -> CFString? {
    let kinds = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghkmnopqrstuvwxyz", "23456789"]
    let all = Array(kinds.joined())
    var random = SystemRandomNumberGenerator()
    while true {
        let groups = (0..<4).map { _ in
            String((0..<3).map { _ in all[Int.random(in: all.indices, using: &random)] })
        }
        let password = groups.joined(separator: "-")
        if kinds.allSatisfy({ kind in password.contains { kind.contains($0) } }) {
            return password as NSString
        }
    }
}
