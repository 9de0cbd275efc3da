import SecureStore

extension Refresh {
    /// The standing to note over another one; nil if that stays.
    func next(after standing: Standing, givingUp lost: Standing?) -> Standing? {
        let (isShared, late) = (vault.store.isShared, ", and the server may have answered it")
        switch standing.kind {
        case .settled: return isShared ? .asking(mark) : .begun
        case .begun where !isShared: return .retrying
        // The process may live that noted this before the store was in a fleet, and lock no other host out.
        case .begun: return .dead("a refresh had begun before the store was in a fleet" + late)
        case .retrying: return .dead("a refresh was interrupted, and so was the attempt to repeat it")
        case .asking where !isShared || standing == lost:
            return .dead("a refresh was interrupted on another host" + late)
        case .asking, .dead: return nil
        }
    }
}
