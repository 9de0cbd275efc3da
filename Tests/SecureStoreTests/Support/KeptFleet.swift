import Foundation

@testable import SecureStore

/// Keeps the changes of a fleet in memory, as an honest server does, and lies where a test wants it.
final class KeptFleet: ChangeOrder {
    /// Everything that is kept.
    struct Content: Sendable {
        var newest = KeptState(number: 0, keysVersion: 0, box: [])
        var keys: [UInt8] = []
        var handovers: [(version: Int64, box: [UInt8])] = []
        var links: [UInt64: [UInt8]] = [:]
        var rows: [Int64: (stamp: UInt64, content: [UInt8]?)] = [:]
        /// The highest number that a host has reported.
        var report: UInt64 = 0
        /// The names of hosts, by their slots.
        var names: [Int64: [UInt8]] = [:]
    }

    let content: Locked<Content>
    /// So long that a loaded machine or a sanitizer makes no host give up.
    let patience = Duration.seconds(60)
    private let turn = DispatchSemaphore(value: 1)
    /// The content that a look or a turn is shown in place of the one that is kept.
    let shown = Locked<(@Sendable (Content) -> Content)?>(nil)
    /// Fails a change instead of keeping it, or after it was kept.
    let failure = Locked<(isKept: Bool, error: StoreError)?>(nil)

    /// The number of times that a host has looked.
    let looks = Locked(0)
    /// The number of times that a host has asked for traces.
    let questions = Locked(0)
    /// The number of threads that wait for a change, and the highest that it has been.
    let waiting = Locked((now: 0, most: 0))
    /// The most links that are told at once.
    let mostLinks = Locked(Int.max)
    /// Fails as many readings of rows, one after the other.
    let rowFailures = Locked<[StoreError]>([])
    /// The counts of rows and handovers that it makes up behind all others, the rows with this content.
    ///
    /// New are those that it tells who asks for the rows after a change.
    let madeUp = Locked((rows: 0, newRows: 0, content: [UInt8]?.none, handovers: Int64(0)))
    /// The number of handovers that it has told.
    let toldHandovers = Locked(0)
    /// Fails each look: the server is away.
    let lookFailure = Locked<StoreError?>(nil)

    init(_ content: Content = Content()) { self.content = Locked(content) }

    /// Another server with the same content.
    func copy() -> KeptFleet { KeptFleet(content.value) }

    func register(_ first: borrowing OutgoingChange) throws(StoreError) {
        guard content.value.newest.number == 0 else {
            throw StoreError(.duplicateKeychain, "there is a fleet already")
        }
        try keep(first)
    }

    func takeTurn() throws(StoreError) -> any ChangeTurn {
        turn.wait()
        return View(self, visible, turn: turn)
    }

    /// The number of changes that were kept without waiting for a turn, and of those that were not.
    let guesses = Locked((right: 0, wrong: 0))

    func keepAtOnce(
        _ change: borrowing OutgoingChange, after newest: KeptState
    ) throws(StoreError) -> Bool {
        guard turn.wait(timeout: .now()) == .success else {
            guesses.update { $0.wrong += 1 }
            return false
        }
        defer { turn.signal() }
        guard visible.newest == newest else {
            guesses.update { $0.wrong += 1 }
            return false
        }
        try keep(change)
        guesses.update { $0.right += 1 }
        return true
    }

    func numberAfter(_ number: UInt64, waitingAtMost longest: Duration) throws(StoreError) -> UInt64? {
        let end = ContinuousClock.now + longest
        waiting.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { waiting.update { $0.now -= 1 } }
        while visible.newest.number <= number {
            if ContinuousClock.now > end { return nil }
            usleep(1_000)
        }
        return visible.newest.number
    }

    func look() throws(StoreError) -> any KeptChanges {
        looks.update { $0 += 1 }
        if let failure = lookFailure.value { throw failure }
        return View(self, visible)
    }

    func renewHostNames(
        of slots: [Int64], _ renew: (Int64, [UInt8]) throws(StoreError) -> [UInt8]?
    ) throws(StoreError) {
        var names = content.value.names
        for slot in slots {
            if let name = names[slot], let new = try renew(slot, name) { names[slot] = new }
        }
        let renewed = names
        content.update { $0.names = renewed }
    }

    /// The numbers of the locks that hosts hold.
    let locks = Locked<Set<Int64>>([])

    func lock(_ number: Int64, waitingAtMost patience: Duration) throws(StoreError) -> any HostLock {
        let deadline = ContinuousClock.now + patience
        while !take(number) {
            guard ContinuousClock.now < deadline else {
                throw StoreError(.databaseLocked, "another host holds the lock")
            }
            Thread.sleep(forTimeInterval: 0.001)
        }
        return HeldLock(fleet: self, number: number)
    }

    private func take(_ number: Int64) -> Bool {
        var isTaken = false
        locks.update { isTaken = $0.insert(number).inserted }
        return isTaken
    }

    private var visible: Content { shown.value?(content.value) ?? content.value }

