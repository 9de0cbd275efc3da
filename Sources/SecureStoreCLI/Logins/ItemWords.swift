import SecureStore

/// The item that a command line or a text names: by words, or by its reference.
///
/// A server makes it an internet password, a service a generic one; a name may be of either.
struct ItemWords {
    static let operands = [
        Operand("LOGIN", .stored(.place), isOptional: true),
        Operand("ACCOUNT", .stored(.account), isOptional: true),
    ]
    static let options = NamedAttribute.ofNames.compactMap(\.option)

    /// The name of a login: its title, service, host, address or account.
    var place: String?
    var values: [AttributeName: AttributeValue] = [:]
    /// The item itself; the other words then only confirm it.
    var reference: ItemReference?
    /// True if a deleted login is meant.
    var isDeleted = false
    /// True for an address with a slash at its end: of several logins, the one without an account.
    private(set) var isEnded = false
    /// The part of the login that is meant; nil for its password.
    var part: String?
    /// The place where a text names the item, as in `app.env:3`, and how it is written there; nil for a
    /// command line.
    var origin: (place: String, text: String)?

    subscript(name: AttributeName) -> String? {
        get { values[name]?.text }
        set { values[name] = newValue?.attributeValue }
    }

    /// The values for items of a class, of which the name is the service or the host.
    func values(in itemClass: ItemClass) -> [AttributeName: AttributeValue] {
        var values = values
        if let place, itemClass == .internetPassword {
            let host = HostAndPort(of: place)
            values[.server] = host.server.attributeValue
            if host.port > 0 { values[.port] = host.port.attributeValue }
            if let scheme = host.scheme {
                values[.protocol] = InternetProtocol(spelling: scheme).attributeValue
            }
        } else if let place {
            values[.service] = place.attributeValue
        }
        return values.filter { ClassTable.row($0.key).classes.contains(itemClass) }
    }

    var isInternet: Bool { values[.server] != nil }
    /// False for words that would mean any item.
    var isGiven: Bool { place != nil || [.service, .account, .server].contains { values[$0] != nil } }
    var itemClass: ItemClass { reference?.itemClass ?? (isInternet ? .internetPassword : .genericPassword) }

    /// True for the two classes that have services or servers.
    var isOfPassword: Bool { [.genericPassword, .internetPassword].contains(itemClass) }

    init() {}

    init(place: String?, account: String?) {
        self.place = place
        self[.account] = account ?? user
    }

    /// The account that a whole address has before its host.
    private var user: String? { place.flatMap { HostAndPort(of: $0).user }.flatMap { Self.decoded($0[...]) } }

    init(reference: ItemReference) { self.reference = reference }

    /// `LOGIN` or `LOGIN/ACCOUNT`; the last slash counts, but for those of `https://` and one that ends an
    /// address.
    init(item text: Substring) {
        let name = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let isEnded = name > text.startIndex && text.utf8.last == UInt8(ascii: "/")
        let end = isEnded ? nil : text.unicodeScalars[name...].lastIndex(of: "/")
        self.init(
            place: String(text[..<(end ?? text.endIndex)]),
            account: end.map { String(text.unicodeScalars[$0...].dropFirst()) })
        self.isEnded = isEnded
    }

    /// The password that a command needs, by its options and operands or by its reference.
    init(_ arguments: Arguments) throws {
        try self.init(some: arguments)
        part = arguments.value(of: .part)
        try arguments.require(
            part != DeletedLogins.mark,
            "a part cannot have the name \(DeletedLogins.mark), which this command uses itself")
        try arguments.require(isOfPassword, "\(arguments.command.name) is for passwords only")
    }

    /// The item of any class that a command needs; refuses words that would mean any item.
    init(some arguments: Arguments) throws {
        try self.init(arguments, operands: arguments.operands[...])
        guard let text = arguments.value(of: .reference) else {
            try requireSome(arguments)
            return
        }
        reference = try ItemReference(text: text)
        try arguments.require(
            itemClass != .identity, "an identity is a certificate and a key; name one of them")
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
        } else if arguments.has(.service) {
            throw arguments.usage("--service and --server exclude each other")
        }
        self[.account] = self[.account] ?? operands.popFirst() ?? user
        guard operands.isEmpty else { throw arguments.surplus(operands.count) }
    }

    func requireSome(_ arguments: Arguments) throws(CommandError) {
        guard !isGiven else { return }
        throw arguments.usage("\(arguments.command.name) needs a login, an account or a server")
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
        "accessible", nil, "WHEN", .oneOf(Accessibility.allCases.map(\.optionName)),
        help: "when the item can be read")

    static let itemClass = Option(
        "class", "c", "CLASS", .oneOf(ItemClass.listed.map(\.optionName)), help: "only items of this class")

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
}
