import SecureStore

/// The item that a command line or a text names: by words, or by its reference.
///
/// A server makes it an internet password, everything else a generic one; to look for one, a host may stand
/// in the place of the service.
struct ItemWords {
    static let operands = [
        Operand("SERVICE", .stored(.place), isOptional: true),
        Operand("ACCOUNT", .stored(.account), isOptional: true),
    ]
    static let options = NamedAttribute.ofNames.compactMap(\.option)

    /// A word that may be a service or a host; the service is the same text.
    var place: String?
    var values: [AttributeName: AttributeValue] = [:]
    /// The item itself; the other words then only confirm it.
    var reference: ItemReference?
    /// The part of the login that is meant; nil for its password.
    var part: String?
    /// The place where a text names the item, as in `app.env:3`, and how it is written there; nil for a
    /// command line.
    var origin: (place: String, text: String)?

    subscript(name: AttributeName) -> String? {
        get { values[name]?.text }
        set { values[name] = newValue?.attributeValue }
    }

    /// The values for items of a class, with a host in the place of a service.
    func values(in itemClass: ItemClass) -> [AttributeName: AttributeValue] {
        var values = values
        if let place, itemClass == .internetPassword {
            let (server, port) = HostAndPort.split(place)
            values[.server] = values[.server] ?? server.attributeValue
            if port > 0 { values[.port] = values[.port] ?? port.attributeValue }
        }
        return values.filter { ClassTable.row($0.key).classes.contains(itemClass) }
    }

    var isInternet: Bool { values[.server] != nil }
    /// False for words that would mean any item.
    var isGiven: Bool { [.service, .account, .server].contains { values[$0] != nil } }
    var itemClass: ItemClass { reference?.itemClass ?? (isInternet ? .internetPassword : .genericPassword) }

    /// True for the two classes that have services or servers.
    var isOfPassword: Bool { [.genericPassword, .internetPassword].contains(itemClass) }

    init() {}

    init(place: String?, account: String?) {
        self.place = place
        (self[.service], self[.account]) = (place, account)
    }

    init(reference: ItemReference) { self.reference = reference }

    /// `SERVICE` or `SERVICE/ACCOUNT`, where a host may stand in the place of the service; the last slash
    /// counts.
    init(item text: Substring) {
        let end = text.lastIndex(of: "/")
        self.init(
            place: String(text[..<(end ?? text.endIndex)]),
            account: end.map { String(text[text.index(after: $0)...]) })
    }

    /// The password that a command needs, by its options and operands or by its reference.
    init(_ arguments: Arguments) throws {
        try self.init(some: arguments)
        part = arguments.value(of: .part)
        guard isOfPassword else {
            throw arguments.usage("\(arguments.command.name) is for passwords only")
        }
    }

    /// The item of any class that a command needs; refuses words that would mean any item.
    init(some arguments: Arguments) throws {
        try self.init(arguments, operands: arguments.operands[...])
        guard let text = arguments.value(of: .reference) else {
            try requireSome(arguments)
            return
        }
        reference = try ItemReference(text: text)
        guard itemClass != .identity else {
            throw arguments.usage("an identity is a certificate and a key; name one of them")
        }
    }

    /// The words of the options and of these operands, of which there may be none.
    init(_ arguments: Arguments, operands: ArraySlice<String>) throws(CommandError) {
        for row in NamedAttribute.ofNames { values[row.name] = try row.value(arguments) }
        var operands = operands
        if !isInternet {
            let others = NamedAttribute.ofNames.filter { !$0.isOf(.genericPassword) }.compactMap(\.option)
            if let option = others.first(where: { arguments.has($0) }) {
                throw arguments.usage("\(option.spelling) is for internet passwords, and needs --server")
            }
            place = arguments.has(.service) ? nil : operands.popFirst()
            self[.service] = self[.service] ?? place
        } else if arguments.has(.service) {
            throw arguments.usage("--service and --server exclude each other")
        }
        self[.account] = self[.account] ?? operands.popFirst()
        if let extra = operands.first {
            throw arguments.usage("\(Terminal.quoted(extra)) is one word too many")
        }
    }

    func requireSome(_ arguments: Arguments) throws(CommandError) {
        guard !isGiven else { return }
        throw arguments.usage("\(arguments.command.name) needs a service, an account or a server")
    }

    /// Takes https for a server without a protocol, unless there is an item without one.
    mutating func completeProtocol(in store: ItemStore) throws {
        guard isInternet, values[.protocol] == nil,
            try store.count(Query(identityOf: InternetPassword(self))) == 0
        else { return }
        values[.protocol] = InternetProtocol.https.attributeValue
    }

    /// Takes from the options all that is said of an item besides its name.
    mutating func describe(_ arguments: Arguments) throws(CommandError) {
        for row in NamedAttribute.ofDescriptions where row.option != nil {
            values[row.name] = try row.value(arguments)
        }
    }
}

extension Option {
    static let accessible = Option(
        "accessible", nil, .required("WHEN", .oneOf(Accessibility.allCases.map(\.optionName))),
        help: "when the item can be read")

    static let itemClass = Option(
        "class", "c", .required("CLASS", .oneOf(ItemClass.listed.map(\.optionName))),
        help: "only items of this class")

    static let attributes = NamedAttribute.ofDescriptions.compactMap(\.option)
}

extension Accessibility {
    var optionName: String {
        switch kind {
        case .whenUnlocked: return "when-unlocked"
        case .afterFirstUnlock: return "after-first-unlock"
        case .always: return "always"
        case .whenUnlockedThisDeviceOnly: return "when-unlocked-this-device"
        case .afterFirstUnlockThisDeviceOnly: return "after-first-unlock-this-device"
        case .alwaysThisDeviceOnly: return "always-this-device"
        case .whenPasscodeSetThisDeviceOnly: return "when-passphrase-set-this-device"
        }
    }

    init?(optionName: String) {
        guard let match = Self.allCases.first(where: { $0.optionName == optionName }) else { return nil }
        self = match
    }
}
