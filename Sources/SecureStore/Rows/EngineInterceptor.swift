/// What a test can change in a store: the engine calls it before each step, and takes its values in place of the
/// defaults.
///
/// Nil in every program.
package protocol EngineInterceptor: AnyObject, Sendable {
    /// Throws the error that the step is to fail with.
    func willBegin(_ step: EngineStep) throws(StoreError)
    /// Whether a new passphrase may have any cost with which a store can be read.
    var allowsAnyCost: Bool { get }
    /// How many items long work handles in one transaction.
    var rowsPerStep: Int? { get }
    /// The migrations from older formats to this one.
    var migrations: [Migration]? { get }
}

extension EngineInterceptor {
    package var allowsAnyCost: Bool { false }
    package var rowsPerStep: Int? { nil }
    package var migrations: [Migration]? { nil }
}
