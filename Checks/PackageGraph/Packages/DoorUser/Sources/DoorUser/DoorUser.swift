import Security

/// The answer of a package that goes on importing Security.
public func messageThroughDoor() -> String {
    SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? ""
}
