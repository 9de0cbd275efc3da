import FoundationEssentials

/// Which of the four operations a dictionary is for; some keys mean different things to each.
enum Operation: Hashable, Sendable { case add, copyMatching, update, delete }

/// What a dictionary asks for, once every key and value of it has been checked.
///
/// Keys are told apart by their shape, as Apple's implementation does: four characters are an attribute, otherwise
/// the first letter decides. The first fault in the order of the keys is the one reported.
struct DictionaryRequest {
    /// What an answer contains.
    struct Kinds: OptionSet {
        let rawValue: Int
        static let data = Kinds(rawValue: 1)
        static let attributes = Kinds(rawValue: 2)
        static let reference = Kinds(rawValue: 4)
        static let persistentReference = Kinds(rawValue: 8)
    }

    /// A certificate or key, or both, that stands for its attributes.
    enum Subject { case item(StoredItem), identity(certificate: StoredItem, key: StoredItem) }

    let operation: Operation
    private(set) var itemClass: ItemClass = .genericPassword
    /// Conditions of a query, values of an add.
    private(set) var attributes: [ItemAttributes.Entry] = []
    private(set) var accessControl: AccessControl?
    private(set) var synchronizable: SynchronizableScope?
    private(set) var kinds: Kinds = []
    private(set) var limit = Limit.one
    private(set) var secret: SecretBytes?
    private(set) var reference: ItemReference?
    private(set) var subject: Subject?
    private(set) var among: Set<ItemReference>?
    private(set) var hostOrSubdomain: String?
    private(set) var certificates = CertificateCondition()

    init(_ dictionary: ItemDictionary, for operation: Operation) throws(StoreError) {
        self.operation = operation
        guard dictionary.values.count <= 128 else {
            throw StoreError(.param, "a dictionary of \(dictionary.values.count) keys is too large")
        }
        if let value = dictionary["v_PersistentRef"] { try take(persistentReference: value) }
        if let value = dictionary["v_Ref"] { try take(reference: value) }
        itemClass = try Self.itemClass(dictionary["class"], reference, subject)
        for key in dictionary.values.keys.sorted() {
            guard let value = dictionary[key] else { continue }
            try take(key, value)
        }
        try mergeSubject()
        try checkTogether()
    }

    private static func itemClass(
        _ value: ItemDictionary.Value?, _ reference: ItemReference?, _ subject: Subject?
    ) throws(StoreError) -> ItemClass {
        let implied: ItemClass?
        switch subject {
        case .item(let item): implied = item.attributes.itemClass
        case .identity: implied = .identity
        case nil: implied = reference?.itemClass
        }
        switch value {
        case .string(let code):
            guard let itemClass = ItemClass(code: code) else {
                throw StoreError(.noSuchClass, "there is no item class of that name")
            }
            if let reference, reference.itemClass != itemClass {
                throw StoreError(
                    .noSuchClass, "the persistent reference is of class \(reference.itemClass.code)")
            }
            return itemClass
        case nil:
            guard let implied else { throw StoreError(.param, "the item class is missing (class)") }
            return implied
        default:
            guard let reference else { throw StoreError(.param, "the item class (class) must be text") }
            return reference.itemClass
        }
    }

    private mutating func take(_ key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        if key == "class" || key == "nleg" || key == "acls" { return }
        let bytes = Array(key.utf8)
        if bytes.count == 4 { return try take(attribute: key, value) }
        guard bytes.count > 1 else { throw StoreError(.param, "a key of \(bytes.count) bytes means nothing") }
        switch UnicodeScalar(bytes[0]) {
        case "m": try take(match: key, value)
        case "r": try take(returning: key, value)
        case "u": try take(use: key, value)
        case "v": try take(valueKey: key, value)
        case "f": break
        default: throw StoreError(.param, "a dictionary holds a key that nothing takes")
        }
    }

    // MARK: - Attributes

