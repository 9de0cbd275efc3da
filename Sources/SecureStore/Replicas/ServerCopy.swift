/// A comparison of a server's copy of a fleet with a replica that is proven.
package struct ServerCopy: Sendable {
    /// A row that the two have otherwise.
    package struct Difference: Sendable {
        package enum Kind: Sendable {
            /// The server does not have the row.
            case missing
            /// The server has another row under this number, one that no host made, or one of a change to
            /// come.
            case changed
            /// The server has a row that the replica does not have.
            case surplus
        }

        package let kind: Kind
        let row: Int64
        /// The item of this replica; nil if it has none.
        package let item: ItemReference?
        /// The attributes of the server's item that this replica does not have in that form or a later one;
        /// nil if there is none that opens.
        package fileprivate(set) var lost: ItemAttributes?
        /// True if the generation of the replica's item is higher than that of the server's.
        fileprivate var isEarlier = false
        /// False for a row of the server that does not open: no host made it, or one with other keys.
        var opens = true
    }

    /// The newest state of the server, as the replica sees it.
    package enum Head: Sendable {
        /// The replica has taken it in.
        case known
        /// It is missing, or it is none that a host sealed.
        case damaged
        /// It belongs to another history of the fleet.
        case ofOtherHistory
    }

    package internal(set) var head = Head.known
    /// The server's newest state, sealed; nil if there is none.
    var box: [UInt8]?
    /// The number of the newest change that this replica has not seen and that the server tells of; nil if
    /// there is none.
    package internal(set) var unseen: UInt64?
    /// True if the server has changes since its history and the replica's parted, or if nothing tells that it
    /// has none.
    package internal(set) var hasGoneOn = false
    /// True if the server has the link of the replica's newest change, and none of another history.
    var knowsReplica = true
    /// The count of the links that the server has lost, by which hosts that are behind follow.
    package internal(set) var lostLinks = 0
    /// The count of links and handovers of no change, which the next changes would run into.
    package internal(set) var surplusTraces = 0
    /// The slots of the server that this replica does not have.
    package internal(set) var lostSlots: [KeySlot] = []
    /// The slots of this replica that the server does not have.
    package internal(set) var missingSlots: [KeySlot] = []
    /// The count of the replica's rows.
    package internal(set) var rowCount = 0
    /// In the order of their numbers.
    package internal(set) var differences: [Difference] = []
    /// True if the server has the slots and key sets of the replica.
    package internal(set) var hasKeys = true

    package var isWhole: Bool {
        head == .known && unseen == nil && differences.isEmpty && hasKeys && surplusTraces == 0
            && lostLinks == 0
    }

    /// True if nothing that a host has changed goes away when the server gets the state of the replica.
    ///
    /// Without its newest state, the server has to tell of the replica's newest change. With other keys than
    /// the replica's, or with none, each of its rows has to open: it could have been sealed with others.
    package var isLossless: Bool {
        unseen == nil && !hasGoneOn && lostSlots.isEmpty && differences.allSatisfy { $0.lost == nil }
            && (head != .damaged || knowsReplica && (hasKeys || differences.allSatisfy(\.opens)))
    }

    /// True if no host has changed anything between two comparisons, so that the earlier one names all that
    /// is lost.
    func hasSameLosses(as other: ServerCopy) -> Bool {
        box == other.box && unseen == other.unseen && lostSlots == other.lostSlots
            && differences.map(\.lost) == other.differences.map(\.lost)
    }
}

/// A row of a replica, as far as it is compared.
private struct OwnRow {
    let digest: Bytes16
    let generation: Int64
    let item: ItemReference
}

extension ServerCopy {
    /// The most rows beside those of a replica that a host listens to: a server can make up any number.
    static let mostSurplus = 1_000_000
    /// The most handovers that a host listens to.
    static let mostHandovers = 100_000

    static let tooMuch = StoreError(
        .invalidData,
        "the fleet's server has more rows or handovers of nothing than a host listens to; Fleet.prune (securestore fleet "
            + "prune) with an administrator's login removes those that nobody needs")
}

