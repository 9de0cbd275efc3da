import Security

/// The answer of a library that goes on importing Security.
public func messageOfAccounts() -> String {
    SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? ""
}
