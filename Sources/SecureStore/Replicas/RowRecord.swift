/// A row on its way between the replicas of a store.
///
/// The whole row is in one more box, so that whoever keeps it learns neither tokens nor classes, and so that
/// every byte of it is proven on arrival, also where its own boxes cannot be opened.
enum RowRecord {
    /// The most that a server keeps of a row, which is `FleetLimits.content`.
    static let mostBytes = 18 << 20 + 64 << 10

    private static let (hasSecret, hasFirst, hasSecond, hasThird): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 4, 8)
    private static let keysetByteCount = 4

    /// Seals a row of this file into a box, with the number of its key set before it.
    static func seal(
        _ columns: ItemColumns, _ fields: SealedFields, _ ring: KeyRing
    ) throws(StoreError) -> [UInt8] {
        guard let keys = ring.of(columns.keyset)?.common else {
            throw StoreError(
                .decode,
                "item row \(columns.number) names a key set that is not the store's; \(NextStep.salvageOthers)"
            )
        }
        var record: [UInt8] = []
        record.append(littleEndian: columns.keyset)
        let start = record.count + SealingKey.sealByteCount
        record += [UInt8](repeating: 0, count: SealingKey.sealByteCount)
        columns.id.append(to: &record)
        record += [columns.itemClass, columns.access, flags(columns, fields.hasSecret)]
        record.append(littleEndian: columns.generation)
        let tokens = [columns.identity, columns.group, columns.variant]
        for token in tokens + [columns.first, columns.second, columns.third].compactMap({ $0 }) {
            token.append(to: &record)
        }
        fields.withParts { attributes, seal, secret in
            record.append(littleEndian: UInt32(truncatingIfNeeded: attributes.byteCount))
            record.append(attributes)
            record.append(seal)
            record.append(secret)
        }
        try data(columns.number, ring).withBytes { data throws(StoreError) in
            try keys.state.seal(
                &record, sealAt: keysetByteCount, from: start, associatedData: data)
        }
        return record
    }

    /// Opens what ``seal(_:_:_:)`` made of the row with this number.
    static func open(_ record: [UInt8], number: Int64, _ ring: KeyRing) throws(StoreError) -> SealedItem {
        var head = RecordReader(record)
        guard record.count <= mostBytes, let keyset = head.number32(), let keys = ring.of(keyset)?.common,
            let box = head.bytes(head.rest), box.count > SealingKey.sealByteCount,
            let plain = keys.state.openBytes(box, data(number, ring)),
            let item = read(plain, number, keyset)
        else {
            throw StoreError(
                .invalidData,
                "row \(number) from the fleet's server is not one that a host made; \(NextStep.mendServer)")
        }
        return item
    }

    private static func read(_ plain: [UInt8], _ number: Int64, _ keyset: UInt32) -> SealedItem? {
        var reader = RecordReader(plain)
        guard let id = reader.bytes16(), let itemClass = reader.number8(), let access = reader.number8(),
            let flags = reader.number8(), flags < 16, let generation = reader.number64(),
            let identity = reader.bytes16(), let group = reader.bytes16(), let variant = reader.bytes16()
        else { return nil }
        var columns = ItemColumns(
            number: number, id: id, itemClass: itemClass, access: access, keyset: keyset,
            generation: generation, identity: identity, group: group, variant: variant)
        if flags & hasFirst != 0 { columns.first = reader.bytes16() }
        if flags & hasSecond != 0 { columns.second = reader.bytes16() }
        if flags & hasThird != 0 { columns.third = reader.bytes16() }
        guard self.flags(columns, flags & hasSecret != 0) == flags, let attributes = reader.sized(),
            attributes.count > SealedItem.sealByteCount, let secret = reader.bytes(reader.rest),
            flags & hasSecret == 0 ? secret.isEmpty : secret.count >= SealedItem.sealByteCount
        else { return nil }
        return SealedItem(
            columns: columns,
            fields: SealedFields(
                attributes + secret, attributesEnd: attributes.count, hasSecret: flags & hasSecret != 0))
    }

    private static func flags(_ columns: ItemColumns, _ isWithSecret: Bool) -> UInt8 {
        (isWithSecret ? hasSecret : 0) | (columns.first == nil ? 0 : hasFirst)
            | (columns.second == nil ? 0 : hasSecond) | (columns.third == nil ? 0 : hasThird)
    }

    private static func data(_ number: Int64, _ ring: KeyRing) -> FixedBytes<32> {
        FileFormat.associatedData(.fleetRow, store: ring.store, number: UInt64(bitPattern: number))
    }
}
