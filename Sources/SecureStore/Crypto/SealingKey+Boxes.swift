// The same operations on arrays that are not secret, and on boxes: a seal followed by its ciphertext.
extension SealingKey {
    static let boxByteCount = sealByteCount + byteCount

    func derive(_ purpose: String, _ context: [UInt8]) throws(StoreError) -> SealingKey {
        try context.withRawBytes { context throws(StoreError) in try derive(purpose, context) }
    }

    func commitment(_ purpose: String, _ context: [UInt8]) -> [UInt8] {
        context.withRawBytes { commitment(purpose, $0) }
    }

    func hash16(_ message: [UInt8]) -> Bytes16 { message.withRawBytes { hash16($0) } }

    /// Opens a box into `output`, which must be as long as the ciphertext; false when anything was altered.
    func open(box: RawSpan, associatedData: RawSpan, into output: inout MutableRawSpan) -> Bool {
        guard box.byteCount >= Self.sealByteCount else { return false }
        return open(
            ciphertext: box.extracting(Self.sealByteCount...), seal: box.extracting(0..<Self.sealByteCount),
            associatedData: associatedData, into: &output)
    }

    /// A box around bytes that are not secret by themselves.
    func box(_ bytes: [UInt8], associatedData: RawSpan) throws(StoreError) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: Self.sealByteCount) + bytes
        try seal(&box, sealAt: 0, from: Self.sealByteCount, associatedData: associatedData)
        return box
    }

    /// The bytes in a box; nil when it does not open.
    func openBytes(_ box: [UInt8], associatedData: RawSpan) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: max(0, box.count - Self.sealByteCount))
        let isOpen = bytes.withMutableRawBytes { target in
            box.withRawBytes { open(box: $0, associatedData: associatedData, into: &target) }
        }
        return isOpen ? bytes : nil
    }

    func box(_ key: borrowing SealingKey, associatedData: RawSpan) throws(StoreError) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: Self.boxByteCount)
        key.withBytes { bytes in
            box.withMutableRawBytes { $0.copy(bytes, to: Self.sealByteCount) }
        }
        try seal(&box, sealAt: 0, from: Self.sealByteCount, associatedData: associatedData)
        return box
    }

    /// The key in a box; nil when it does not open.
    func openKey(_ box: [UInt8], associatedData: RawSpan) throws(StoreError) -> SealingKey? {
        guard box.count == Self.boxByteCount else { return nil }
        var isOpen = false
        // Decrypted in its final place, because a copy in between would have to be erased too.
        let opened = try unsafe SealingKey { output in
            var target = unsafe output.mutableBytes
            isOpen = box.withRawBytes { open(box: $0, associatedData: associatedData, into: &target) }
        }
        guard isOpen else { return nil }
        return opened
    }
}

func digest32(_ message: [UInt8]) -> [UInt8] { message.withRawBytes { digest32($0) } }

func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withRawBytes { first in second.withRawBytes { constantTimeEqual(first, $0) } }
}
