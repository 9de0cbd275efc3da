/// The common part of generic and internet passwords.
///
/// A function that takes either kind is generic over it.
public protocol PasswordItem: StorableItem {
    /// Part of the identity: the account's name; empty when not given.
    var account: String { get }
}

extension PasswordItem {
    /// Further names of the item, one a line.
    ///
    /// The command finds a login by them, as by further hosts of its website.
    public var alias: String? {
        get { attributes.text(.alias) }
        set { change { $0.set(.alias, text: newValue) } }
    }
    /// The kind of item, for people.
    public var kind: String? {
        get { attributes.text(.description) }
        set { change { $0.set(.description, text: newValue) } }
    }
    /// A comment for people.
    public var comment: String? {
        get { attributes.text(.comment) }
        set { change { $0.set(.comment, text: newValue) } }
    }
    /// The four-character code of the program that made the item.
    public var creator: Int? {
        get { attributes.number(.creator) }
        set { change { $0.set(.creator, number: newValue) } }
    }
    /// A four-character code for the type of the item.
    public var type: Int? {
        get { attributes.number(.type) }
        set { change { $0.set(.type, number: newValue) } }
    }
    /// True if programs should hide the item.
    public var isInvisible: Bool? {
        get { attributes.flag(.isInvisible) }
        set { change { $0.set(.isInvisible, flag: newValue) } }
    }
    /// True if the item states that there is no password.
    public var isNegative: Bool? {
        get { attributes.flag(.isNegative) }
        set { change { $0.set(.isNegative, flag: newValue) } }
    }
}
