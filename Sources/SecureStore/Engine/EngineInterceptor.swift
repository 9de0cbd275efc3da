/// What the engine asks before it does something, for tests that want it to fail there; nil in every program.
package protocol EngineInterceptor: AnyObject, Sendable {
    /// Throws what the step is to fail with.
    func willTake(_ step: EngineStep) throws(StoreError)
}