    /// Shows something else from now on.
    func show(_ change: @escaping @Sendable (inout Content) -> Void) {
        shown.update {
            $0 = { content in
                var content = content
                change(&content)
                return content
            }
        }
    }

    fileprivate func keep(_ change: borrowing OutgoingChange) throws(StoreError) {
        if let failure = failure.value, !failure.isKept { throw failure.error }
        var new = content.value
        let isTaken = new.handovers.contains { $0.version == change.state.keysVersion }
        guard new.links[change.state.number] == nil, change.handover == nil || !isTaken else {
            throw StoreError(.notAvailable, "another change has this number")
        }
        guard
            change.state.number == new.newest.number + change.emptyLinks + 1 || new.newest.number == 0
                || change.replacesHead
        else {
            throw StoreError(.notAvailable, "the change does not follow")
        }
        for (number, link) in change.lostLinks {
            guard new.links.updateValue(link, forKey: number) == nil else {
                throw StoreError(.notAvailable, "another link is there")
            }
        }
        if let jumpLink = change.jumpLink {
            let number = change.state.number - 1
            guard new.links[number] == nil else {
                throw StoreError(.notAvailable, "another change has the number of the jump")
            }
            for empty in change.state.number - change.emptyLinks..<number {
                new.links[empty] = new.links[empty] ?? OutgoingChange.emptyLink
            }
            new.links[number] = jumpLink
        }
        new.newest = change.state
        if let keys = change.keys { new.keys = keys }
        if let box = change.handover { new.handovers.append((change.state.keysVersion, box)) }
        new.links[change.state.number] = change.link
        let stamp = change.state.number
        try change.eachRow { number, content in new.rows[number] = (stamp, content) }
        let kept = new
        content.update { $0 = kept }
        if let failure = failure.value { throw failure.error }
    }
}

private struct HeldLock: HostLock {
    let fleet: KeptFleet
    let number: Int64

    func release() { fleet.locks.update { _ = $0.remove(number) } }
}

private struct View: ChangeTurn {
    let fleet: KeptFleet
    let content: KeptFleet.Content

    /// The semaphore that the end of a turn signals; nil for a look.
    private let turn: DispatchSemaphore?
    /// True after a row that no server of a fleet has, of which more may be to come.
    private let isGivenUp = Locked(false)

    init(_ fleet: KeptFleet, _ content: KeptFleet.Content, turn: DispatchSemaphore? = nil) {
        (self.fleet, self.content, self.turn) = (fleet, content, turn)
    }

    func end() { turn?.signal() }
    var canBeAsked: Bool { !isGivenUp.value }
    func newest() -> KeptState { content.newest }
    func keys() -> [UInt8] { content.keys }

    func handovers(after keysVersion: Int64, upTo last: Int64) -> [(version: Int64, head: [UInt8])] {
        let most = min(last, min(keysVersion, .max - 1_000) + 1_000)
        if most <= fleet.madeUp.value.handovers {
            fleet.toldHandovers.update { $0 += 1_000 }
            return (keysVersion + 1...most).map { ($0, [1]) }
        }
        return content.handovers.filter { keysVersion < $0.version && $0.version <= last }
            .sorted { $0.version < $1.version }.prefix(1_000)
            .map { ($0.version, Array($0.box.prefix(Handover.headByteCount))) }
    }

    func handover(to keysVersion: Int64) -> [UInt8] {
        content.handovers.first { $0.version == keysVersion }?.box ?? []
    }

    func traces() -> (link: UInt64, others: UInt64) {
        fleet.questions.update { $0 += 1 }
        return (
            link: content.links.keys.max() ?? 0,
            others: max(content.report, content.rows.values.map(\.stamp).max() ?? 0)
        )
    }

    func links(after number: UInt64, upTo last: UInt64) -> [UInt64: [UInt8]] {
        let links = content.links.filter { number < $0.key && $0.key <= last }.sorted { $0.key < $1.key }
        return Dictionary(
            uniqueKeysWithValues: links.prefix(fleet.mostLinks.value).map { ($0.key, $0.value) })
    }

    func eachRow(
        after number: UInt64?, upTo last: UInt64, _ body: (Int64, [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) {
        var failure: StoreError?
        fleet.rowFailures.update { failure = $0.isEmpty ? nil : $0.removeFirst() }
        isGivenUp.update { [status = failure?.status] in $0 = status == .decode }
        if let failure { throw failure }
        let rows = content.rows.sorted { $0.key < $1.key }
        for (row, kept) in rows where number.map({ $0 < kept.stamp && kept.stamp <= last }) ?? true {
            try body(row, kept.content)
        }
        let madeUp = fleet.madeUp.value
        let last = rows.last?.key ?? 0
        for row in 0..<(number == nil ? madeUp.rows : madeUp.newRows) {
            try body(last &+ 1 &+ Int64(row), madeUp.content)
        }
    }

    func keep(_ change: borrowing OutgoingChange) throws(StoreError) { try fleet.keep(change) }
}
