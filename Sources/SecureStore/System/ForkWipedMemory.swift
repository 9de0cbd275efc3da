private import SecureStorePlatform

/// Memory that is all zeros in a forked child.
enum ForkWipedMemory {
    /// The size of a page, a power of two; nil when the system does not tell.
    private static var pageByteCount: Int? {
        let size = sysconf(Int32(_SC_PAGESIZE))
        return size > 0 && size & (size - 1) == 0 ? size : nil
    }

    /// Makes the kernel give forked children zeros in place of every page that `region` touches.
    ///
    /// The pages must be private and anonymous, and must not hold anything that a child needs. Returns false
    /// when the kernel cannot do this (Linux before 4.14, some sandboxes): then a child sees a copy.
    static func wipeInChildren(_ region: UnsafeMutableRawBufferPointer) -> Bool {
        guard let pageByteCount, let start = region.baseAddress, region.count > 0 else { return false }
        let lead = Int(bitPattern: UInt(bitPattern: start) & UInt(pageByteCount - 1))
        return unsafe platform_wipe_in_children(start - lead, region.count + lead)
    }

    /// A new page of zeros that is never released; nil when the kernel cannot wipe it in children.
    static func page() -> UnsafeMutableRawPointer? {
        guard let pageByteCount else { return nil }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard
            let start = unsafe mmap(nil, pageByteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        guard unsafe wipeInChildren(UnsafeMutableRawBufferPointer(start: start, count: pageByteCount)) else {
            // If this fails, one page is leaked once.
            _ = unsafe munmap(start, pageByteCount)
            return nil
        }
        return unsafe start
    }
}
