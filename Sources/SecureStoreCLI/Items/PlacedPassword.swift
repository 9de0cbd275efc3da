import SecureStore

/// A password of either class by what it is for, so that a command is written once.
protocol PlacedPassword: PasswordItem {
    /// The service, or the server.
    static var placeAttribute: Attribute<Self, String> { get }
}

extension GenericPassword: PlacedPassword {
    static var placeAttribute: Attribute<Self, String> { .service }
}

extension InternetPassword: PlacedPassword {
    static var placeAttribute: Attribute<Self, String> { .server }
}

extension Option {
    static let accessible = Option(
        "accessible", nil, .required("WHEN", .oneOf(Accessibility.allCases.map(\.optionName))),
        help: "when the item can be read")

    /// What can be said of an item besides what it is found by.
    static let attributes: [Option] = [.label, .comment, .kind, .accessible]
}

extension Accessibility {
    /// The word for it on the command line.
    var optionName: String {
        switch self {
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

extension PasswordItem {
    /// Gives the item the attributes that the command line names.
    mutating func apply(_ arguments: Arguments) {
        if let text = arguments.value(of: .label) { label = text }
        if let text = arguments.value(of: .comment) { comment = text }
        if let text = arguments.value(of: .kind) { kind = text }
        if let access = arguments.accessibility { accessibility = access }
    }
}

extension Changes where Item: PasswordItem {
    /// The changes that the command line names.
    init(_ arguments: Arguments) {
        var changes = Changes()
        if let text = arguments.value(of: .label) { changes = changes.set(.label, to: text) }
        if let text = arguments.value(of: .comment) { changes = changes.set(.comment, to: text) }
        if let text = arguments.value(of: .kind) { changes = changes.set(.kind, to: text) }
        if let access = arguments.accessibility { changes = changes.set(.accessibility, to: access) }
        self = changes
    }
}

extension Arguments {
    fileprivate var accessibility: Accessibility? {
        value(of: .accessible).flatMap { Accessibility(optionName: $0) }
    }
}
