public import Foundation

/// What some functions of Apple's take to allocate with, which is not used here, or to free with.
///
/// Nil is the usual one; the other one, ``kCFAllocatorNull``, frees nothing.
public final class CFAllocator: NSObject, Sendable {
    private override init() { super.init() }

    static let null = CFAllocator()
}
