/// Writes the records of an export into sealed frames; needs the same memory for any number of items.
///
/// It is a class, because it is passed from item to item, and its buffers must not be copied.
final class ExportWriter {
    private var sealer: StreamSealer
    private var frame: SecretBlock
    private var filled = 0
    private var total = 0
    private var count: UInt64 = 0
    /// The header; nil once the first frame has been bound to it.
    private var associatedData: [UInt8]
    private var sealed: [UInt8] = []
    private let output: (RawSpan) throws(StoreError) -> Void
    private let records: AttributeRecord

    init(
        _ passphrase: SecretBytes, _ cost: PassphraseCost, _ shapes: ClassShapes,
        to output: @escaping (RawSpan) throws(StoreError) -> Void
    ) throws(StoreError) {
        var header: [UInt8] = []
        sealer = try ExportHeader.begin(passphrase, cost, headerTo: &header)
        (associatedData, self.output) = (header, output)
        records = AttributeRecord(shapes: shapes)
        frame = try SecretBlock(byteCount: ExportFormat.frameByteCount)
        try header.withRawBytes { bytes throws(StoreError) in try output(bytes) }
    }

    /// Adds an item that may leave this device.
    func append(
        id: Bytes16, _ attributes: ItemAttributes, _ access: Accessibility, _ secret: StoredSecret?
    ) throws(StoreError) {
        var head = [ExportFormat.Mark.item.rawValue]
        id.append(to: &head)
        head += [attributes.itemClass.rawValue, access.rawValue]
        try records.appendUnpadded(attributes, to: &head)
        head.append(secret.map { $0.parts.isEmpty ? 1 : 2 } ?? 0)
        try head.withRawBytes { bytes throws(StoreError) in try append(bytes) }
        if let secret { try append(secret) }
        count += 1
    }

    private func append(_ secret: StoredSecret) throws(StoreError) {
        try append(sized: secret.current)
        guard !secret.parts.isEmpty else { return }
        try append(number: secret.parts.count)
        for part in secret.parts {
            let name = Array(part.name.utf8)
            try append(number: name.count)
            try name.withRawBytes { bytes throws(StoreError) in try append(bytes) }
            try append(sized: part.secret)
        }
    }

    private func append(sized bytes: SecretBytes) throws(StoreError) {
        try append(number: bytes.count)
        try bytes.withRawBytes { bytes throws(StoreError) in try append(bytes) }
    }

    private func append(number: Int) throws(StoreError) {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: number))
        try bytes.withRawBytes { bytes throws(StoreError) in try append(bytes) }
    }

    /// Writes the number of items, the padding and the end mark.
    func finish() throws(StoreError) {
        var end = [ExportFormat.Mark.end.rawValue]
        end.append(littleEndian: count)
        try end.withRawBytes { bytes throws(StoreError) in try append(bytes) }
        let zeros = [UInt8](repeating: 0, count: 4_096)
        var missing = FileFormat.paddedCount(total) - total
        while missing > 0 {
            let part = min(missing, zeros.count)
            try zeros.withRawBytes { bytes throws(StoreError) in try append(bytes.extracting(0..<part)) }
            missing -= part
        }
        try flush(isLast: true)
    }

    private func append(_ bytes: RawSpan) throws(StoreError) {
        var offset = 0
        while offset < bytes.byteCount {
            // Only when more follows, so that the last frame is never empty.
            if filled == ExportFormat.frameByteCount { try flush(isLast: false) }
            let part = min(bytes.byteCount - offset, ExportFormat.frameByteCount - filled)
            let at = filled
            frame.withMutableBytes { $0.copy(bytes.extracting(offset..<(offset + part)), to: at) }
            filled += part
            offset += part
        }
        total += bytes.byteCount
    }

    private func flush(isLast: Bool) throws(StoreError) {
        try associatedData.withRawBytes { data throws(StoreError) in
            try frame.withBytes { bytes throws(StoreError) in
                try sealer.seal(
                    bytes.extracting(0..<filled), isLast: isLast, associatedData: data, into: &sealed)
            }
        }
        associatedData = []
        filled = 0
        try sealed.withRawBytes { bytes throws(StoreError) in try output(bytes) }
    }
}
