/// The part of a change that goes to the other hosts of a fleet.
extension WriteSession {
    /// Seals the state for the other hosts, and moves this replica's point; rows are sealed when asked for.
    ///
    /// Beside the rows that changed, the change has those of `others`.
    func sealForOthers(
        _ others: [Int64], after links: UInt64, _ replacesHead: Bool
    ) throws(StoreError) -> OutgoingChange {
        try checkIsReplica()
        let box = try change.state.asShared.sealShared(ring)
        let link = ReplicaPoint.link(of: box)
        try follow(link, of: change.state.sequence)
        let numbers = others.isEmpty ? try outgoingRows() : Set(try outgoingRows() + others).sorted()
        let (connection, ring) = (connection, ring)
        return OutgoingChange(
            state: KeptState(
                number: change.state.sequence, keysVersion: change.state.keysVersion, box: box),
            link: link, emptyLinks: links, replacesHead: replacesHead,
            keys: changedKeys ? try KeyMaterial(connection).record : nil, handover: handover
        ) { body throws(StoreError) in
            for number in numbers {
                guard let row = try connection.item(number, .whole) else {
                    try body(number, nil)
                    continue
                }
                guard let columns = row.columns else { throw RecordCodec.impossible(row) }
                try body(number, try RowRecord.seal(columns, row.fields, ring))
            }
        }
    }

    /// The numbers of the rows that came, changed or went; a row that came and went does not count.
    private func outgoingRows() throws(StoreError) -> [Int64] {
        var rows: [Int64] = []
        for number in (connection.changedItems ?? []).sorted() {
            if number >= change.firstNew, try connection.item(number, .withoutSecret) == nil { continue }
            rows.append(number)
        }
        return rows
    }
}

extension StoreState {
    /// The state as all hosts have it, without the places of nodes, which differ from file to file.
    var asShared: StoreState {
        var state = self
        (state.root, state.previousRoot) = (root?.withoutPlace, previousRoot?.withoutPlace)
        return state
    }

    /// The format, the number of the key set, and the box.
    private static let unsignedByteCount = 1 + 4 + SealingKey.sealByteCount + byteCount
    private static let purpose = "securestore change"

    /// Seals a shared state into a box, with the format and the number of its key set before it, and signs
    /// all of it.
    ///
    /// Throws ``StoreStatus/wrPerm`` on a host that only reads.
    func sealShared(_ ring: KeyRing) throws(StoreError) -> [UInt8] {
        guard let writeKey = ring.writeKey else { throw KeyRing.readsOnly }
        var box = [FileFormat.version]
        box.append(littleEndian: ring.keyset)
        box += try seal(ring, as: .fleetState)
        return box + (try writeKey.sign(Self.purpose, ring.store.array + box))
    }

    /// Opens a shared state, which somebody has signed who may write.
    init(shared kept: KeptState, _ ring: KeyRing) throws(StoreError) {
        let box = kept.box.prefix(Self.unsignedByteCount)
        guard let writer = ring.writer,
            WriteKey.isSigned(
                Self.purpose, ring.store.array + box, Array(kept.box.dropFirst(box.count)), by: writer)
        else { throw Self.notShared }
        try self.init(unsigned: kept, ring)
    }

    /// Tells whether this is the shared state that led to a point.
    ///
    /// Its signature was checked on the way there, and no other state leads to the same point.
    static func leads(_ kept: KeptState, to point: ReplicaPoint, _ ring: KeyRing) throws(StoreError) -> Bool {
        try StoreState(unsigned: kept, ring).replica?.after(ReplicaPoint.link(of: kept.box)) == point
    }

    private init(unsigned kept: KeptState, _ ring: KeyRing) throws(StoreError) {
        var reader = RecordReader(kept.box)
        let (format, keyset) = (reader.number8(), reader.number32())
        guard format == FileFormat.version, keyset == ring.keyset,
            let box = reader.bytes(SealingKey.sealByteCount + Self.byteCount)
        else { throw Self.notShared }
        do throws(StoreError) {
            self = try StoreState(box, keysVersion: kept.keysVersion, ring, as: .fleetState)
        } catch { throw Self.notShared }
        guard sequence == kept.number else { throw Self.notShared }
    }

    /// Refuses a shared state of another format, for a host that has none of this fleet.
    static func checkFormat(ofShared box: [UInt8]) throws(StoreError) {
        // Format 1 did not say its number.
        let format = box.count == unsignedByteCount - 1 ? 1 : box.first ?? FileFormat.version
        guard format == FileFormat.version else {
            let error = FileFormat.refusal(format, "the fleet's newest state says that the fleet")
            throw StoreError(
                error.status,
                "\(error.reason); nothing proves that number: if other hosts have this version, the state was damaged, "
                    + "and Fleet.verify (securestore fleet verify) on one of them says how to mend it")
        }
    }

    private static let notShared = StoreError(
        .invalidData,
        "the state from the fleet's server is not one that a host sealed with the present keys; \(NextStep.mendServer)"
    )
}

extension IndexReference {
    fileprivate var withoutPlace: IndexReference { IndexReference(node: 0, count: count, digest: digest) }
}
