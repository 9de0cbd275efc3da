public import Foundation

// Functions that code about keys calls to make bytes and to look at them.

/// A copy of bytes; nil for a negative length, and for no bytes where the length says there are some.
///
/// The caller may free or erase its own bytes at once. The copy is in plain memory, which nobody erases, and
/// the allocator does not count.
@discardableResult
public func CFDataCreate(
    _ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex
) -> CFData! {
    guard unsafe hasBytes(bytes, length) else { return nil }
    return unsafe NSData(bytes: bytes, length: length)
}

/// Bytes that stay where they are, and must not change or go away before the object does.
///
/// With ``kCFAllocatorNull`` they stay their owner's. Without it they have to be from `malloc`, and are freed
/// with the object. Nil for what ``CFDataCreate(_:_:_:)`` refuses.
@discardableResult
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex,
    _ bytesDeallocator: CFAllocator?
) -> CFData! {
    guard unsafe hasBytes(bytes, length) else { return nil }
    guard let bytes = unsafe bytes else { return NSData() }
    return unsafe NSData(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length,
        freeWhenDone: bytesDeallocator == nil)
}

private func hasBytes(_ bytes: UnsafePointer<UInt8>?, _ length: CFIndex) -> Bool {
    unsafe length == 0 || (length > 0 && bytes != nil)
}

/// The address of the bytes, for as long as the object exists.
///
/// Nothing is copied: for a secret that a call answered it is the memory that is erased with the last
/// reference, so keep one while you read.
@discardableResult
public func CFDataGetBytePtr(_ theData: CFData) -> UnsafePointer<UInt8>! {
    unsafe theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// The number of bytes.
///
/// Secrets tell theirs without being copied. The count may be 0, as for a password that is empty.
@discardableResult
public func CFDataGetLength(_ theData: CFData) -> CFIndex { theData.length }
