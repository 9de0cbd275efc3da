/// The keys that a kept state was sealed with.
struct IncomingKeys {
    let ring: KeyRing
    /// The unlock key; nil if the replica has it already.
    var unlockKey: UnlockKey?
    /// The material of the state; nil if slots and key sets are the replica's own.
    var material: KeyMaterial?
}

/// Changes of other hosts, proven and taken into this file.
extension WriteSession {
    /// Takes in everything from the replica's number to the newest kept state.
    ///
    /// Rows, keys and state count only together: the file's own index, built from the rows, must come to the
    /// roots in the sealed state. Otherwise this throws, and the transaction leaves nothing behind.
    /// `everything` takes all rows in place of the replica's.
    func receive(
        _ newest: KeptState, _ kept: any KeptChanges, _ keys: IncomingKeys, everything: Bool = false
    ) throws(StoreError) {
        let shared = try StoreState(shared: newest, keys.ring)
        try checkHistory(shared, newest, kept)
        try checkKeys(shared, keys.material)
        let isRebuilt = ring.keysets != keys.ring.keysets
        let number = everything || change.state.replica == nil ? nil : change.state.sequence
        if everything {
            var count = 0
            try eachOwnRow { number throws(StoreError) in
                try forget(number, !isRebuilt)
                count += 1
                // The server ends a transaction that asks nothing for a while.
                if count.isMultiple(of: 256) { _ = try kept.traces() }
            }
        }
        try takeRows(kept, after: number, shared, keys.ring, isIndexed: !isRebuilt)
        ring = keys.ring
        if isRebuilt { try rebuildIndexes() } else { try writeIndexes() }
        change.state.nextNumber = shared.nextNumber
        (change.state.sequence, change.state.keysVersion) = (shared.sequence, shared.keysVersion)
        (change.state.keysDigest, change.state.lockSettings) = (shared.keysDigest, shared.lockSettings)
        change.state.replica = shared.replica
        guard change.state.asShared == shared else {
            throw StoreError(
                .invalidData,
                "the rows from the fleet's server are not those of its sealed state: some were changed, left out or put "
                    + "there by somebody else, or this replica is damaged; \(NextStep.mendServer)")
        }
        try follow(ReplicaPoint.link(of: newest.box), of: newest.number)
        try writeReceived(keys.material)
    }

    // MARK: - History

    /// Checks that the newest state goes on from the one that this replica has.
    private func checkHistory(
        _ shared: StoreState, _ newest: KeptState, _ kept: any KeptChanges
    ) throws(StoreError) {
        // This is an empty file, which becomes a replica.
        guard let own = change.state.replica else {
            guard shared.replica != nil else { throw ReplicaPoint.foreign }
            return
        }
        guard shared.replica?.fleet == own.fleet else { throw ReplicaPoint.foreign }
        let sequence = change.state.sequence
        guard newest.number > sequence else { throw own.diverged(at: sequence, newest.number) }
        var (point, number, jumps): (ReplicaPoint, UInt64, [Jump]) = (own, sequence, [])
        // The newest link is that of the state itself.
        while number < newest.number - 1 {
            let links = try kept.links(after: number, upTo: newest.number - 1)
            guard links[number + 1] != nil else {
                throw StoreError(
                    .divergedHistory,
                    "the fleet's server does not have what this replica follows by from change \(sequence) on: it was away "
                        + "for too long, or that was damaged; \(NextStep.joinAgain)")
            }
            while let link = links[number + 1] {
                number += 1
                try keep(link, of: number, after: point)
                point = point.after(link)
                if let origin = OutgoingChange.jumpOrigin(of: link) { jumps.append((number, origin)) }
            }
        }
        guard point == shared.replica, Self.origins(of: jumps).allSatisfy({ $0 >= sequence }),
            newest.keysVersion >= change.state.keysVersion
        else { throw own.diverged(at: sequence, newest.number) }
    }

    /// Moves this replica's point past a change, and keeps the link that leads there.
    func follow(_ link: [UInt8], of number: UInt64) throws(StoreError) {
        guard let point = change.state.replica else { throw Self.notReplica }
        try keep(link, of: number, after: point)
        change.state.replica = point.after(link)
    }

    private func keep(_ link: [UInt8], of number: UInt64, after point: ReplicaPoint) throws(StoreError) {
        try changing { () throws(StoreError) in
            try connection.writeLink(link, of: number, after: point.chain)
        }
    }

    /// The number of a link that looks like that of a jump, and the change that it says it goes on from.
    private typealias Jump = (number: UInt64, origin: UInt64)

    /// The changes that jumps go on from: one before this replica's newest takes something away that it has.
    ///
    /// What a jump has passed over may be anything that somebody has put there, also what looks like a jump.
    private static func origins(of jumps: [Jump]) -> [UInt64] {
        var (origins, end): ([UInt64], UInt64) = ([], .max)
        for jump in jumps.reversed() where jump.number < end {
            origins.append(jump.origin)
            end = min(end, jump.origin &+ 1)
        }
        return origins
    }

