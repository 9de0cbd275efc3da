public import FoundationEssentials

/// A password for anything other than a server on the internet, identified by service and account.
///
/// Either may be empty. For a server with a protocol and a port there is ``InternetPassword``.
public struct GenericPassword: PasswordItem {
    /// Generic passwords.
    public static var itemClass: ItemClass { .genericPassword }
    /// All attributes by name.
    public private(set) var attributes: ItemAttributes

    /// The kind of a token vault's items: of an item that has it, no call keeps an earlier secret.
    package static let kindOfTokens = "credential of a vault"

    /// Creates a password for an account of a service; either may be empty.
    ///
    /// The store compares names byte by byte, and Swift by what they look like: see
    /// ``ItemAccess/add(_:secret:)``.
    public init(
        service: String = "", account: String = "", label: String? = nil, accessGroup: String? = nil,
        isSynchronizable: Bool = false
    ) {
        attributes = ItemAttributes(
            .genericPassword, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
        attributes.set(.service, text: service)
        attributes.set(.account, text: account)
        attributes.set(.label, text: label)
    }

    /// Creates the item from attributes; throws ``StoreStatus/noSuchClass`` if they are of another class.
    public init(attributes: ItemAttributes) throws(StoreError) {
        self.attributes = try Self.check(attributes)
    }

    /// Part of the identity: the service that the password is for; empty when not given.
    public var service: String { attributes.text(.service) ?? "" }
    /// Part of the identity: the account's name; empty when not given.
    public var account: String { attributes.text(.account) ?? "" }

    /// Data that a program keeps with the item; sealed, but read without opening the secret.
    public var generic: Data? {
        get { attributes[.generic]?.data }
        set { attributes.set(.generic, data: newValue) }
    }
}