    private mutating func take(attribute key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        guard key != "clip" else { throw StoreError(.param, "app clips do not exist here (clip)") }
        guard let name = ClassTable.name(code: key) else {
            throw StoreError(.noSuchAttr, "items of class \(itemClass.code) have no such attribute")
        }
        if name == .synchronizable, case .string("syna") = value {
            synchronizable = operation == .add ? .no : .any
            return
        }
        let kind = ClassTable.row(name).kind
        guard let plain = Self.attributeValue(value, kind) else {
            throw StoreError(
                .param, "the \(ClassTable.row(name).words) (\(key)) does not take a value of this type")
        }
        let normal = try ClassTable.normalize(name, plain, in: itemClass)
        switch (name, normal) {
        case (.synchronizable, .number(let number)): synchronizable = number != 0 ? .only : .no
        case (.synchronizable, _):
            throw StoreError(.param, "synchronizable (sync) takes true, false or any")
        case (.accessControl, .accessControl(let control)): accessControl = control
        default: attributes.append(.init(name: name, value: normal))
        }
    }

    /// The typed form of a dictionary's value, nil when no attribute takes it.
    static func attributeValue(_ value: ItemDictionary.Value, _ kind: AttributeKind) -> AttributeValue? {
        switch value {
        case .string(let text): return .string(text)
        case .data(let data): return .data(data)
        case .number(let number): return .number(number)
        case .boolean(let flag): return kind == .number ? .number(flag ? 1 : 0) : nil
        case .date(let date): return .date(date)
        case .accessControl(let control): return .accessControl(control)
        default: return nil
        }
    }

    // MARK: - Other keys

    private mutating func take(returning key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        let kind: Kinds
        switch key {
        case "r_Data": kind = .data
        case "r_Attributes": kind = .attributes
        case "r_Ref": kind = .reference
        case "r_PersistentRef": kind = .persistentReference
        default: throw StoreError(.param, "there is no such kind of result")
        }
        guard case .boolean(let wanted) = value else {
            throw StoreError(.param, "\(key) must be true or false")
        }
        guard wanted else { return }
        kinds.insert(kind)
    }

    private func take(use key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch key {
        case "u_AuthUI":
            if case .string("u_AuthUIS") = value, operation != .copyMatching {
                throw StoreError(.param, "items can be skipped (u_AuthUIS) only when searching")
            }
        case "u_NoAuthUI", "u_OpPrompt", "u_AuthCtx", "u_UserIndependentKeychain": break
        case "u_ItemList":
            guard operation == .delete else { throw StoreError(.param, "u_ItemList is not supported") }
        default: throw StoreError(.param, "a key that begins with u is unknown")
        }
    }

    private mutating func take(valueKey key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch key {
        case "v_Data":
            guard case .secret(let bytes) = value else {
                throw StoreError(.param, "the secret (v_Data) must be bytes")
            }
            secret = bytes
        case "v_Ref", "v_PersistentRef": break  // Taken before all others, as they may supply the class.
        default: throw StoreError(.param, "a key that begins with v is unknown")
        }
    }

    private mutating func take(persistentReference value: ItemDictionary.Value) throws(StoreError) {
        guard case .data(let data) = value else {
            throw StoreError(.param, "a persistent reference (v_PersistentRef) must be bytes")
        }
        guard operation != .add else { throw StoreError(.param, "an add takes no persistent reference") }
        reference = try ItemReference(persistent: data)
    }

    private mutating func take(reference value: ItemDictionary.Value) throws(StoreError) {
        switch value {
        case .item(let item) where [.certificate, .key].contains(item.attributes.itemClass):
            subject = .item(item)
        case .identity(let certificate, let key): subject = .identity(certificate: certificate, key: key)
        default: throw StoreError(.param, "a reference (v_Ref) must be a certificate, a key or an identity")
        }
    }

    // MARK: - Match keys

    private mutating func take(match key: String, _ value: ItemDictionary.Value) throws(StoreError) {
        switch operation {
        case .copyMatching: break
        case .add: throw StoreError(.param, "an add takes no match key")
        case .update, .delete:
            // It says what these operations do anyway; any other limit asks for less than they would touch.
            if key == "m_Limit", case .string("m_LimitAll") = value { return }
            throw StoreError(.param, "an update or delete touches every match and takes no match key")
        }
        switch key {
        case "m_Limit": limit = try Self.limit(value)
        case "m_ItemList": among = try Self.references(value)
        case "m_HostOrSubdomainOfHost":
            guard case .string(let host) = value else { throw StoreError(.param, "\(key) must be text") }
            guard itemClass == .internetPassword else {
                throw StoreError(.unimplemented, "\(key) is for internet passwords")
            }
            hostOrSubdomain = host
        case "m_Issuers": try take(issuers: value)
        case "m_Policy":
            guard isAboutCertificates else { throw StoreError(.unimplemented, "\(key) is for certificates") }
            throw StoreError(
                .unimplemented, "\(key) needs an evaluation of trust, which this store does not do")
        case "m_TrustedOnly":
            guard case .boolean(let only) = value else {
                throw StoreError(.param, "\(key) must be true or false")
            }
            guard !only || !isAboutCertificates else {
                throw StoreError(
                    .unimplemented, "\(key) needs an evaluation of trust, which this store does not do")
            }
        case "m_EmailAddressIfPresent":
            guard case .string(let email) = value else { throw StoreError(.param, "\(key) must be text") }
            if isAboutCertificates { certificates.emailAddress = email }
        case "m_ValidOnDate":
            let date: Date?
            switch value {
            case .date(let given): date = given
            case .null: date = nil
            default: throw StoreError(.param, "\(key) must be a date, or null for now")
            }
            if isAboutCertificates { certificates.validOn = .some(date) }
        // Accepted and ignored, as with Apple: case and width, parts of subjects, what is unknown.
        default: break
        }
    }

