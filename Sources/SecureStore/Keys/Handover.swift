/// Proof that a new unlock key was made by a host that had the one before, and might write.
///
/// A handover is 32 bytes that only holders of the old unlock key can compute, over the commitment to the new
/// one, then the record of the slots and key sets of that moment, and its signature by the old write key. The
/// new keys themselves are only in the record's slots. So a host that was removed can check the proof, but
/// finds no slot; and nobody can hand out a key of their choice who did not have the write key before it,
/// though whoever once had any unlock key can make slots. The proof only spares the look at handovers that
/// anybody has put there.
package enum Handover {
    private static let proofByteCount = 32
    private static let purpose = "securestore handover"
    /// The proof, and what it proves: the store and the commitment, with which the record begins.
    package static let headByteCount = proofByteCount + 16 + 32

    /// Makes a handover from the keys before to those that `material` commits to.
    static func make(
        to material: KeyMaterial, from old: borrowing SealingKey, signedBy writeKey: WriteKey
    ) throws(StoreError) -> [UInt8] {
        let record = material.record
        return proof(of: material.store.array + material.commitment, under: old) + record
            + (try writeKey.sign(purpose, record))
    }

    /// Opens a handover: returns the material that led to the keys after it.
    ///
    /// Throws `invalidData` unless the handover follows from this unlock key and this write key.
    static func open(
        _ handover: [UInt8], from old: borrowing SealingKey, signedBy writer: [UInt8]?, _ store: Bytes16
    ) throws(StoreError) -> KeyMaterial {
        let record = Array(handover.dropFirst(proofByteCount).dropLast(WriteKey.signatureByteCount))
        let material = try KeyMaterial(record: record, keysVersion: 0)
        guard isProven(Array(handover.prefix(headByteCount)), from: old, store), let writer,
            WriteKey.isSigned(
                purpose, record, Array(handover.suffix(WriteKey.signatureByteCount)), by: writer)
        else {
            throw StoreError(
                .invalidData,
                "a new unlock key from the fleet's server does not follow from this host's; \(NextStep.joinAgain)"
            )
        }
        return material
    }

    /// Asks by its head whether a handover follows from this unlock key.
    static func isProven(_ head: [UInt8], from old: borrowing SealingKey, _ store: Bytes16) -> Bool {
        let proven = Array(head.dropFirst(proofByteCount))
        return proven.starts(with: store.array)
            && constantTimeEqual(proof(of: proven, under: old), Array(head.prefix(proofByteCount)))
    }

    /// The proof of the store id and the commitment to the new key.
    private static func proof(of proven: [UInt8], under old: borrowing SealingKey) -> [UInt8] {
        old.commitment(purpose, proven)
    }
}
