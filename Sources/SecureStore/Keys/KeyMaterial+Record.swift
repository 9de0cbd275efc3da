/// The material as one record, which the state has the digest of, and which the hosts of a fleet exchange.
extension KeyMaterial {
    /// A limit that no store's record reaches.
    static let mostRecordBytes = 1 << 16

    /// The record: store id, commitment, in a fleet the public write key, slots and key sets.
    var record: [UInt8] {
        var bytes = store.array + commitment
        // No store has 0 slots, so that no other record begins like this.
        if let writer { bytes += [0, 0, 0, 0] + writer }
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: slots.count))
        for slot in slots { SlotCodec.append(slot, to: &bytes) }
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: keysets.count))
        for keyset in keysets {
            bytes.append(littleEndian: keyset.number)
            for box in [keyset.main, keyset.device ?? [], keyset.passcode ?? []] {
                bytes.append(littleEndian: UInt32(truncatingIfNeeded: box.count))
                bytes += box
            }
        }
        return bytes
    }

    /// The digest of everything that leads to the keys, which reveals a slot that was added or put back.
    var digest: [UInt8] { digest32(record) }

    /// Reads a record that somebody else kept; only a state that names its digest vouches for it.
    init(record: [UInt8], keysVersion: Int64) throws(StoreError) {
        var reader = RecordReader(record)
        guard record.count <= Self.mostRecordBytes, let read = Self.read(&reader) else {
            throw StoreError(
                .invalidData, "what leads to the fleet's keys is malformed; \(NextStep.mendServer)")
        }
        (store, commitment, writer, slots, keysets) = read
        (self.keysVersion, sealedState) = (keysVersion, [])
    }

    private static func read(
        _ reader: inout RecordReader
    ) -> (Bytes16, [UInt8], [UInt8], [SlotRow], [KeysetRow])? {
        guard let store = reader.bytes16(), let commitment = reader.bytes(32), reader.number32() == 0,
            let writer = reader.bytes(WriteKey.publicByteCount), let slotCount = reader.number32(),
            1...UInt32(SlotCodec.mostToRead) ~= slotCount
        else { return nil }
        var slots: [SlotRow] = []
        for _ in 0..<slotCount {
            guard let slot = slot(&reader, store), slot.number > slots.last?.number ?? 0 else { return nil }
            slots.append(slot)
        }
        guard let count = reader.number32(), 1...2 ~= count else { return nil }
        var keysets: [KeysetRow] = []
        for _ in 0..<count {
            guard let keyset = keyset(&reader), keysets.allSatisfy({ $0.number < keyset.number }) else {
                return nil
            }
            keysets.append(keyset)
        }
        return reader.isAtEnd ? (store, commitment, writer, slots, keysets) : nil
    }

    private static func slot(_ reader: inout RecordReader, _ store: Bytes16) -> SlotRow? {
        guard let number = reader.number64(), let kind = reader.number8(), let passes = reader.number64(),
            let memory = reader.number64(), let salt = reader.sized(), let recipient = reader.sized(),
            let shield = reader.sized(), let sealed = reader.sized()
        else { return nil }
        var slot = SlotRow(
            number: number, kind: kind, salt: salt, passes: passes, memory: memory, recipient: recipient,
            shield: shield, sealed: sealed, checksum: [])
        slot.checksum = SlotCodec.checksum(slot, store)
        return slot.hasRightSizes ? slot : nil
    }

    private static func keyset(_ reader: inout RecordReader) -> KeysetRow? {
        guard let number = reader.number32(), let main = reader.sized(), let device = reader.sized(),
            let passcode = reader.sized()
        else { return nil }
        let row = KeysetRow(
            number: number, main: main, device: device.isEmpty ? nil : device,
            passcode: passcode.isEmpty ? nil : passcode)
        return row.hasRightSizes ? row : nil
    }
}
