/// An object of a test, which the engine calls before each step, and whose values replace the defaults.
///
/// No program has one.
package protocol EngineInterceptor: AnyObject, Sendable {
    /// Throws the error that a step is to fail with; it is told the class and the item, where they are known.
    func willBegin(
        _ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?
    ) throws(StoreError)
    /// True if a new passphrase may have any cost with which a store can be read.
    var allowsAnyCost: Bool { get }
    /// The number of items that long work handles in one transaction.
    var rowsPerStep: Int? { get }
    /// The migrations from older formats to this one.
    var migrations: [Migration]? { get }
}

extension EngineInterceptor {
    package var allowsAnyCost: Bool { false }
    package var rowsPerStep: Int? { nil }
    package var migrations: [Migration]? { nil }

    func willBegin(_ step: EngineStep) throws(StoreError) { try willBegin(step, nil, nil) }

    func willBegin(_ step: EngineStep, _ item: ItemReference?) throws(StoreError) {
        try willBegin(step, item?.itemClass, item)
    }
}
