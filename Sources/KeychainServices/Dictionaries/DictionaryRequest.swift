internal import Foundation
internal import SecureStore

/// The four operations that a dictionary can be for; some keys mean different things to each.
enum Operation: Hashable, Sendable { case add, copyMatching, update, delete }

/// The request in a dictionary, after every key and value of it has been checked.
///
/// Keys are told apart by their form, as in Apple's implementation: four characters name an attribute, and
/// otherwise the first letter decides. The first fault in the order of the keys is reported.
struct DictionaryRequest {
    let operation: Operation
    let itemClass: ItemClass
    private(set) var attributes: [ItemAttributes.Entry] = []
    private(set) var accessControl: AccessControl?
    private(set) var synchronizable: SynchronizableScope?
    private(set) var kinds: Kinds = []
    private(set) var secret: SecretBytes?
    let reference: ItemReference?
    let subject: Subject?
    /// The narrower search that keys which begin with `m` ask for.
    var match: Selection
    var trust = TrustCondition()

    init(_ dictionary: ItemDictionary, for operation: Operation) throws(StoreError) {
        self.operation = operation
        // Both may determine the class, on which the meaning of the other keys depends.
        reference = try Self.reference(dictionary["v_PersistentRef"], operation)
        let given = try dictionary["v_Ref"].map { value throws(StoreError) in try Subject(value) }
        subject = if let given { given } else { try Subject(contentOf: dictionary, operation) }
        itemClass = try Self.itemClass(dictionary["class"], reference, subject)
        match = Selection(itemClass)
        // A search finds one item unless it asks for more; a change touches all unless it asks for one.
        if operation == .copyMatching { match.limit = 1 }
        try Self.checkCount(dictionary, of: itemClass)
        if operation == .add { try dictionary.checkToken() }
        attributes.reserveCapacity(dictionary.entries.count)
        for entry in dictionary.entries { try read(entry.key, entry.value) }
        try mergeSubject()
        try checkTogether()
    }

    private static func reference(
        _ value: ItemDictionary.Value?, _ operation: Operation
    ) throws(StoreError) -> ItemReference? {
        guard let value else { return nil }
        guard case .data(let data) = value else {
            throw StoreError(.param, "a persistent reference (v_PersistentRef) must be bytes")
        }
        guard operation != .add else {
            throw StoreError(.param, "an add takes no persistent reference; leave it out")
        }
        return try ItemReference(persistent: data)
    }

    private static func itemClass(
        _ value: ItemDictionary.Value?, _ reference: ItemReference?, _ subject: Subject?
    ) throws(StoreError) -> ItemClass {
        switch value {
        case .string(let code):
            guard let itemClass = ItemClass(code: code) else {
                throw StoreError(
                    .noSuchClass, "there is no item class of that name; use one of the constants kSecClass..."
                )
            }
            if let reference, reference.itemClass != itemClass {
                throw StoreError(
                    .noSuchClass,
                    "the persistent reference is of the class \(reference.itemClass.words); name that "
                        + "one, or none")
            }
            if case .identity = subject, itemClass != .identity {
                throw StoreError(
                    .noSuchAttr,
                    "an identity does not fit into the class \(itemClass.words); name kSecClassIdentity, "
                        + "or none")
            }
            return itemClass
        case nil:
            guard let implied = subject?.itemClass ?? reference?.itemClass else {
                throw StoreError(.param, "the item class is missing (class); give kSecClass")
            }
            return implied
        default:
            guard let reference else { throw StoreError(.param, "the item class (class) must be text") }
            return reference.itemClass
        }
    }

    /// Apple's limit: the attributes of the class and all other keys have 128 places together.
    static func checkCount(_ dictionary: ItemDictionary, of itemClass: ItemClass) throws(StoreError) {
        // So few keys always fit, whatever the class.
        guard dictionary.entries.count > 32 else { return }
        let others = dictionary.entries.count { !isAttribute($0.key) }
        guard others + ClassTable.names(in: itemClass).count <= 128 else {
            throw StoreError(
                .param,
                "a dictionary of \(dictionary.entries.count) keys is too large; with the attributes "
                    + "of the class at most 128 are taken")
        }
    }

    /// Counts the UTF-16 code units of a key, as Apple's strings do.
    static func isAttribute(_ key: String) -> Bool { key.utf16.count == 4 }

    private mutating func read(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        if key == "class" || key == "nleg" || key == "acls" { return }
        if Self.isAttribute(key) { return try read(attribute: key, value) }
        guard key.utf16.count > 1 else {
            throw StoreError(.param, "a key has fewer than two characters; use the constants kSec...")
        }
        switch key.unicodeScalars.first {
        case "m": try read(matchKey: key, value)
        case "r": try kinds.read(key, value)
        case "u": try check(use: key, value)
        case "v": try read(valueKey: key, value)
        case "f": break
        default:
            throw StoreError(.param, "a dictionary holds a key that nothing takes; use the constants kSec...")
        }
    }

    // MARK: - Attributes

    private mutating func read(attribute key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        if key == "sync", case .string("syna") = value {
            synchronizable = operation == .add ? .no : .any
            return
        }
        let entry = try Self.attribute(key, value, of: itemClass)
        switch (entry.name, entry.value) {
        case (.synchronizable, .number(let number)): synchronizable = number != 0 ? .only : .no
        case (.accessControl, .accessControl(let control)): accessControl = control
        default: attributes.append(entry)
        }
    }

