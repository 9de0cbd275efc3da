/// The order of the changes of a fleet, the same for all its hosts.
///
/// A server keeps it, and `SecureStoreFleet` speaks to that server. All that passes here is sealed, and
/// whatever comes back is proven before it is believed.
package protocol ChangeOrder: Sendable {
    /// The time that a host waits for its turn.
    var patience: Duration { get }

    /// Adds the first change of a fleet; throws ``StoreStatus/duplicateKeychain`` if there is one already.
    func register(_ first: borrowing OutgoingChange) throws(StoreError)

    /// Takes the turn, in which no other host can add a change, and which the caller has to end.
    ///
    /// Throws if it is not given in time.
    func takeTurn() throws(StoreError) -> any ChangeTurn

    /// Adds a change right after `newest`, in a turn for which it does not wait.
    ///
    /// False if others have the turn, or have changed anything since: then nothing of the change is kept.
    func keepAtOnce(_ change: borrowing OutgoingChange, after newest: KeptState) throws(StoreError) -> Bool

    /// Looks at one state of what is kept, while others go on; the caller has to end the look.
    func look() throws(StoreError) -> any KeptChanges

    /// Waits until there is a later change than this one, and returns its number; nil if none comes in time.
    func numberAfter(_ number: UInt64, waitingAtMost longest: Duration) throws(StoreError) -> UInt64?

    /// Replaces each name that is kept for one of these slots by what `renew` makes of it; nil leaves it.
    ///
    /// A name that its host changes meanwhile stays.
    func renewHostNames(
        of slots: [Int64], _ renew: (_ slot: Int64, _ name: [UInt8]) throws(StoreError) -> [UInt8]?
    ) throws(StoreError)

    /// Takes a lock that no other host gets meanwhile.
    ///
    /// Throws ``StoreStatus/databaseLocked`` if others hold it for longer than `patience`. Turns go on
    /// meanwhile.
    func lock(_ number: Int64, waitingAtMost patience: Duration) throws(StoreError) -> any HostLock
}

/// The turn of a host, in which it may add a change.
package protocol ChangeTurn: KeptChanges {
    /// Adds a change after the newest.
    ///
    /// When this returns, the change is kept for good. It throws ``StoreStatus/notAvailable`` if the change
    /// is not kept, and `unknownOutcome` if that could not be learned in time.
    func keep(_ change: borrowing OutgoingChange) throws(StoreError)
}

/// One state of what is kept for a fleet.
package protocol KeptChanges {
    /// Ends the look or the turn, and undoes a change that was not kept.
    func end()

    /// False once nothing more can be read, as after an answer that none could be.
    var canBeAsked: Bool { get }

    /// The newest state; throws ``StoreStatus/noSuchKeychain`` if there is none.
    func newest() throws(StoreError) -> KeptState

    /// The highest numbers of changes that are found beside the newest state, which may be damaged: that of
    /// the newest link, and that in rows and the reports of hosts; 0 where there are none.
    func traces() throws(StoreError) -> (link: UInt64, others: UInt64)

    /// The record of the slots and key sets of the newest state.
    func keys() throws(StoreError) -> [UInt8]

    /// The first handovers of unlock keys to versions of the keys after this one, up to another one, in their
    /// order.
    ///
    /// Of each only ``Handover/headByteCount`` bytes, as anybody may have put some there. None is left where
    /// this returns none.
    func handovers(
        after keysVersion: Int64, upTo last: Int64
    ) throws(StoreError) -> [(version: Int64, head: [UInt8])]

    /// The whole handover to this version of the keys; empty if there is none.
    func handover(to keysVersion: Int64) throws(StoreError) -> [UInt8]

    /// The links after this number up to another one, by their numbers, as far as they are kept; only the
    /// first where these are many.
    func links(after number: UInt64, upTo last: UInt64) throws(StoreError) -> [UInt64: [UInt8]]

    /// Calls `body` with each row that a change after this number, up to another one, last touched, by their
    /// numbers; nil stands for a row that went away.
    ///
    /// Without a number these are all rows that there are, whatever is said of their changes. Then an empty
    /// content stands for what can be no row.
    func eachRow(
        after number: UInt64?, upTo last: UInt64,
        _ body: (_ row: Int64, _ content: [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError)
}

/// A sealed state of a fleet.
package struct KeptState: Equatable, Sendable {
    /// The number of the change that led to it.
    package let number: UInt64
    package let keysVersion: Int64
    /// The sealed state.
    package let box: [UInt8]

    package init(number: UInt64, keysVersion: Int64, box: [UInt8]) {
        (self.number, self.keysVersion, self.box) = (number, keysVersion, box)
    }
}

/// A change on its way to the other hosts.
package struct OutgoingChange: ~Copyable {
    package let state: KeptState
    /// The link that the change is known by: 32 bytes, the digest of the sealed state.
    package let link: [UInt8]
    /// The count of the numbers before this change that were lost with a server, and get empty links where
    /// they have none; the last of them has the link of the jump.
    package let emptyLinks: UInt64
    /// True if the change takes the place of a newest state that is damaged or missing.
    package let replacesHead: Bool
    /// Links of earlier changes that the server has lost, by their numbers.
    package var lostLinks: [UInt64: [UInt8]] = [:]
    /// The record of the slots and key sets, if the change touched any.
    package let keys: [UInt8]?
    /// The handover that proves a new unlock key to those who have the one before; nil if there is none.
    package let handover: [UInt8]?
    private let rows: ((Int64, [UInt8]?) throws(StoreError) -> Void) throws(StoreError) -> Void

    package static let emptyLink = [UInt8](repeating: 0, count: 32)

    /// The link before a change that passes numbers over: it says which change that one really follows.
    ///
    /// Whoever has seen a later one would lose it, and does not follow.
    package static func jumpLink(from number: UInt64) -> [UInt8] {
        var link = [UInt8](repeating: 0, count: 24)
        link.append(littleEndian: number)
        return link
    }

    /// The change from which a link says that numbers were passed over; nil for other links.
    static func jumpOrigin(of link: [UInt8]) -> UInt64? {
        guard link.count == 32, link[..<24].allSatisfy({ $0 == 0 }), link != emptyLink else { return nil }
        return Array(link[24...]).withRawBytes { $0.littleEndian64(at: 0) }
    }

    /// The link of the number before this change, which its jump needs; nil if it passes nothing over.
    package var jumpLink: [UInt8]? {
        emptyLinks > 0 ? Self.jumpLink(from: state.number - emptyLinks - 1) : nil
    }
    package static let mostEmptyLinks: UInt64 = 10_000

    package init(
        state: KeptState, link: [UInt8], emptyLinks: UInt64 = 0, replacesHead: Bool = false, keys: [UInt8]?,
        handover: [UInt8]?,
        rows: @escaping ((Int64, [UInt8]?) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) {
        (self.state, self.link, self.emptyLinks) = (state, link, emptyLinks)
        self.replacesHead = replacesHead
        (self.keys, self.handover) = (keys, handover)
        self.rows = rows
    }

    /// Calls `body` with each row that came or changed, by their numbers; nil stands for one that went.
    ///
    /// May be called again, for a change that has to be sent again.
    package func eachRow(
        _ body: (_ row: Int64, _ content: [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) { try rows(body) }
}

/// A lock among the hosts of a fleet, which its holder ends with ``release()``.
///
/// It also ends when the holder dies, when its connection is lost, or when nothing was heard of it for a
/// while. So the holder must do no harm if another host has the lock too.
package protocol HostLock: Sendable {
    /// Lets others have the lock; waits for the server, but not longer than for any answer of it.
    func release()
}
