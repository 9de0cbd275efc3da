/// The newest states that a program knows of the stores that it had open, for when it opens one of their
/// files anew.
package struct KnownStates: Sendable {
    private var points: [Bytes16: NewestState.Point] = [:]

    package init() {}

    /// Takes over what an object knows of its store, also while that is locked.
    package mutating func note(_ store: ItemStore) {
        guard let identifier = store.engine.keys.store, let point = store.engine.keys.newest.point else {
            return
        }
        points[identifier] = point.joined(points[identifier])
    }

    func point(of store: Bytes16) -> NewestState.Point? { points[store] }
}
