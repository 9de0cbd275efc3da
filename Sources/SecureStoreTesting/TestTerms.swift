package import FoundationEssentials
package import SecureStore

/// Terms that this package's tests hand to a store: passphrases at any cost, long work in short steps, and
/// formats that never were.
package final class TestTerms: EngineInterceptor {
    package let allowsAnyCost: Bool
    package let rowsPerStep: Int?
    package let migrations: [Migration]?

    package init(allowsAnyCost: Bool = false, rowsPerStep: Int? = nil, migrations: [Migration]? = nil) {
        (self.allowsAnyCost, self.rowsPerStep, self.migrations) = (allowsAnyCost, rowsPerStep, migrations)
    }

    package func willBegin(_ step: EngineStep, _ itemClass: ItemClass?, _ reference: ItemReference?) {}
}

extension StoreOptions {
    /// The defaults, with a clock of a test's own and with its terms.
    package init(now: @escaping @Sendable () -> Date = { Date() }, _ terms: TestTerms) {
        self.init()
        (self.now, interceptor) = (now, terms)
    }
}
