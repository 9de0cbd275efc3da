extension UnsafeMutablePointer where Pointee: ~Copyable {
    /// Room for one value, which shares no line of the processors' caches with anything else.
    ///
    /// Use it for what one thread writes at every call: that slows other threads' access to all in its line.
    static func allocateOnOwnLines() -> UnsafeMutablePointer {
        let line = 128  // Apple's; elsewhere 64, of which processors fetch two at a time.
        let byteCount = (MemoryLayout<Pointee>.size + line - 1) / line * line
        return unsafe UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: line)
            .bindMemory(to: Pointee.self, capacity: 1)
    }
}
