private import CSecureStoreSodium

// Streams of sealed frames: libsodium's secretstream (XChaCha20-Poly1305). If a frame was altered, dropped,
// repeated or moved, neither it nor any later frame opens. The last frame is marked as the last under its
// seal.

/// Constants that the sealer and the opener share.
enum SealedStream {
    static let headerByteCount = 24
    /// The number of bytes by which a sealed frame is longer than its content.
    static let overheadByteCount = 17

    fileprivate typealias State = crypto_secretstream_xchacha20poly1305_state
    fileprivate static let last: UInt8 = 3

    fileprivate static func state() throws(StoreError) -> SecretBlock {
        guard Sodium.isReady else { throw Sodium.notReady }
        return try SecretBlock(byteCount: MemoryLayout<State>.size)
    }
}

/// Seals the frames of one stream in their order.
struct StreamSealer: ~Copyable {
    // It contains a key, so it lies in erased memory.
    private var state: SecretBlock

    /// Begins a stream, and appends its header to `output`.
    init(_ key: borrowing SealingKey, headerTo output: inout [UInt8]) throws(StoreError) {
        try key.requireUsable()
        var state = try SealedStream.state()
        var header = [UInt8](repeating: 0, count: SealedStream.headerByteCount)
        let code = unsafe state.withState { state in
            unsafe key.withKey { key in
                unsafe crypto_secretstream_xchacha20poly1305_init_push(state, &header, key)
            }
        }
        guard code == 0 else { throw StoreError(.internalComponent, "libsodium could not begin a stream") }
        output += header
        self.state = state
    }

    /// Replaces `output` by the next frame; only the last frame may be marked as the last.
    mutating func seal(
        _ content: RawSpan, isLast: Bool, associatedData: RawSpan, into output: inout [UInt8]
    ) throws(StoreError) {
        let count = content.byteCount + SealedStream.overheadByteCount
        if output.count != count { output = [UInt8](repeating: 0, count: count) }
        let code = unsafe state.withState { state in
            unsafe crypto_secretstream_xchacha20poly1305_push(
                state, &output, nil, content.start, UInt64(content.byteCount), associatedData.start,
                UInt64(associatedData.byteCount), isLast ? SealedStream.last : 0)
        }
        guard code == 0 else { throw StoreError(.internalComponent, "libsodium could not seal the data") }
    }
}

/// Opens the frames of one stream in their order.
struct StreamOpener: ~Copyable {
    private var state: SecretBlock

    /// Begins to open a stream with its header; any bytes of that length are accepted.
    init(_ key: borrowing SealingKey, header: RawSpan) throws(StoreError) {
        try key.requireUsable()
        guard header.byteCount == SealedStream.headerByteCount else {
            throw StoreError(.param, "the header of a stream of \(header.byteCount) bytes")
        }
        var state = try SealedStream.state()
        let code = unsafe state.withState { state in
            unsafe key.withKey { key in
                guard let start = unsafe header.start else { return -1 }
                return unsafe crypto_secretstream_xchacha20poly1305_init_pull(state, start, key)
            }
        }
        guard code == 0 else { throw StoreError(.internalComponent, "libsodium could not begin a stream") }
        self.state = state
    }

    /// Opens the next frame into the beginning of `output`, and tells whether it is the last; nil when it is
    /// not the next frame of this stream.
    mutating func open(
        _ frame: RawSpan, associatedData: RawSpan, into output: inout MutableRawSpan
    ) -> Bool? {
        precondition(
            output.byteCount >= frame.byteCount - SealedStream.overheadByteCount, "the frame does not fit")
        var tag: UInt8 = 0
        let code = unsafe state.withState { state in
            guard let start = unsafe frame.start else { return -1 }
            return unsafe crypto_secretstream_xchacha20poly1305_pull(
                state, output.start, nil, &tag, start, UInt64(frame.byteCount), associatedData.start,
                UInt64(associatedData.byteCount))
        }
        // Our writers never use the other tags.
        guard code == 0, tag == 0 || tag == SealedStream.last else { return nil }
        return tag == SealedStream.last
    }
}

extension SecretBlock {
    fileprivate mutating func withState(
        _ body: (UnsafeMutablePointer<SealedStream.State>) -> Int32
    ) -> Int32 {
        withMutableBytes { bytes in
            // It consists of bytes only, so that any address is aligned.
            guard let start = unsafe bytes.start else { return -1 }
            return unsafe body(start.bindMemory(to: SealedStream.State.self, capacity: 1))
        }
    }
}
