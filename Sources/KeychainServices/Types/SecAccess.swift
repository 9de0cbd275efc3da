#if !canImport(Darwin)

public import Foundation

/// An access list of macOS, which nothing here has; for signatures that name the type.
public final class SecAccess: NSObject, Sendable {
    private override init() { super.init() }
}

#endif
