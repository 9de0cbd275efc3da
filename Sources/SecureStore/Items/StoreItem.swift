public import FoundationEssentials

/// An item of one class, with its attributes as typed properties.
///
/// The identity, which tells the item from all others, is fixed when the value is created; the other
/// attributes can be changed. The secret is not a property: it is passed along with the item.
public protocol StoreItem: Hashable, Sendable {
    /// The class of every item of this type.
    static var itemClass: ItemClass { get }
    /// All attributes by name, including those without a typed property.
    var attributes: ItemAttributes { get }
    /// Creates the item from attributes; throws ``StoreStatus/noSuchClass`` if they are of another class.
    init(attributes: ItemAttributes) throws(StoreError)
}

extension StoreItem {
    /// The access group; nil until the store has chosen its default.
    public var accessGroup: String? { attributes.text(.accessGroup) }

    /// True if the item is marked synchronizable, which is part of its identity.
    ///
    /// This package sends no item anywhere.
    public var isSynchronizable: Bool { attributes.flag(.synchronizable) ?? false }

    /// The time at which the item was added; nil unless it came from a store.
    public var creationDate: Date? { attributes[.creationDate]?.date }

    /// The time at which the item was last changed; nil unless it came from a store.
    public var modificationDate: Date? { attributes[.modificationDate]?.date }

    static func check(_ attributes: ItemAttributes) throws(StoreError) -> ItemAttributes {
        guard attributes.itemClass == itemClass else {
            throw StoreError(
                .noSuchClass,
                "attributes of the class \(attributes.itemClass.words) do not make an item of the "
                    + "class \(itemClass.words); use the type of their own class"
            )
        }
        return attributes
    }
}

/// An item that can be added and changed: of any class except ``IdentityItem``, which consists of two items.
///
/// A function that takes any of these items is generic over it.
public protocol StorableItem: StoreItem {}

extension StorableItem {
    /// A name to show to people.
    public var label: String? {
        get { attributes.text(.label) }
        set { change { $0.set(.label, text: newValue) } }
    }
    /// The condition under which the item can be read.
    public var accessibility: Accessibility {
        get { attributes.accessibilityOrDefault }
        set { change { $0.accessibilityOrDefault = newValue } }
    }
    /// Conditions on the item's use; setting them also sets the accessibility that they name, which stays
    /// when they go.
    public var accessControl: AccessControl? {
        get { attributes.control }
        set { change { $0.control = newValue } }
    }

    /// Changes attributes that several classes have; attributes of the item's own class always form an item.
    mutating func change(_ body: (inout ItemAttributes) -> Void) {
        var attributes = attributes
        body(&attributes)
        if let changed = try? Self(attributes: attributes) { self = changed }
    }
}

extension ItemAttributes {
    /// The attributes that every new item has.
    init(_ itemClass: ItemClass, accessGroup: String?, isSynchronizable: Bool) {
        self.init(itemClass)
        set(.accessGroup, text: accessGroup)
        if isSynchronizable { set(.synchronizable, number: 1) }
    }

    var accessibilityOrDefault: Accessibility {
        get { accessibility ?? (itemClass == .certificate ? .always : .whenUnlocked) }
        set {
            remove(.accessControl)
            set(.accessible, text: newValue.code)
        }
    }

    package var control: AccessControl? {
        get {
            guard case .accessControl(let control) = given(.accessControl) else { return nil }
            return control
        }
        set {
            let earlier = accessibility
            remove(.accessible)
            remove(.accessControl)
            guard let newValue else { return set(.accessible, text: earlier?.code) }
            set(.accessControl, normalized: .accessControl(newValue))
        }
    }
}
