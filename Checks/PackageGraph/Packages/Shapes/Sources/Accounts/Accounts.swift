import Security

/// What this library says that goes on importing Security.
public func messageOfAccounts() -> String {
    SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? ""
}
