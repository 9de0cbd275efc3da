/// Reads an export: each frame is authenticated before any byte of it is used, and each number is bounded.
final class ExportReader {
    private let input: RereadFile
    private let records = AttributeRecord(shapes: ClassShapes())
    private var opener: StreamOpener
    /// The header; nil once the first frame has been opened with it.
    private var associatedData: [UInt8]
    private var sealed: [UInt8]
    private var frame: SecretBlock
    private var unread = 0..<0
    private var isLastFrame = false
    private var total = 0
    private var count: UInt64 = 0

    init(_ input: RereadFile, header: [UInt8], _ key: borrowing SealingKey) throws(StoreError) {
        self.input = input
        let stream = try ExportHeader(header).streamHeader
        opener = try stream.withRawBytes { bytes throws(StoreError) in
            try StreamOpener(key, header: bytes)
        }
        associatedData = header
        frame = try SecretBlock(byteCount: ExportFormat.frameByteCount)
        sealed = [UInt8](repeating: 0, count: ExportFormat.frameByteCount + SealedStream.overheadByteCount)
    }

    static func header(of input: RereadFile) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: ExportHeader.byteCount)
        let count = try input.read(into: &bytes)
        return Array(bytes[..<count])
    }

    /// The next item; nil at the end, and only after the whole stream has been authenticated.
    ///
    /// Without `wantsSecret` the secret is skipped, and the item has none.
    func next(wantsSecret: Bool) throws(StoreError) -> ExportedItem? {
        switch ExportFormat.Mark(rawValue: try byte()) {
        case .item: break
        case .end:
            try finish()
            return nil
        case nil: throw ExportFormat.malformed("a record is of no known kind")
        }
        let head = try bytes(18)
        guard let id = Array(head[..<16]).withRawBytes({ Bytes16($0) }),
            let itemClass = ItemClass(rawValue: head[16]), itemClass != .identity,
            let access = Accessibility(rawValue: head[17]), !access.isThisDeviceOnly
        else { throw ExportFormat.malformed("an item has a class or an accessibility that none can have") }
        let size = try number(atMost: FileFormat.largestAttributes, "attributes")
        let attributes = try checked(try bytes(size), itemClass, access)
        count += 1
        let reference = ItemReference(itemClass, id)
        let mark = try byte()
        guard mark <= 2 else { throw ExportFormat.malformed("an item neither has nor lacks a secret") }
        let secret = mark == 0 ? nil : try secret(FileFormat.largestSecret, isWanted: wantsSecret)
        let parts = mark == 2 ? try parts(areWanted: wantsSecret) : []
        return ExportedItem(
            reference: reference, attributes: attributes,
            secret: secret.map { StoredSecret($0, parts: parts) })
    }

    /// A secret of at most so many bytes; nil if it is not wanted.
    private func secret(_ most: Int, isWanted: Bool) throws(StoreError) -> SecretBytes? {
        let length = try number(atMost: most, "secret")
        guard isWanted else {
            try pass(length) { _ in }
            return nil
        }
        return try SecretBytes.opening(capacity: length) {
            (target: inout MutableRawSpan) throws(StoreError) -> Range<Int> in
            var offset = 0
            try pass(length) { part in
                target.copy(part, to: offset)
                offset += part.byteCount
            }
            return 0..<length
        }
    }

    /// The parts of an item that has some, of which no two have one name.
    ///
    /// Both readings check all of it, so that nothing is imported of an export that has to be refused.
    private func parts(areWanted: Bool) throws(StoreError) -> [SecretPart] {
        var (parts, names): ([SecretPart], Set<[UInt8]>) = ([], [])
        let start = total
        let count = try number(atMost: StoredSecret.mostParts, "parts")
        for _ in 0..<count {
            let bytes = try bytes(try number(atMost: StoredSecret.longestName, "part's name"))
            guard !bytes.isEmpty, names.insert(bytes).inserted,
                let name = String(validating: bytes, as: UTF8.self)
            else { throw ExportFormat.malformed("a part of an item has a name that none can have") }
            let secret = try secret(StoredSecret.mostPartBytes, isWanted: areWanted)
            if let secret { parts.append(SecretPart(name: name, secret: secret)) }
        }
        // Here and in a store the numbers in front of a part differ by two bytes.
        guard count > 0, total - start - 4 - 2 * count <= StoredSecret.mostPartBytes else {
            throw ExportFormat.malformed("an item has no parts where some are said, or too many")
        }
        return parts
    }

    /// Decodes a record and encodes it again: an export holds only records that come out the same.
    private func checked(
        _ entries: [UInt8], _ itemClass: ItemClass, _ access: Accessibility
    ) throws(StoreError) -> ItemAttributes {
        var record: [UInt8] = []
        record.append(littleEndian: UInt32(truncatingIfNeeded: entries.count))
        record += entries
        guard let attributes = record.withRawBytes({ records.read($0, itemClass, access) }),
            attributes.isFitToStore(access)
        else { throw ExportFormat.malformed("an item has attributes that none can have") }
        var again: [UInt8] = []
        try records.appendUnpadded(attributes, to: &again)
        guard again == record else {
            throw ExportFormat.malformed("an attribute is not spelled as it should be")
        }
        return attributes
    }

    /// Checks the end record, which counts the items, and the zeros that pad it.
    private func finish() throws(StoreError) {
        let number = try bytes(8).withRawBytes { $0.littleEndian64(at: 0) }
        guard number == count else { throw ExportFormat.malformed("the number of items is another") }
        let end = FileFormat.paddedCount(total)
        var isZero = true
        while total < end {
            try pass(min(end - total, ExportFormat.frameByteCount)) { part in
                for offset in 0..<part.byteCount where part.byte(at: offset) != 0 { isZero = false }
            }
        }
        var more: [UInt8] = [0]
        guard isZero, unread.isEmpty, isLastFrame, try input.read(into: &more) == 0 else {
            throw ExportFormat.malformed("something follows its end")
        }
    }

    private func byte() throws(StoreError) -> UInt8 { try bytes(1)[0] }

    private func number(atMost most: Int, _ what: String) throws(StoreError) -> Int {
        let value = try bytes(4).withRawBytes { $0.littleEndian32(at: 0) }
        guard let value, Int(value) <= most else {
            throw ExportFormat.malformed("the \(what) of an item: too long")
        }
        return Int(value)
    }

    /// Reads `count` bytes that are not secret; the caller has bounded the count.
    private func bytes(_ count: Int) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        try pass(count) { bytes.append($0) }
        return bytes
    }

    /// Lends the next bytes in parts, as the frames hold them.
    private func pass(_ count: Int, _ body: (RawSpan) -> Void) throws(StoreError) {
        var left = count
        while left > 0 {
            if unread.isEmpty { try openFrame() }
            let part = unread.prefix(left)
            frame.withBytes { body($0.extracting(part.lowerBound..<part.upperBound)) }
            unread = part.upperBound..<unread.upperBound
            left -= part.count
        }
        total += count
    }

    private func openFrame() throws(StoreError) {
        guard !isLastFrame else { throw ExportFormat.malformed("it ends inside a record") }
        let got = try input.read(into: &sealed)
        let size = got - SealedStream.overheadByteCount
        guard size > 0 else { throw ExportFormat.cutShort }
        let isLast = sealed.withRawBytes { sealed in
            associatedData.withRawBytes { data in
                frame.withMutableBytes {
                    opener.open(sealed.extracting(0..<got), associatedData: data, into: &$0)
                }
            }
        }
        guard let isLast else { throw ExportFormat.altered }
        guard isLast || size == ExportFormat.frameByteCount else {
            throw ExportFormat.malformed("a frame in its middle is not full")
        }
        (associatedData, isLastFrame, unread) = ([], isLast, 0..<size)
    }
}

struct ExportedItem: Sendable {
    let reference: ItemReference
    let attributes: ItemAttributes
    /// The secret with its parts, without earlier ones.
    let secret: StoredSecret?
}

extension ItemAttributes {
    /// Asks whether a store would hold these attributes under this accessibility.
    ///
    /// This is for attributes that another program may have made up; a seal vouches for all others.
    func isFitToStore(_ access: Accessibility) -> Bool {
        entries.allSatisfy { entry in
            let row = ClassTable.row(entry.name)
            guard row.kind.normalize(entry.value) == entry.value else { return false }
            if row.identity.contains(itemClass), entry.value == row.emptyValue { return false }
            switch (entry.name, entry.value) {
            case (.synchronizable, let value): return value == .number(1)
            case (.accessControl, .accessControl(let control)):
                return control.accessibility == access && control.isSound
            default: return true
            }
        }
    }
}

extension AccessControl {
    /// True if a caller could have asked for its flags.
    fileprivate var isSound: Bool {
        do throws(StoreError) {
            return try AccessControl(accessibility: accessibility, flags: flags).flags == flags
        } catch { return false }
    }
}
