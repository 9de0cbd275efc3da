import Security

/// The answer of a library that goes on importing Security.
public func messageOfSessions() -> String {
    SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? ""
}
