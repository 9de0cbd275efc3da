/// An open store by itself: it reads one state of its file, and commits changes of it.
///
/// It knows the keys and the file, and follows the keys when they change.
final class Engine: Committer, Sendable {
    let database: Database
    let keys: KeyHierarchy
    let settings: StoreSettings

    init(_ database: Database, _ keys: KeyHierarchy, _ settings: StoreSettings) {
        (self.database, self.keys, self.settings) = (database, keys, settings)
    }

    var path: String? { database.path }

    // MARK: - Reading

    /// Takes a snapshot of the file; a long read takes a connection of its own for it.
    func snapshot(forWalk isWalk: Bool = false) throws(StoreError) -> Snapshot {
        for _ in 0..<Database.mostTries {
            let (ring, known) = (try keys.ring(), keys.newest.point)
            let held = try isWalk ? database.holdForWalk() : database.hold()
            if let snapshot = try Snapshot(held, ring) {
                try keys.newest.accept(snapshot.state.point, after: known)
                return snapshot
            }
            // Other keys have sealed it, and they are adopted unless a reader was faster.
            let newest = keys.newest.point
            let material = try material()
            if material.keysVersion != ring.version { _ = try keys.follow(material, after: newest) }
        }
        throw Database.unsteady
    }

    /// Runs a read on a snapshot, and again on another one if the state did not stay the same.
    ///
    /// A long read takes as little memory for a large store as for a small one, and runs once.
    func read<R>(
        forWalk isWalk: Bool = false, _ body: (borrowing Snapshot) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        for _ in 0..<(isWalk ? 1 : Database.mostTries) {
            let snapshot = try snapshot(forWalk: isWalk)
            do throws(StoreError) {
                let answer = try body(snapshot)
                if snapshot.isWhole { return answer }
            } catch {
                if snapshot.isWhole { throw error }
            }
        }
        throw Database.unsteady
    }

    // MARK: - Keys

    /// Adopts the keys of a change that has been committed, after the journal was emptied of those before.
    ///
    /// The change is there, also if they cannot be read now: the next read or change follows them.
    func followKeys() {
        database.emptyJournal()
        let known = keys.newest.point
        do throws(StoreError) { _ = try keys.follow(try material(), after: known) } catch {}
    }

    /// The material that leads to the keys, as it is in the file now.
    func material() throws(StoreError) -> KeyMaterial {
        try keys.checkProcess()
        let known = keys.newest.point
        let material = try database.read { connection throws(StoreError) in try KeyMaterial(connection) }
        try NewestState.check(material.keysVersion, after: known)
        return material
    }

    /// The material that leads to the keys, after checking that the state vouches for it.
    func provenMaterial() throws(StoreError) -> KeyMaterial {
        try read { snapshot throws(StoreError) in
            let material = try KeyMaterial(snapshot.connection)
            _ = try material.checkedState(snapshot.ring)
            return material
        }
    }

    /// Begins a transaction of this file, whatever becomes of it elsewhere.
    func beginWriting() throws(StoreError) -> Writing { try Writing(database.begin(), keys, settings) }

    func checkMayWrite() throws(StoreError) { try database.checkMayWrite() }

    func commit<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
        let writing = try beginWriting()
        guard writing.session.change.state.replica == nil else { throw WriteSession.needsServer }
        let result = try body(writing.session)
        try settings.interceptor?.willBegin(.commit)
        try writing.session.finish()
        try writing.commit()
        return result
    }
}
