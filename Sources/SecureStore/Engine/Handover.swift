/// The new unlock key of a store, sealed for those who have the one before.
///
/// A replica takes a new unlock key only from here. Its slot would give one, too, but whoever had the keys of any time can
/// make slots: a host that was removed could hand the others keys that it chose.
enum Handover {
    static let byteCount = SealingKey.boxByteCount

    static func seal(
        _ new: borrowing SealingKey, under old: borrowing SealingKey, _ store: Bytes16
    ) throws(StoreError) -> [UInt8] {
        let key = try old.derive("securestore handover", [])
        return try FileFormat.associatedData(.handover, store: store, number: 0).withBytes {
            data throws(StoreError) in try key.box(new, associatedData: data)
        }
    }

    /// The last unlock key of a chain of handovers that begins at this one.
    static func follow(
        _ boxes: [[UInt8]], from first: UnlockKey, _ store: Bytes16
    ) throws(StoreError) -> UnlockKey {
        var latest = first
        for box in boxes {
            let key = try latest.key.derive("securestore handover", [])
            let next = try FileFormat.associatedData(.handover, store: store, number: 0).withBytes {
                data throws(StoreError) in try key.openKey(box, associatedData: data)
            }
            guard let next else {
                throw StoreError(
                    .invalidData, "a new unlock key from the fleet's server does not follow from this host's")
            }
            latest = UnlockKey(next, first.slotSecret)
        }
        return latest
    }
}
