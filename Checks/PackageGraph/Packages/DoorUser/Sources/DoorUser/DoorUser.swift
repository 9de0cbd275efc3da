import Security

/// What a package says that goes on importing Security.
public func messageThroughDoor() -> String {
    SecCopyErrorMessageString(errSecDuplicateItem, nil) as String? ?? ""
}
