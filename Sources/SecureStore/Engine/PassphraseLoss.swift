/// The numbers of recovery codes and items that go with a store's passphrase.
package struct PassphraseLoss: Equatable, Sendable {
    package internal(set) var codes = 0
    package internal(set) var items = 0

    package static let none = PassphraseLoss()
}
