/// Blind tokens: keyed hashes by which the file can be searched for equal values without showing them.
///
/// Each covers its purpose, the class and the attribute, so that equal values in different places have
/// unrelated tokens. Two kinds share their beginnings with others: see ``identity(_:of:_:)`` and
/// ``Beginnings``.
struct Tokens {
    private let key: CommonKeys
    let shapes: ClassShapes

    init(_ ring: KeyRing) { (key, shapes) = (ring.common, ring.shapes) }

    private enum Purpose: UInt8 {
        case identity = 0x49, group = 0x47, variant = 0x56, search = 0x53, id = 0x44
    }

    /// The number of leading bits that an identity token shares with another token.
    private static let bitsOfLead: UInt64 = 48

    private func blind(_ message: [UInt8]) -> Bytes16 { Self.outsideLists(key.index.hash16(message)) }

    /// The token for a hash, whose first six bits are never all zero: that part of the index belongs to the
    /// lists of rows.
    private static func outsideLists(_ hash: Bytes16) -> Bytes16 {
        hash.high >> 58 == 0 ? Bytes16(high: hash.high | 1 << 63, low: hash.low) : hash
    }

    private func begin(_ purpose: Purpose, _ itemClass: ItemClass, _ capacity: Int) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(capacity)
        message.append(purpose.rawValue)
        message.append(itemClass.rawValue)
        return message
    }

    private func append(_ value: AttributeValue, _ kind: AttributeKind, to message: inout [UInt8]) {
        let head = message.count
        message.append(littleEndian: UInt32(0))
        value.appendComparable(as: kind, to: &message)
        let count = UInt32(truncatingIfNeeded: message.count - head - 4)
        message.withMutableRawBytes { $0.store(littleEndian: count, at: head) }
    }

    /// The token of the identifying attributes of the class; nil when one of them is missing.
    ///
    /// It begins like the token of the first searchable attribute among them, and so lies next to that in the
    /// index. Then a change of the item changes one place for both.
    ///
    /// It is generic, because a closure for the values would copy the selection at every look-up. Search
    /// tokens that `columns` already holds are not made again.
    func identity(_ itemClass: ItemClass, of values: some IdentityValues, _ columns: ItemColumns? = nil)
        -> Bytes16?
    {
        var message = begin(.identity, itemClass, 160)
        var lead: Bytes16?
        for name in shapes.identity(of: itemClass) {
            guard let value = values.identityValue(name) else { return nil }
            let row = ClassTable.row(name)
            append(value, row.kind, to: &message)
            if lead == nil, let column = row.search {
                lead = columns?[column] ?? search(itemClass, name, value)
            }
        }
        let own = blind(message)
        guard let lead else { return own }
        let mask = UInt64.max >> Self.bitsOfLead
        return Bytes16(high: lead.high & ~mask | own.high & mask, low: own.low)
    }

    /// The token of the item with an id that does not name a row itself: see ``Bytes16/id(of:)``.
    func id(_ id: Bytes16) -> Bytes16 {
        var message = [Purpose.id.rawValue]
        id.append(to: &message)
        return blind(message)
    }

    /// The token that leads to all items of a class, and to the digests of their rows.
    ///
    /// It is not blind, because every row shows its class and its number anyway. The lists lie together in
    /// the part of the index that begins with zeros, so that the way to them is short.
    static func list(_ itemClass: UInt8) -> Bytes16 { Bytes16(high: 0, low: UInt64(itemClass)) }

    func group(_ itemClass: ItemClass, _ name: String) -> Bytes16 {
        var message = begin(.group, itemClass, 48)
        message.append(contentsOf: name.utf8)
        return blind(message)
    }

    /// The token of the attributes that tell items apart besides class, identity and group.
    func variant(
        _ itemClass: ItemClass, synchronizable: Bool, hint: AttributeValue? = nil,
        token: AttributeValue? = nil,
        sharing: AttributeValue? = nil
    ) -> Bytes16 {
        var message = begin(.variant, itemClass, 16)
        message.append(synchronizable ? 1 : 0)
        for value in [hint, token, sharing] { append(value ?? .string(""), .string, to: &message) }
        return blind(message)
    }

    /// The token of a value: values of one attribute that begin alike have tokens that do.
    func search(_ itemClass: ItemClass, _ name: AttributeName, _ value: AttributeValue) -> Bytes16 {
        let kind = ClassTable.row(name).kind
        let message = searchMessage(itemClass, name, value, kind)
        let hash = key.index.hash16(message)
        guard kind == .blob else { return Self.outsideLists(hash) }
        let beginnings = Beginnings(message, from: Self.searchHead, key.beginning)
        return Self.outsideLists(Bytes16(high: beginnings.replacingBits(of: hash.high), low: hash.low))
    }

    /// The index keys of all values that begin with a text, and of few others; nil if the text has no cut.
    func search(
        _ itemClass: ItemClass, _ name: AttributeName, startsWith text: String
    ) -> ClosedRange<IndexKey>? {
        let kind = ClassTable.row(name).kind
        guard kind == .blob else { return nil }
        let message = searchMessage(itemClass, name, .string(text), kind)
        let beginnings = Beginnings(message, from: Self.searchHead, key.beginning)
        guard !beginnings.isEmpty else { return nil }
        let first = Bytes16(high: beginnings.replacingBits(of: 0), low: 0)
        let last = Bytes16(high: beginnings.replacingBits(of: .max), low: .max)
        return IndexKey(Self.outsideLists(first), 0)...IndexKey(Self.outsideLists(last), .max)
    }

    /// The number of bytes in front of the value in the message of a search token.
    private static let searchHead = 6

    private func searchMessage(
        _ itemClass: ItemClass, _ name: AttributeName, _ value: AttributeValue, _ kind: AttributeKind
    ) -> [UInt8] {
        var message = begin(.search, itemClass, 96)
        message.append(littleEndian: shapes.packedCode(name).byteSwapped)
        value.appendComparable(as: kind, to: &message)
        return message
    }

    /// Puts every token of an item into its columns.
    func apply(_ attributes: ItemAttributes, to columns: inout ItemColumns) throws(StoreError) {
        let itemClass = attributes.itemClass
        (columns.first, columns.second, columns.third) = (nil, nil, nil)
        for (name, column) in shapes.searchable(in: itemClass) {
            guard let value = attributes[name] else { continue }
            columns[column] = search(itemClass, name, value)
        }
        guard let identity = identity(itemClass, of: attributes, columns),
            let group = attributes.text(.accessGroup)
        else {
            throw StoreError.mistake("an item cannot be stored without its identity and its group")
        }
        columns.identity = identity
        columns.group = self.group(itemClass, group)
        columns.variant = variant(
            itemClass, synchronizable: attributes.flag(.synchronizable) ?? false,
            hint: attributes.given(.syncViewHint), token: attributes.given(.tokenID),
            sharing: attributes.given(.sharingGroup))
    }

    /// The index entries of an item: the digest of its row under each token that leads to it.
    func entries(_ columns: ItemColumns, digest: Bytes16) -> [IndexEntry] {
        let number = columns.number
        var entries: [IndexEntry] = []
        entries.reserveCapacity(6)
        for token in [Self.list(columns.itemClass), columns.identity] {
            entries.append(IndexEntry(key: IndexKey(token, number), digest: digest))
        }
        let id = columns.id.isId(of: number) ? nil : id(columns.id)
        for token in [id, columns.first, columns.second, columns.third] {
            guard let token else { continue }
            entries.append(IndexEntry(key: IndexKey(token, number), digest: nil))
        }
        return entries
    }
}

extension Bytes16 {
    /// The id of a new item: eight random bytes, and the number of its row.
    ///
    /// It needs no entry of its own in the index, because the list of its class leads to the row.
    static func id(of number: Int64) -> Bytes16 {
        Bytes16(high: random().high, low: UInt64(bitPattern: number))
    }

    /// Asks whether this id names the row with a number.
    ///
    /// The id of an imported item names a row of another store.
    func isId(of number: Int64) -> Bool { low == UInt64(bitPattern: number) }
}

/// Something that gives the values of an identity.
protocol IdentityValues {
    func identityValue(_ name: AttributeName) -> AttributeValue?
}

extension Selection: IdentityValues {
    func identityValue(_ name: AttributeName) -> AttributeValue? { condition(name) }
}

extension ItemAttributes: IdentityValues {
    func identityValue(_ name: AttributeName) -> AttributeValue? { self[name] }
}

extension ItemColumns {
    subscript(column: ClassTable.SearchColumn) -> Bytes16? {
        get {
            switch column {
            case .first: return first
            case .second: return second
            case .third: return third
            }
        }
        set {
            switch column {
            case .first: first = newValue
            case .second: second = newValue
            case .third: third = newValue
            }
        }
    }
}
