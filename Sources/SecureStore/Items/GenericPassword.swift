public import FoundationEssentials

/// A password for anything that is not on the internet, identified by service and account.
public struct GenericPassword: StorableItem {
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

    /// A name to show to people.
    public var label: String? {
        get { attributes.text(.label) }
        set { attributes.set(.label, text: newValue) }
    }
    /// When the item can be read.
    public var accessibility: Accessibility {
        get { attributes.accessibilityOrDefault }
        set { attributes.accessibilityOrDefault = newValue }
    }
    /// Conditions on the item's use; setting them sets the accessibility they name.
    public var accessControl: AccessControl? {
        get { attributes.control }
        set { attributes.control = newValue }
    }
    /// Anything a program wants to keep with the item; sealed, but read without opening the secret.
    public var generic: Data? {
        get { attributes[.generic]?.data }
        set { attributes.set(.generic, data: newValue) }
    }
    /// What kind of item this is, for people.
    public var kind: String? {
        get { attributes.text(.description) }
        set { attributes.set(.description, text: newValue) }
    }
    /// A remark for people.
    public var comment: String? {
        get { attributes.text(.comment) }
        set { attributes.set(.comment, text: newValue) }
    }
    /// A four-character code of the program that made the item.
    public var creator: Int? {
        get { attributes.number(.creator) }
        set { attributes.set(.creator, number: newValue) }
    }
    /// A four-character code of the type of item.
    public var type: Int? {
        get { attributes.number(.type) }
        set { attributes.set(.type, number: newValue) }
    }
    /// Whether programs should hide the item.
    public var isInvisible: Bool? {
        get { attributes.flag(.isInvisible) }
        set { attributes.set(.isInvisible, flag: newValue) }
    }
    /// Whether the item says that there is no password.
    public var isNegative: Bool? {
        get { attributes.flag(.isNegative) }
        set { attributes.set(.isNegative, flag: newValue) }
    }
}
