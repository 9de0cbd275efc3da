import Foundation

@testable import SecureStore

// Claims of stores and exports about themselves, by somebody who knows how to make the sums right.

extension FuzzTarget {
    /// The part of an export that stands in the clear: once as it is, once with what lets it be looked at.
    static let exportHeader = FuzzTarget(name: "export-header") { input in
        var sealed = Array("SSTREXPT\u{1}".utf8) + input
        sealed += [UInt8](repeating: 0, count: max(0, ExportHeader.byteCount - 32 - sealed.count))
        sealed = Array(sealed.prefix(ExportHeader.byteCount - 32))
        let headers = [input, sealed + digest32(sealed)]
        for bytes in headers {
            guard let header = try? ExportHeader(bytes) else { continue }
            require(header.cost.isAcceptableToRead, "work without bounds")
            require(header.streamHeader.count == SealedStream.headerByteCount, "a header of another size")
        }
    }

    /// Any content of an export, under the right key.
    static let exportRecords = FuzzTarget(name: "export-records") { input in
        var header: [UInt8] = []
        let phrase = try SecretBytes(copying: "fuzz".utf8)
        var sealer = try ExportHeader.begin(phrase, .cheapest, headerTo: &header)
        let content = input + [UInt8](repeating: 0, count: FileFormat.paddedCount(input.count) - input.count)
        var (stream, frame): ([UInt8], [UInt8]) = ([], [])
        for start in stride(from: 0, to: content.count, by: ExportFormat.frameByteCount) {
            let part = Array(content[start...].prefix(ExportFormat.frameByteCount))
            let isLast = start + part.count == content.count
            try part.withRawBytes { part in
                try (start == 0 ? header : []).withRawBytes { data in
                    try sealer.seal(part, isLast: isLast, associatedData: data, into: &frame)
                }
            }
            stream += frame
        }
        try read(stream, header, ExportHeader(header).key(phrase), mostItems: input.count)
    }

    private static func read(
        _ stream: [UInt8], _ header: [UInt8], _ key: borrowing SealingKey, mostItems: Int
    ) throws {
        let file = try namelessFile.get()
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: stream)
        try file.seek(toOffset: 0)
        let input = try RereadFile(descriptor: file.fileDescriptor, copiesIn: "/nowhere")
        let reader = try ExportReader(input, header: header, key)
        var count = 0
        while let item = try reader.next(wantsSecret: count.isMultiple(of: 2)) {
            count += 1
            require(count <= mostItems, "more items than bytes")
            require(item.secret == nil || count % 2 == 1, "a secret that nobody wanted")
        }
    }

    /// Made once, as making files takes longer than reading them.
    private static let namelessFile = Result {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        return try FileHandle(forUpdating: place)
    }

    /// The attributes of an item: what is read is read the same when it is written.
    static let attributes = FuzzTarget(name: "attributes") { input in
        guard let first = input.first, let itemClass = ItemClass(rawValue: first & 7), input.count > 2,
            let access = Accessibility(rawValue: input[1] & 15)
        else { return }
        var record: [UInt8] = []
        record.append(littleEndian: UInt32(input.count - 2))
        record += input.dropFirst(2)
        for bytes in [Array(input.dropFirst(2)), record] {
            let codec = AttributeRecord(shapes: ClassShapes())
            guard let read = bytes.withRawBytes({ codec.read($0, itemClass, access) }) else { continue }
            _ = read.isFitToStore(access)
            var again: [UInt8] = []
            try codec.appendUnpadded(read, to: &again)
            guard let second = again.withRawBytes({ codec.read($0, itemClass, access) }) else {
                preconditionFailure("what was written is not read")
            }
            // As bytes: a date that is no number is not even equal to itself.
            var third: [UInt8] = []
            try codec.appendUnpadded(second, to: &third)
            require(third == again, "other attributes when they are written and read again")
        }
    }

    /// A slot whose sum is right: bounded work, and an error rather than a key.
    static let slot = FuzzTarget(name: "slot") { input in
        let store = Bytes16(high: 1, low: 2)
        var rest = input[...]
        // Fields of the right size: those of another are refused at once.
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count) + [UInt8](repeating: 0, count: max(0, count - rest.count))
        }
        func number() -> Int64 { take(8).reduce(0) { $0 << 8 | Int64($1) } }
        let kind = take(1)[0]
        var row = SlotRow(
            number: number(), kind: kind, salt: take(16), passes: number(), memory: number(),
            recipient: take(32), shield: take(SealingKey.boxByteCount),
            sealed: take(SealingKey.sealByteCount + RecipientKey.sealedByteCount), checksum: [])
        row.checksum = SlotCodec.checksum(row, store)
        try SlotCodec.check(row, store: store)
        if kind == KeySlot.Kind.passphrase.rawValue {
            let cost = PassphraseCost(passes: Int(row.passes), memory: Int(row.memory))
            require(cost.isAcceptableToRead, "work without bounds")
        }
        let wrapping = try SealingKey(copying: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
        let secret = try SlotCodec.secret(of: row, under: wrapping, store: store)
        let way = SlotSecret(slot: row.number, secret)
        if (try? SlotCodec.open(row, with: way, store: store)) != nil {
            preconditionFailure("a slot of anybody's opened")
        }
    }
}
