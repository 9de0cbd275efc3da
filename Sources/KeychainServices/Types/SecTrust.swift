#if !canImport(Darwin)

public import Foundation

/// An evaluation of trust, which nothing here makes; for code that only names the type.
public final class SecTrust: NSObject, Sendable {
    private override init() { super.init() }
}

#endif
