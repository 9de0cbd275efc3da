public import Foundation

/// An allocator, which some of Apple's functions take; only as one to free with it matters here.
///
/// Nil is the usual one; the other one, ``kCFAllocatorNull``, frees nothing.
public final class CFAllocator: NSObject, Sendable {
    private override init() { super.init() }

    static let null = CFAllocator()
}
