private import Synchronization

/// The newest state seen of a store: while it is open, its file must not go back to an earlier one.
///
/// An old copy that is put in the file's place holds a genuine state, so nothing in the file shows this. But
/// both numbers here only go up in the life of a store: a restore leaps past those of the backup and of the
/// store that it replaces.
final class NewestState: Sendable {
    struct Point: Sendable {
        let keysVersion: Int64
        let sequence: UInt64

        /// Asks whether noting the other point would change nothing.
        fileprivate func covers(_ other: Point) -> Bool {
            keysVersion >= other.keysVersion && sequence >= other.sequence
        }

        /// The greater of both numbers: the two may come from different looks.
        func joined(_ other: Point?) -> Point {
            guard let other else { return self }
            return Point(
                keysVersion: max(keysVersion, other.keysVersion), sequence: max(sequence, other.sequence))
        }
    }

    private let newest = SystemMutex<Point?>(nil)
    /// Everyone who waits for a newer state; none for most programs.
    private let listeners = SystemMutex(Listeners())

    private struct Listeners {
        var streams: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
    }

    // A copy of `newest`, for look-ups: they only load it, so that none waits for another. It is whole if
    // `changes` is even and the same before and after. While it is 0, there is no point.
    private let changes = Atomic<UInt64>(0)
    private let keysVersion = Atomic<Int64>(0)
    private let sequence = Atomic<UInt64>(0)

    /// The newest known point; read it before reading a state.
    var point: Point? {
        let before = changes.load(ordering: .acquiring)
        let keysVersion = keysVersion.load(ordering: .acquiring)
        let point = Point(keysVersion: keysVersion, sequence: sequence.load(ordering: .acquiring))
        guard before.isMultiple(of: 2), changes.load(ordering: .relaxed) == before else {
            return newest.withLock { $0 }
        }
        return before == 0 ? nil : point
    }

    /// Notes the point of a state of the file, and refuses one before a point known when its read began.
    ///
    /// Points noted during the read are ignored, because they may come from a read that began later.
    func accept(_ point: Point, after known: Point?) throws(StoreError) {
        try Self.check(point.keysVersion, after: known)
        if let known, point.sequence < known.sequence {
            throw Self.wentBack("change \(known.sequence) to \(point.sequence)")
        }
        if known?.covers(point) != true { note(point) }
    }

    /// Refuses a version of the keys from before the known point.
    static func check(_ keysVersion: Int64, after known: Point?) throws(StoreError) {
        guard let known, keysVersion < known.keysVersion else { return }
        throw wentBack("version \(known.keysVersion) of its keys to \(keysVersion)")
    }

    private static func wentBack(_ how: String) -> StoreError {
        StoreError(
            .invalidKeychain,
            "the store went back to an earlier state while this program had it open, from \(how); open it again if that "
                + "is meant")
    }

    func note(_ point: Point) {
        let isNewer = newest.withLock { newest in
            if newest?.covers(point) == true { return false }
            let point = point.joined(newest)
            newest = point
            let before = changes.load(ordering: .relaxed)
            changes.store(before + 1, ordering: .relaxed)
            keysVersion.store(point.keysVersion, ordering: .releasing)
            sequence.store(point.sequence, ordering: .releasing)
            changes.store(before + 2, ordering: .releasing)
            return true
        }
        if isNewer { signal() }
    }

    // MARK: - Waiting

    /// A value whenever a newer state was seen, or ``signal()`` was called; several at once are one.
    func signals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.count += 1
            listeners.streams[listeners.count] = continuation
            return listeners.count
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.streams.removeValue(forKey: number) }
        }
        return stream
    }

    /// Has everyone look who waits for a newer state.
    func signal() { for stream in listeners.withLock({ Array($0.streams.values) }) { stream.yield() } }
}

extension StoreState {
    var point: NewestState.Point {
        NewestState.Point(keysVersion: keysVersion, sequence: sequence)
    }
}
