@testable import SecureStore

/// Passes everything on to an honest server, and calls a test at the moments that matter.
final class HookedFleet: ChangeOrder {
    private let fleet: KeptFleet
    let shortPatience = Locked<Duration?>(nil)
    var patience: Duration { shortPatience.value ?? fleet.patience }
    /// True for a server that refuses a change without a turn, and keeps it.
    let refusesGuesses = Locked(false)
    /// True for a server that has ended the turn, which its host notices when it asks something.
    let isTurnLost = Locked(false)
    /// Called after a turn was given, before the host makes use of it.
    let onTurn = Locked<(@Sendable () -> Void)?>(nil)
    /// Called after a look was given the newest state.
    let onLook = Locked<(@Sendable () -> Void)?>(nil)
    /// Called instead of a look, which then fails with what this returns.
    let lookFailure = Locked<(@Sendable () -> StoreError)?>(nil)
    /// The number of looks that have failed so.
    let failures = Locked(0)
    /// Called after a change was kept, before the host hears of it.
    let onKept = Locked<(@Sendable () -> Void)?>(nil)

    init(_ fleet: KeptFleet) { self.fleet = fleet }

    func register(_ first: borrowing OutgoingChange) throws(StoreError) {
        try fleet.register(first)
        hooksAfterKeeping()
    }

    fileprivate func hooksAfterKeeping() {
        let hook = onKept.value
        onKept.update { $0 = nil }
        hook?()
    }

    func takeTurn() throws(StoreError) -> any ChangeTurn {
        let turn = try fleet.takeTurn()
        let hook = onTurn.value
        onTurn.update { $0 = nil }
        hook?()
        return HookedTurn(turn: turn, hooks: self)
    }

    /// Refused to a test that waits for a turn.
    func keepAtOnce(
        _ change: borrowing OutgoingChange, after newest: KeptState
    ) throws(StoreError) -> Bool {
        guard onTurn.value == nil, try fleet.keepAtOnce(change, after: newest) else { return false }
        hooksAfterKeeping()
        return !refusesGuesses.value
    }

    func renewHostNames(
        of slots: [Int64], _ renew: (Int64, [UInt8]) throws(StoreError) -> [UInt8]?
    ) throws(StoreError) { try fleet.renewHostNames(of: slots, renew) }

    func lock(_ number: Int64, waitingAtMost patience: Duration) throws(StoreError) -> any HostLock {
        try fleet.lock(number, waitingAtMost: patience)
    }

    func numberAfter(_ number: UInt64, waitingAtMost longest: Duration) throws(StoreError) -> UInt64? {
        try fleet.numberAfter(number, waitingAtMost: longest)
    }

    func look() throws(StoreError) -> any KeptChanges {
        if let failure = lookFailure.value {
            failures.update { $0 += 1 }
            throw failure()
        }
        let kept = try fleet.look()
        let hook = onLook.value
        onLook.update { $0 = nil }
        hook?()
        return kept
    }
}

private struct HookedTurn: ChangeTurn {
    let turn: any ChangeTurn
    let hooks: HookedFleet

    func end() { turn.end() }
    var canBeAsked: Bool { turn.canBeAsked }
    func newest() throws(StoreError) -> KeptState { try turn.newest() }
    func keys() throws(StoreError) -> [UInt8] { try turn.keys() }

    func handovers(
        after keysVersion: Int64, upTo last: Int64
    ) throws(StoreError) -> [(version: Int64, head: [UInt8])] {
        try turn.handovers(after: keysVersion, upTo: last)
    }

    func handover(to keysVersion: Int64) throws(StoreError) -> [UInt8] {
        try turn.handover(to: keysVersion)
    }

    func traces() throws(StoreError) -> (link: UInt64, others: UInt64) {
        if hooks.isTurnLost.value { throw StoreError(.notAvailable, "the session has ended") }
        return try turn.traces()
    }

    func links(after number: UInt64, upTo last: UInt64) throws(StoreError) -> [UInt64: [UInt8]] {
        try turn.links(after: number, upTo: last)
    }

    func eachRow(
        after number: UInt64?, upTo last: UInt64, _ body: (Int64, [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) { try turn.eachRow(after: number, upTo: last, body) }

    func keep(_ change: borrowing OutgoingChange) throws(StoreError) {
        try turn.keep(change)
        hooks.hooksAfterKeeping()
    }
}
