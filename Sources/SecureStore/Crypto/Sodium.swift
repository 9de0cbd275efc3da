private import CSodium

/// The library that does the cryptography.
enum Sodium {
    /// Whether libsodium has started; it starts once, the first time somebody asks.
    static let isReady: Bool = sodium_init() >= 0

    /// The error for a libsodium that does not start.
    static var notReady: StoreError { StoreError(.internalComponent, "libsodium does not start") }
}