    private func checkKeys(_ shared: StoreState, _ material: KeyMaterial?) throws(StoreError) {
        guard shared.keysDigest == (material?.digest ?? change.state.keysDigest) else {
            throw StoreError(
                .invalidData,
                "what leads to the fleet's keys is not what its sealed state vouches for; \(NextStep.mendServer)"
            )
        }
    }

    // MARK: - Rows

    private func takeRows(
        _ kept: any KeptChanges, after number: UInt64?, _ shared: StoreState, _ new: KeyRing, isIndexed: Bool
    ) throws(StoreError) {
        var (last, gone) = (Int64.min, UInt64(0))
        let most = UInt64(ServerCopy.mostSurplus) + change.state.count
        try kept.eachRow(after: number, upTo: shared.sequence) { number, content throws(StoreError) in
            // A row that went away may have any number: a repair takes away what somebody has put there.
            guard number > last, content == nil || number > 0 && number < shared.nextNumber else {
                throw StoreError(
                    .invalidData,
                    "the fleet's server gives row \(number) out of order; \(NextStep.mendServer)")
            }
            last = number
            try forget(number, isIndexed)
            guard let content else {
                gone += 1
                guard gone <= most else { throw ServerCopy.tooMuch }
                return
            }
            try take(try RowRecord.open(content, number: number, new), new, isIndexed)
        }
    }

    /// Removes a row of the replica, and its entries in the index if there are any.
    private func forget(_ number: Int64, _ isIndexed: Bool) throws(StoreError) {
        guard let old = try connection.item(number, .withoutSecret) else { return }
        guard let columns = old.columns, let element = codec.element(columns, old.fields) else {
            throw RecordCodec.impossible(old)
        }
        try changing { () throws(StoreError) in try connection.deleteItem(number: number) }
        if isIndexed { removeEntries(of: Found.Row(columns, element)) }
        change.state.sum.subtract(element)
        change.state.count &-= 1
        try relieve()
    }

    private func take(_ item: SealedItem, _ new: KeyRing, _ isIndexed: Bool) throws(StoreError) {
        try changing { () throws(StoreError) in try connection.statement(.writeItem, of: item).run() }
        let element = try RecordCodec(ring: new).element(item)
        if isIndexed { addEntries(of: item.columns, element, ring) }
        change.state.sum.add(element)
        change.state.count += 1
        try relieve()
    }

    private func addEntries(of columns: ItemColumns, _ element: MultisetHash.Element, _ ring: KeyRing) {
        guard let own = ring.of(columns.keyset) else { return }
        let changes = own === ring ? change.entries : change.earlierEntries
        for entry in Tokens(own).entries(columns, digest: element.digest) { changes.insert(entry) }
    }

    /// Builds the indexes from nothing but the rows: with other key sets, every entry is another one.
    private func rebuildIndexes() throws(StoreError) {
        try changing { () throws(StoreError) in try connection.deleteNodes() }
        (change.state.root, change.state.previousRoot) = (nil, nil)
        try eachOwnRow { number throws(StoreError) in
            guard let row = try connection.item(number, .withoutSecret) else { return }
            guard let columns = row.columns, let element = codec.element(columns, row.fields) else {
                throw RecordCodec.impossible(row)
            }
            addEntries(of: columns, element, ring)
            try relieve()
        }
        try writeIndexes()
    }

    private func eachOwnRow(_ body: (Int64) throws(StoreError) -> Void) throws(StoreError) {
        var last: Int64 = 0
        while true {
            let numbers = try connection.itemNumbers(after: last, most: Self.rowsAtOnce)
            guard let newLast = numbers.last else { return }
            for number in numbers { try body(number) }
            last = newLast
        }
    }

    private static let rowsAtOnce = 256

    // MARK: - Writing

    private func writeReceived(_ material: KeyMaterial?) throws(StoreError) {
        if let material {
            try Schema.check(connection)
            try changing { () throws(StoreError) in
                try connection.replaceKeys(
                    commitment: material.commitment, writer: material.writer, material.slots, material.keysets
                )
            }
            guard try KeyMaterial(connection).record == material.record else {
                throw StoreError(
                    .invalidKeychain,
                    "the replica's slots or key sets are not what was written; let this host join again")
            }
        }
        change.isEmpty = false
        try connection.writeState(change.state, ring)
    }
}

extension KeyRing {
    /// The numbers of the current key set and of the one before it.
    fileprivate var keysets: [UInt32?] { [keyset, previous?.keyset] }
}

extension ReplicaPoint {
    /// The error of a replica whose history is not the server's.
    func diverged(at own: UInt64, _ kept: UInt64) -> StoreError {
        let how = kept < own ? "went back" : "has another history"
        return StoreError(
            .divergedHistory,
            "the fleet's server \(how): this host has seen change \(own), the server's newest is \(kept), and does not "
                + "follow from it; fleet \(fleet.hexadecimal); Fleet.verify (securestore fleet verify) names what differs; "
                + NextStep.joinAgain)
    }
}
