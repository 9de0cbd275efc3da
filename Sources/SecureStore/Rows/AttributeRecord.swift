import FoundationEssentials

/// The plaintext of sealed attributes: entries of code, type, length and bytes, in the order of the table.
struct AttributeRecord {
    let shapes: ClassShapes

    private enum Form: UInt8 { case string = 1, data, number, date, accessControl }

    private static let entryHeadCount = 9

    /// Appends the padded record: its length, its entries, then zeros.
    func append(_ attributes: ItemAttributes, to bytes: inout [UInt8]) throws(StoreError) {
        let start = bytes.count
        try appendUnpadded(attributes, to: &bytes)
        let count = bytes.count - start
        bytes.append(contentsOf: repeatElement(0, count: FileFormat.paddedCount(count) - count))
    }

    /// Appends the record without padding: its length, then its entries.
    func appendUnpadded(_ attributes: ItemAttributes, to bytes: inout [UInt8]) throws(StoreError) {
        let start = bytes.count
        bytes.append(littleEndian: UInt32(0))
        // The row names the accessibility; a second copy could only contradict it.
        for entry in attributes.entries where entry.name != .accessible { append(entry, to: &bytes) }
        let content = bytes.count - start - 4
        guard content <= FileFormat.largestAttributes else {
            throw StoreError(
                .dataTooLarge,
                "attributes of \(content) bytes; the largest record has "
                    + "\(FileFormat.largestAttributes), so put long values into the secret")
        }
        bytes.withMutableRawBytes { $0.store(littleEndian: UInt32(content), at: start) }
    }

    private func append(_ entry: ItemAttributes.Entry, to bytes: inout [UInt8]) {
        bytes.append(littleEndian: shapes.packedCode(entry.name).byteSwapped)
        let head = bytes.count
        bytes.append(0)
        bytes.append(littleEndian: UInt32(0))
        let form: Form
        switch entry.value {
        case .string(let text):
            form = .string
            bytes.append(contentsOf: text.utf8)
        case .data(let data):
            form = .data
            bytes.append(contentsOf: data)
        case .number(let number):
            form = .number
            bytes.append(littleEndian: UInt64(bitPattern: number))
        case .date(let date):
            form = .date
            bytes.append(littleEndian: date.timeIntervalSinceReferenceDate.bitPattern)
        case .accessControl(let control):
            form = .accessControl
            bytes.append(control.accessibility.rawValue)
            bytes.append(littleEndian: control.flags.rawValue)
        }
        bytes[head] = form.rawValue
        let count = UInt32(truncatingIfNeeded: bytes.count - head - 5)
        bytes.withMutableRawBytes { $0.store(littleEndian: count, at: head + 1) }
    }

    /// Reads a record back; nil for what no writer of this format writes.
    ///
    /// Its seal vouches for the rest: a form that does not fit its attribute, text that spells a number.
    func read(
        _ bytes: RawSpan, _ itemClass: ItemClass, _ access: Accessibility
    ) -> ItemAttributes? {
        guard let count = bytes.littleEndian32(at: 0), Int(count) <= bytes.byteCount - 4,
            count <= FileFormat.largestAttributes
        else { return nil }
        let end = 4 + Int(count)
        var entries: [ItemAttributes.Entry] = []
        entries.reserveCapacity(10)
        entries.append(.init(name: .accessible, value: .string(access.code)))
        // The group and two dates, which every item has.
        var (position, offset, missing) = (0, 4, 3)
        while offset < end {
            // Sorted and unique, so that an item has exactly one record.
            guard let code = bytes.bigEndian32(at: offset),
                let name = shapes.name(packedCode: code, in: itemClass, from: &position),
                let form = bytes.byte(at: offset + 4).flatMap(Form.init),
                let size = bytes.littleEndian32(at: offset + 5),
                Int(size) <= end - offset - Self.entryHeadCount,
                let value = Self.value(form, bytes, offset + Self.entryHeadCount, Int(size))
            else { return nil }
            entries.append(.init(name: name, value: value))
            if name == .accessGroup || name == .creationDate || name == .modificationDate { missing -= 1 }
            offset += Self.entryHeadCount + Int(size)
        }
        return missing == 0 ? ItemAttributes(itemClass, sorted: entries) : nil
    }

    private static func value(_ form: Form, _ bytes: RawSpan, _ offset: Int, _ count: Int) -> AttributeValue?
    {
        switch form {
        case .string: return bytes.text(at: offset, count: count).map { .string($0) }
        case .data: return bytes.array(at: offset, count: count).map { .data(Data($0)) }
        case .number:
            guard count == 8 else { return nil }
            return bytes.littleEndian64(at: offset).map { .number(Int64(bitPattern: $0)) }
        case .date:
            guard count == 8, let bits = bytes.littleEndian64(at: offset) else { return nil }
            let seconds = Double(bitPattern: bits)
            // Finite, and never a negative zero, so that a date has exactly one encoding.
            guard seconds.isFinite, bits != (-0.0).bitPattern else { return nil }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .accessControl:
            guard count == 9, let access = bytes.byte(at: offset).flatMap(Accessibility.init),
                let flags = bytes.littleEndian64(at: offset + 1)
            else { return nil }
            return .accessControl(AccessControl(accessibility: access, stored: flags))
        }
    }
}
