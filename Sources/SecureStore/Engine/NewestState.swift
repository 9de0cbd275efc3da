/// The newest state that was seen of a store: the file may not go back behind it while the store is open.
///
/// An old copy that is put in the file's place is a true state, and nothing in it tells. Only states under one version of
/// the keys are compared: a restore goes back as well, and gives the keys a version that was never there.
final class NewestState: Sendable {
    struct Point {
        let keysVersion: Int64
        let sequence: UInt64
    }

    private let newest = SystemMutex<Point?>(nil)

    /// Where the store is known to have come to: asked before a state is read.
    var point: Point? { newest.withLock { $0 } }

    /// Takes note of a state that the file holds, and refuses one from before a point that was known when it was read.
    ///
    /// What is noted while it is read does not count: that may come from a read that began later.
    func accept(_ state: SetState, after known: Point?) throws(StoreError) {
        if let known, known.keysVersion == state.keysVersion, state.sequence < known.sequence {
            throw StoreError(
                .invalidKeychain,
                "the store went back to an earlier state behind this program's back, from change "
                    + "\(known.sequence) to \(state.sequence); open it again if that is meant")
        }
        note(state)
    }

    /// Takes note of a state that the file holds.
    func note(_ state: SetState) {
        newest.withLock { newest in
            if let newest, newest.keysVersion == state.keysVersion, newest.sequence >= state.sequence {
                return
            }
            newest = Point(keysVersion: state.keysVersion, sequence: state.sequence)
        }
    }
}
