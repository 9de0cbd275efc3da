public import FoundationEssentials

/// A password for anything that is not on the internet, identified by service and account.
public struct GenericPassword: PasswordItem {
    /// Generic passwords.
    public static var itemClass: ItemClass { .genericPassword }
    /// All attributes by name.
    public private(set) var attributes: ItemAttributes

    /// A password for an account of a service; either may stay empty.
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

    /// The typed face of attributes; throws ``Status/noSuchClass`` for those of another class.
    public init(attributes: ItemAttributes) throws(StoreError) {
        self.attributes = try Self.check(attributes)
    }

    /// Part of the identity; empty when not given.
    public var service: String { attributes.text(.service) ?? "" }
    /// Part of the identity; empty when not given.
    public var account: String { attributes.text(.account) ?? "" }

    /// Anything a program wants to keep with the item; sealed, but read without opening the secret.
    public var generic: Data? {
        get { attributes[.generic]?.data }
        set { attributes.set(.generic, data: newValue) }
    }
}