extension KeptChanges {
    /// Compares all rows and keys that are kept with those of a replica, of which each is opened.
    ///
    /// Throws ``StoreStatus/decode`` if the replica itself is damaged. Takes some 100 bytes for each row.
    func compare(
        _ head: ServerHead, with state: StoreState, _ finder: borrowing Finder, _ ring: KeyRing,
        _ material: KeyMaterial, _ observer: WorkProgress.Observer? = nil
    ) throws(StoreError) -> ServerCopy {
        let number = state.sequence
        var (copy, own): (ServerCopy, [Int64: OwnRow]) = (ServerCopy(head, at: number), [:])
        let isOfOtherKeys = try compareKeys(material, head, &copy)
        try compareTraces(head, at: number, material.keysVersion, &copy)
        try finder.eachWhole(.whole) { row throws(StoreError) in
            // The server ends a transaction that asks nothing for a while.
            if own.count.isMultiple(of: 256) { _ = try traces() }
            _ = try finder.codec.open(row)
            let columns = row.own.columns
            own[columns.number] = OwnRow(
                digest: row.own.element.digest, generation: columns.generation, item: row.own.reference)
        }
        copy.rowCount = own.count
        // A follower takes no row of a change to come.
        let newest = head.kind == .damaged ? number : max(number, head.number)
        let ahead = try rows(after: newest, upTo: .max, beside: own.count)
        // In one history, all generations below this one were given before the replica's state. A host's role
        // can put a state of the replica over changes of another history, whose links stay.
        let next = head.state == nil && head.links.areOfReplica ? state.nextNumber : nil
        var (count, surplus, opened, sum) = (0, 0, UInt64(0), MultisetHash())
        try eachRow(after: nil, upTo: newest) { number, content throws(StoreError) in
            count += content == nil ? 0 : 1
            if count.isMultiple(of: 256) {
                try WorkProgress.report(min(count, copy.rowCount), of: copy.rowCount, to: observer)
            }
            let row = own.removeValue(forKey: number)
            surplus += row == nil ? 1 : 0
            guard surplus <= ServerCopy.mostSurplus else { throw ServerCopy.tooMuch }
            let isAhead = ahead.contains(number)
            let (difference, element) = try row.difference(number, content, ring, next)
            if let element {
                opened += 1
                sum.add(element)
            }
            if let difference {
                copy.differences.append(difference)
                if head.kind == .known, isAhead || difference.lost != nil {
                    copy.unseen = max(head.newestTrace, state.sequence + 1)
                }
            } else if isAhead {
                let kind = row == nil ? ServerCopy.Difference.Kind.surplus : .changed
                copy.differences.append(
                    ServerCopy.Difference(kind: kind, row: number, item: row?.item, lost: nil))
            }
        }
        // One row that opens shows that only the record is of other keys.
        guard !isOfOtherKeys || count == 0 || copy.differences.count(where: { !$0.opens }) < count else {
            throw ServerCopy.otherKeys
        }
        copy.differences += own.map { number, row in
            ServerCopy.Difference(kind: .missing, row: number, item: row.item, lost: nil)
        }
        copy.differences.sort { $0.row < $1.row }
        // Rows that are not those of its state may be of any change.
        if let shared = head.state?.shared, shared.sum == sum, shared.count == opened {
            let changed = try rows(after: head.common, upTo: .max, beside: copy.rowCount)
            for (index, row) in copy.differences.enumerated()
            where !changed.contains(row.row) && (row.isEarlier || !copy.hasGoneOn) {
                copy.differences[index].lost = nil
            }
        }
        try WorkProgress.report(copy.rowCount, of: copy.rowCount, to: observer)
        return copy
    }

    /// The numbers of the rows that changes after a number touched, up to another one.
    private func rows(
        after number: UInt64, upTo last: UInt64, beside count: Int
    ) throws(StoreError) -> Set<Int64> {
        var rows: Set<Int64> = []
        try eachRow(after: number, upTo: last) { row, _ throws(StoreError) in
            rows.insert(row)
            guard rows.count <= ServerCopy.mostSurplus + count else { throw ServerCopy.tooMuch }
        }
        return rows
    }
}

extension OwnRow? {
    /// The difference between a row of a replica and what the server has under its number.
    ///
    /// Also returns the element of the server's row, if that opens. A generation below `next` is none of a
    /// later change.
    fileprivate func difference(
        _ number: Int64, _ content: [UInt8]?, _ ring: KeyRing, _ next: Int64?
    ) throws(StoreError) -> (ServerCopy.Difference?, MultisetHash.Element?) {
        guard let content else {
            return (map { ServerCopy.Difference(kind: .missing, row: number, item: $0.item, lost: nil) }, nil)
        }
        let codec = RecordCodec(ring: ring)
        // A row that does not open was made by no host, and nothing is lost with it.
        let kept = try? RowRecord.open(content, number: number, ring)
        let element = kept.flatMap { codec.element($0.columns, $0.fields) }
        if let self, self.digest == element?.digest { return (nil, element) }
        let other = kept.flatMap { kept in
            try? codec.attributes(kept.columns, kept.fields)
        }
        let isEarlier = kept.map { isLaterForm(than: $0.columns) } ?? false
        let difference = ServerCopy.Difference(
            kind: self == nil ? .surplus : .changed, row: number, item: self?.item,
            lost: kept?.columns.generation ?? 0 < next ?? 0 ? nil : other, isEarlier: isEarlier,
            opens: kept != nil)
        return (difference, element)
    }

    private func isLaterForm(than columns: ItemColumns) -> Bool {
        guard let self else { return false }
        return self.item.id == columns.id && self.generation > columns.generation
    }
}
