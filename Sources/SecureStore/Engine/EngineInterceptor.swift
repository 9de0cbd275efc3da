/// What a test hands to a store: the engine asks it before each step, and takes what it names in place of what programs have.
///
/// Nil in every program.
package protocol EngineInterceptor: AnyObject, Sendable {
    /// Throws what the step is to fail with.
    func willBegin(_ step: EngineStep) throws(StoreError)
    /// Whether a new passphrase may have any cost that a store can be read with.
    var allowsAnyCost: Bool { get }
    /// How many items long work takes on in one transaction.
    var rowsPerStep: Int? { get }
    /// The ways from older formats to this one.
    var migrations: [Migration]? { get }
}

extension EngineInterceptor {
    package var allowsAnyCost: Bool { false }
    package var rowsPerStep: Int? { nil }
    package var migrations: [Migration]? { nil }
}
