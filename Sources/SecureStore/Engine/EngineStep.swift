/// What an engine does with a store.
package enum EngineStep: Hashable, Sendable, CaseIterable {
    case read, add, update, delete, commit, unlock
}
