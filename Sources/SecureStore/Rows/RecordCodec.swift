import FoundationEssentials

/// Turns items into sealed rows, and rows into items.
struct RecordCodec {
    let ring: KeyRing

    private static let sealCount = SealingKey.sealByteCount

    // MARK: - Sealing

    /// Seals attributes and secret under the accessibility that the columns name.
    func seal(
        _ attributes: ItemAttributes, _ secret: StoredSecret?, _ columns: ItemColumns, _ access: Accessibility
    ) throws(StoreError) -> SealedItem {
        let keys = try ring.keys(access)
        let hasSecret = secret != nil
        var bytes = [UInt8]()
        bytes.reserveCapacity(512)
        bytes.append(contentsOf: repeatElement(0, count: Self.sealCount))
        try AttributeRecord(shapes: ring.shapes).append(attributes, to: &bytes)
        let data = FileFormat.associatedData(
            .attributes, store: ring.store, columns, hasSecret: hasSecret)
        try data.withBytes { data throws(StoreError) in
            try keys.metadata.seal(&bytes, sealAt: 0, from: Self.sealCount, associatedData: data)
        }
        let end = bytes.count
        if let secret { try append(secret, to: &bytes, keys, columns) }
        return SealedItem(
            columns: columns, fields: SealedFields(bytes, attributesEnd: end, hasSecret: hasSecret))
    }

    /// The associated data of a secret, with the tag of the sealed attributes: neither is replaced alone.
    func secretData(_ columns: ItemColumns, _ bytes: [UInt8], _ attributesEnd: Int) -> FixedBytes<96> {
        var data = FileFormat.associatedData(.secret, store: ring.store, columns, hasSecret: true)
        guard attributesEnd >= Self.sealCount else { return data }
        bytes.withRawBytes { data.append($0.extracting(24..<Self.sealCount)) }
        return data
    }

    /// Seals a secret behind the sealed attributes.
    private func append(
        _ secret: StoredSecret, to bytes: inout [UInt8], _ keys: AccessKeys, _ columns: ItemColumns
    ) throws(StoreError) {
        try secret.check()
        let end = bytes.count
        let data = secretData(columns, bytes, end)
        // Grown before the plaintext comes, which is encrypted in place and leaves no copy behind.
        bytes += [UInt8](repeating: 0, count: Self.sealCount + FileFormat.paddedCount(secret.byteCount))
        bytes.withMutableRawBytes { target in secret.write(to: &target, at: end + Self.sealCount) }
        try data.withBytes { data throws(StoreError) in
            try keys.secret.seal(&bytes, sealAt: end, from: end + Self.sealCount, associatedData: data)
        }
    }

    // MARK: - Opening

    private func ring(of columns: ItemColumns) throws(StoreError) -> KeyRing {
        guard let ring = ring.of(columns.keyset) else {
            throw Self.damaged(columns, "its key set is not one of the store's")
        }
        return ring
    }

    /// The attributes of a row; throws `decode` with the item's name when they do not open.
    func attributes(_ columns: ItemColumns, _ fields: SealedFields) throws(StoreError) -> ItemAttributes {
        guard let itemClass = ItemClass(rawValue: columns.itemClass), itemClass != .identity,
            let access = Accessibility(rawValue: columns.access)
        else { throw Self.damaged(columns, "its class or its accessibility is not one") }
        let keys = try ring(of: columns).keys(access)
        let end = fields.ends.attributes
        guard end > Self.sealCount, end <= 2 * FileFormat.largestAttributes else {
            throw Self.damaged(columns, "its attributes do not open")
        }
        let field = SealedField(bytes: fields.bytes, seal: 0..<Self.sealCount, text: Self.sealCount..<end)
        let data = FileFormat.associatedData(
            .attributes, store: ring.store, columns, hasSecret: fields.hasSecret)
        let opened = keys.metadata.withOpened(field, data) { plain in
            AttributeRecord(shapes: ring.shapes).read(plain, itemClass, access)
        }
        guard let opened else { throw Self.damaged(columns, "its attributes do not open") }
        return opened
    }

