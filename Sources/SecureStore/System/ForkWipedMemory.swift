private import SecureStorePlatform

/// Memory that a forked child finds filled with zeros.
enum ForkWipedMemory {
    /// The size of a page, a power of two; nil when the system does not say.
    private static var pageByteCount: Int? {
        let size = sysconf(Int32(_SC_PAGESIZE))
        return size > 0 && size & (size - 1) == 0 ? size : nil
    }

    /// Asks the kernel to hand forked children zeros in place of every page that `region` touches.
    ///
    /// The pages must be private and anonymous, and hold nothing that a child still needs. False where the
    /// kernel does not offer it (Linux before 4.14, some sandboxes): the child then sees a copy.
    static func wipeInChildren(_ region: UnsafeMutableRawBufferPointer) -> Bool {
        guard let pageByteCount, let start = region.baseAddress, region.count > 0 else { return false }
        let lead = Int(bitPattern: UInt(bitPattern: start) & UInt(pageByteCount - 1))
        return unsafe platform_wipe_in_children(start - lead, region.count + lead)
    }

    /// A new page of zeros that is never released, or nil when the kernel cannot wipe it in children.
    static func page() -> UnsafeMutableRawPointer? {
        guard let pageByteCount else { return nil }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard
            let start = unsafe mmap(nil, pageByteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        guard unsafe wipeInChildren(UnsafeMutableRawBufferPointer(start: start, count: pageByteCount)) else {
            // A refused unmapping leaks one page once; there is nobody to tell.
            _ = unsafe munmap(start, pageByteCount)
            return nil
        }
        return unsafe start
    }
}