    /// The attribute that a key of four characters names, with a value that it takes.
    static func attribute(
        _ key: String, _ value: ItemDictionary.Value, of itemClass: ItemClass
    ) throws(StoreError) -> ItemAttributes.Entry {
        guard key != "clip" else {
            throw StoreError(.param, "app clips do not exist here (clip); leave it out")
        }
        guard let name = ClassTable.name(code: key) else {
            throw StoreError(
                .noSuchAttr, "items of the class \(itemClass.words) have no such attribute; leave it out")
        }
        let row = ClassTable.row(name)
        guard let plain = attributeValue(value, row.kind) else {
            throw StoreError(
                .param, "the \(row.words) (\(key)) takes \(row.kind.rawValue), and not a value of this type")
        }
        let normal = try ClassTable.normalize(name, plain, in: itemClass)
        guard name != .synchronizable || normal.number != nil else {
            throw StoreError(.param, "synchronizable (sync) takes true, false or any")
        }
        if [.issuer, .subject].contains(name), case .data(let encoded) = normal {
            return ItemAttributes.Entry(name: name, value: .data(comparable(encoded)))
        }
        return ItemAttributes.Entry(name: name, value: normal)
    }

    /// An attribute value from a dictionary's value; nil when no attribute accepts it.
    static func attributeValue(_ value: ItemDictionary.Value, _ kind: AttributeKind) -> AttributeValue? {
        switch value {
        case .string(let text): return .string(text)
        case .data(let data): return .data(data)
        case .number(let number): return .number(number)
        case .boolean(let flag): return kind == .number ? .number(flag ? 1 : 0) : nil
        case .date(let date): return .date(date)
        case .uuid(let uuid): return kind == .string ? .string(uuid.uuidString) : nil
        case .accessControl(let control): return .accessControl(control)
        default: return nil
        }
    }

    // MARK: - Other keys

    private func check(use key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch key {
        case "u_AuthUI":
            if case .string("u_AuthUIS") = value, operation != .copyMatching {
                throw StoreError(.param, "items can be skipped (u_AuthUIS) only when searching")
            }
        case "u_NoAuthUI", "u_OpPrompt", "u_AuthCtx", "u_UserIndependentKeychain": break
        case "u_ItemList":
            // Not even ignored by a delete, as on iOS: it would take all of the class.
            throw StoreError(.param, "u_ItemList is not supported; name the items with m_ItemList")
        default: throw StoreError(.param, "a key that begins with u is unknown; use the constants kSecUse...")
        }
    }

    private mutating func read(valueKey key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch key {
        case "v_Data": secret = try Self.secret(value)
        case "v_Ref", "v_PersistentRef": break  // Read before all others, as they may determine the class.
        default:
            throw StoreError(.param, "a key that begins with v is unknown; use the constants kSecValue...")
        }
    }

    static func secret(_ value: ItemDictionary.Value) throws(StoreError) -> SecretBytes {
        guard case .secret(let bytes) = value else {
            throw StoreError(.param, "the secret (v_Data) must be bytes")
        }
        return bytes
    }

    // MARK: - Together

    /// Adds the attributes of a certificate or key; attributes that the caller gave win.
    private mutating func mergeSubject() throws(StoreError) {
        guard case .item(let item) = subject else { return }
        for entry in operation == .add ? item.values : item.conditions {
            let value = try ClassTable.normalize(entry.name, entry.value, in: itemClass)
            guard !attributes.contains(where: { $0.name == entry.name }) else { continue }
            attributes.append(.init(name: entry.name, value: value))
        }
        guard operation == .add, secret == nil else { return }
        try item.attributes.checkStays(in: itemAttributes())
        secret = item.secret
    }

    private func checkTogether() throws(StoreError) {
        try Self.check(accessControl, attributes.first { $0.name == .accessible }?.value)
        guard operation == .copyMatching, reference != nil else { return }
        guard attributes.isEmpty, accessControl == nil, synchronizable == nil || synchronizable == .any else {
            throw StoreError(.param, "a search by persistent reference takes no attributes; leave them out")
        }
    }

    /// Refuses two statements about when an item can be read, unless a search returned both together.
    static func check(_ control: AccessControl?, _ access: AttributeValue?) throws(StoreError) {
        guard let control, let access else { return }
        guard !control.isConstraint, access == .string(control.accessibility.code) else {
            throw StoreError(.param, "accessibility and access control cannot both be given; leave one out")
        }
    }

    struct Kinds: OptionSet {
        let rawValue: Int
        static let data = Kinds(rawValue: 1)
        static let attributes = Kinds(rawValue: 2)
        static let reference = Kinds(rawValue: 4)
        static let persistentReference = Kinds(rawValue: 8)

        private static let byKey: [String: Kinds] = [
            "r_Data": data, "r_Attributes": attributes, "r_Ref": reference,
            "r_PersistentRef": persistentReference,
        ]

        /// Reads a key that begins with `r`; as with Apple, the number 1 is not a truth value here.
        mutating func read(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
            guard let kind = Self.byKey[key] else {
                throw StoreError(.param, "there is no such kind of result; use the constants kSecReturn...")
            }
            guard case .boolean(let wanted) = value else {
                throw StoreError(.param, "\(key) must be true or false")
            }
            if wanted { insert(kind) }
        }
    }
}
