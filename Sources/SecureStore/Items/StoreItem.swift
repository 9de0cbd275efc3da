public import FoundationEssentials

/// An item of one class, with its attributes as typed properties.
///
/// The identity, which tells the item from all others, is fixed when the value is made; the other attributes can be
/// changed. The secret is not a property: it is passed beside the item.
public protocol StoreItem: Hashable, Sendable {
    /// The class of every item of this type.
    static var itemClass: ItemClass { get }
    /// All attributes by name, those without a typed property included.
    var attributes: ItemAttributes { get }
    /// The typed face of some attributes; throws ``Status/noSuchClass`` for those of another class.
    init(attributes: ItemAttributes) throws(StoreError)
}

extension StoreItem {
    /// The access group; nil until the store has chosen its default.
    public var accessGroup: String? { attributes.text(.accessGroup) }

    /// Whether the item is marked synchronizable, which is part of its identity.
    ///
    /// Nothing here sends it anywhere.
    public var isSynchronizable: Bool { attributes.flag(.synchronizable) ?? false }

    /// When the item was added, for an item that came from a store.
    public var creationDate: Date? { attributes[.creationDate]?.date }

    /// When the item was last changed, for an item that came from a store.
    public var modificationDate: Date? { attributes[.modificationDate]?.date }

    static func check(_ attributes: ItemAttributes) throws(StoreError) -> ItemAttributes {
        guard attributes.itemClass == itemClass else {
            throw StoreError(
                .noSuchClass,
                "attributes of class \(attributes.itemClass.code) do not make an item of class \(itemClass.code)"
            )
        }
        return attributes
    }
}

/// An item that can be added and changed: every class except ``IdentityItem``, which is made of two items.
public protocol StorableItem: StoreItem {}

extension StorableItem {
    /// A name to show to people.
    public var label: String? {
        get { attributes.text(.label) }
        set { change { $0.set(.label, text: newValue) } }
    }
    /// When the item can be read.
    public var accessibility: Accessibility {
        get { attributes.accessibilityOrDefault }
        set { change { $0.accessibilityOrDefault = newValue } }
    }
    /// Conditions on the item's use; setting them sets the accessibility they name.
    public var accessControl: AccessControl? {
        get { attributes.control }
        set { change { $0.control = newValue } }
    }

    /// Changes attributes that several classes have; those of the item's own class always make an item of it.
    mutating func change(_ body: (inout ItemAttributes) -> Void) {
        var attributes = attributes
        body(&attributes)
        if let changed = try? Self(attributes: attributes) { self = changed }
    }
}

extension ItemAttributes {
    /// The attributes every class is made with.
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
            remove(.accessible)
            remove(.accessControl)
            if let newValue { set(.accessControl, normalized: .accessControl(newValue)) }
        }
    }
}