    /// The secret of a row, nil when it has none; throws `decode` with the item's name when it does not open.
    func secret(
        _ columns: ItemColumns, _ fields: SealedFields, withEarlier: Bool = false
    ) throws(StoreError) -> StoredSecret? {
        guard fields.hasSecret else { return nil }
        let field = SealedField(
            bytes: fields.bytes, seal: fields.ends.attributes..<fields.ends.seal,
            text: fields.ends.seal..<fields.bytes.count)
        let data = secretData(columns, fields.bytes, fields.ends.attributes)
        guard let access = Accessibility(rawValue: columns.access) else {
            throw Self.damaged(columns, "its accessibility is not one")
        }
        guard 4...2 * FileFormat.largestSecret ~= field.text.count else {
            throw Self.damaged(columns, "its secret has a wrong size")
        }
        var (entries, areWhole) = (StoredSecret.Entries(), false)
        let current = try SecretBytes.opening(field, ring(of: columns).keys(access).secret, data) {
            bytes throws(StoreError) in
            guard let current = StoredSecret.current(in: bytes) else {
                throw Self.damaged(columns, "its secret does not open")
            }
            areWhole = try entries.read(in: bytes, after: current, withEarlier: withEarlier)
            return current
        }
        guard let current else { throw Self.damaged(columns, "its secret does not open") }
        guard areWhole else { throw Self.damaged(columns, "its parts or earlier secrets are malformed") }
        return StoredSecret(current, parts: entries.parts, earlier: entries.earlier)
    }

    /// Opens everything in a proven row, and checks its tokens against its attributes.
    func open(_ proven: ProvenRow) throws(StoreError) -> Found {
        let columns = proven.columns
        let attributes = try attributes(columns, proven.fields)
        let secret = try secret(columns, proven.fields, withEarlier: true)
        var expected = columns
        try Tokens(try ring(of: columns)).apply(attributes, to: &expected)
        guard expected == columns else {
            throw Self.damaged(columns, "its tokens do not fit its attributes")
        }
        return Found(proven.own, attributes, secret)
    }

    /// Twenty bytes that change with every change of the item or of the store's keys.
    func digest(_ row: ProvenRow) -> Data {
        var message = FixedBytes<80>()
        row.fields.withParts { attributes, seal, _ in
            message.append(attributes.extracting(0..<min(Self.sealCount, attributes.byteCount)))
            message.append(seal.extracting(0..<min(Self.sealCount, seal.byteCount)))
        }
        let keys = ring.of(row.columns.keyset) ?? ring
        return Data(keys.common.integrity.commitment("securestore item digest", message.array).prefix(20))
    }

    static func damaged(_ columns: ItemColumns, _ why: String) -> StoreError {
        damaged(columns.itemClass, columns.id, why)
    }

    private static func damaged(_ itemClass: UInt8, _ id: Bytes16, _ why: String) -> StoreError {
        let name = ItemClass(rawValue: itemClass)?.words ?? "item of class \(itemClass)"
        return StoreError(
            .decode, "the \(name) \(id.hexadecimal) is damaged: \(why); \(NextStep.salvageOthers)")
    }

    /// The error for a row with a column that our writers never write.
    static func impossible(_ row: ItemRow) -> StoreError {
        let why = "a column has an impossible value"
        guard let id = row.id, let itemClass = row.itemClass else {
            return StoreError(.decode, "item row \(row.number) is damaged: \(why); \(NextStep.salvageOthers)")
        }
        return damaged(itemClass, id, why)
    }

    // MARK: - The set

    /// The element of a row that was just sealed, or came from another host.
    func element(_ item: SealedItem) throws(StoreError) -> MultisetHash.Element {
        guard let element = element(item.columns, item.fields) else {
            throw StoreError.mistake("row \(item.columns.number) was sealed wrongly")
        }
        return element
    }

    /// The item's element of the authenticated set, a keyed hash of its columns and the seals of its fields;
    /// nil when a field has an impossible size or key set.
    func element(_ columns: ItemColumns, _ fields: SealedFields) -> MultisetHash.Element? {
        guard let keys = ring.of(columns.keyset)?.common else { return nil }
        var message = FixedBytes<256>()
        message.append(littleEndian: UInt64(bitPattern: columns.number))
        message.append(columns.id)
        message.append(columns.itemClass)
        message.append(columns.access)
        message.append(littleEndian: columns.keyset)
        message.append(littleEndian: UInt64(bitPattern: columns.generation))
        message.append(columns.identity)
        message.append(columns.group)
        message.append(columns.variant)
        for token in [columns.first, columns.second, columns.third] {
            message.append(token == nil ? 0 : 1)
            message.append(token ?? Bytes16(high: 0, low: 0))
        }
        let isSealed = fields.withParts { attributes, seal, _ in
            guard attributes.byteCount > Self.sealCount,
                seal.byteCount == (fields.hasSecret ? Self.sealCount : 0)
            else { return false }
            message.append(attributes.extracting(0..<Self.sealCount))
            message.append(fields.hasSecret ? 1 : 0)
            message.append(seal)
            return true
        }
        return isSealed ? message.withBytes { keys.integrity.hash64($0) } : nil
    }
}
