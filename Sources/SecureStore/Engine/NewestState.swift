/// The newest state seen of a store: while it is open, its file must not go back to an earlier one.
///
/// An old copy that is put in the file's place holds a genuine state, so nothing in the file shows this. Only states
/// with the same version of the keys are compared: a restore goes back as well, but gives the keys a version that was
/// never used.
final class NewestState: Sendable {
    struct Point {
        let keysVersion: Int64
        let sequence: UInt64
    }

    private let newest = SystemMutex<Point?>(nil)

    /// The newest known point; read it before reading a state.
    var point: Point? { newest.withLock { $0 } }

    /// Notes a state that the file holds, and refuses one that is older than a point known when its read began.
    ///
    /// Points noted during the read are ignored, because they may come from a read that began later.
    func accept(_ state: SetState, after known: Point?) throws(StoreError) {
        if let known, known.keysVersion == state.keysVersion, state.sequence < known.sequence {
            throw StoreError(
                .invalidKeychain,
                "the store went back to an earlier state while this program had it open, from change "
                    + "\(known.sequence) to \(state.sequence); open it again if that is meant")
        }
        note(state)
    }

    /// Notes a state that the file holds.
    func note(_ state: SetState) {
        newest.withLock { newest in
            if let newest, newest.keysVersion == state.keysVersion, newest.sequence >= state.sequence {
                return
            }
            newest = Point(keysVersion: state.keysVersion, sequence: state.sequence)
        }
    }
}