    private var isAboutCertificates: Bool { itemClass == .certificate || itemClass == .identity }

    private mutating func take(issuers value: ItemDictionary.Value) throws(StoreError) {
        guard case .list(let elements) = value else { return }
        let names = elements.compactMap { element -> Data? in
            if case .data(let name) = element { name } else { nil }
        }
        guard !names.isEmpty else { return }
        guard isAboutCertificates else { throw StoreError(.unimplemented, "m_Issuers is for certificates") }
        certificates.issuers = names
    }

    private static func limit(_ value: ItemDictionary.Value) throws(StoreError) -> Limit {
        switch value {
        case .string("m_LimitOne"), .number(1): return .one
        case .string("m_LimitAll"): return .all
        case .number(let number) where number >= 0: return .atMost(Int(clamping: number))
        default:
            throw StoreError(.param, "the limit (m_Limit) must be one, all or a number that is not negative")
        }
    }

    private static func references(_ value: ItemDictionary.Value) throws(StoreError) -> Set<ItemReference> {
        guard case .list(let elements) = value else {
            throw StoreError(.param, "m_ItemList must be a list of references")
        }
        var references: Set<ItemReference> = []
        for element in elements {
            switch element {
            case .data(let data): references.insert(try ItemReference(persistent: data))
            case .item(let item):
                guard let reference = item.reference else { continue }
                references.insert(reference)
            default: throw StoreError(.param, "m_ItemList must be a list of references")
            }
        }
        return references
    }

    // MARK: - Together

    /// A certificate or key stands for its attributes; what the caller gave besides wins.
    private mutating func mergeSubject() throws(StoreError) {
        guard case .item(let item) = subject else { return }
        let capabilities: Set<AttributeName> = [
            .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap, .canSignRecover,
            .canVerifyRecover, .isPermanent,
        ]
        for entry in item.attributes.entries {
            if operation != .add, capabilities.contains(entry.name) { continue }
            // Where a reference comes from a store, what that store decided says nothing about the next one.
            if item.reference != nil, ClassTable.row(entry.name).setter == .store { continue }
            let value = try ClassTable.normalize(entry.name, entry.value, in: itemClass)
            guard !attributes.contains(where: { $0.name == entry.name }) else { continue }
            switch entry.name {
            case .accessControl, .accessible, .accessGroup, .synchronizable: continue
            default: attributes.append(.init(name: entry.name, value: value))
            }
        }
        if operation == .add, secret == nil { secret = item.secret }
    }

    private func checkTogether() throws(StoreError) {
        let names = Set(attributes.map(\.name))
        if let accessControl, accessControl.isConstraint, names.contains(.accessible) {
            throw StoreError(.param, "accessibility and access control cannot both be given")
        }
        guard operation == .copyMatching, reference != nil else { return }
        guard names.isEmpty, accessControl == nil, synchronizable == nil || synchronizable == .any else {
            throw StoreError(.param, "a search by persistent reference takes no attributes")
        }
    }

    /// What to look for.
    var selection: Selection {
        var selection = Selection(itemClass)
        for entry in attributes { selection.require(entry.name, entry.value) }
        selection.synchronizable = synchronizable ?? (reference == nil ? .no : .any)
        selection.reference = reference
        selection.among = among
        selection.hostOrSubdomain = hostOrSubdomain
        selection.certificates = certificates
        selection.limit = operation == .copyMatching ? limit : .all
        return selection
    }
}
