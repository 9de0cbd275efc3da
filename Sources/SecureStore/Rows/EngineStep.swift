/// A step of the engine's work on a store.
package enum EngineStep: Hashable, Sendable, CaseIterable {
    case read, add, update, delete, commit, unlock
}
