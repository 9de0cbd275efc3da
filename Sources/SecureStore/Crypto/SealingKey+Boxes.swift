// The same operations on arrays that are not secret, and on boxes: a seal followed by its ciphertext.
extension SealingKey {
    static let boxByteCount = sealByteCount + byteCount

    func derive(_ purpose: String, _ context: [UInt8]) throws(StoreError) -> SealingKey {
        try context.withRawBytes { context throws(StoreError) in try derive(purpose, context) }
    }

    /// A box around bytes that are not secret by themselves.
    func box<let count: Int>(_ bytes: [UInt8], _ data: FixedBytes<count>) throws(StoreError) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: Self.sealByteCount) + bytes
        try seal(box: &box, data)
        return box
    }

    private func seal<let count: Int>(box: inout [UInt8], _ data: FixedBytes<count>) throws(StoreError) {
        try data.withBytes { data throws(StoreError) in
            try seal(&box, sealAt: 0, from: Self.sealByteCount, associatedData: data)
        }
    }

    /// The bytes in a box; nil when it does not open.
    func openBytes<let count: Int>(_ box: [UInt8], _ data: FixedBytes<count>) -> [UInt8]? {
        guard let field = SealedField(box: box) else { return nil }
        var bytes = [UInt8](repeating: 0, count: field.text.count)
        return bytes.withMutableRawBytes({ open(field, data, into: &$0) }) ? bytes : nil
    }

    func box<let count: Int>(
        _ key: borrowing SealingKey, _ data: FixedBytes<count>
    ) throws(StoreError) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: Self.boxByteCount)
        key.withBytes { bytes in
            box.withMutableRawBytes { $0.copy(bytes, to: Self.sealByteCount) }
        }
        try seal(box: &box, data)
        return box
    }

    /// The key in a box; nil when it does not open.
    func openKey<let count: Int>(
        _ box: [UInt8], _ data: FixedBytes<count>
    ) throws(StoreError) -> SealingKey? {
        guard box.count == Self.boxByteCount, let field = SealedField(box: box) else { return nil }
        var isOpen = false
        // Decrypted in its final place, because a copy in between would have to be erased too.
        let opened = try unsafe SealingKey { output in
            var target = unsafe output.mutableBytes
            isOpen = open(field, data, into: &target)
        }
        guard isOpen else { return nil }
        return opened
    }
}

func digest32(_ message: [UInt8]) -> [UInt8] { message.withRawBytes { digest32($0) } }

func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withRawBytes { first in second.withRawBytes { constantTimeEqual(first, $0) } }
}
