#if !canImport(Darwin)

public import Foundation

/// What some functions of Apple's take to allocate with; there is none here, so that only nil fits.
public final class CFAllocator: NSObject, Sendable {
    private override init() { super.init() }
}

#endif
