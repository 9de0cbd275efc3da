/// A word of a command line that begins with a hyphen, and what it takes.
///
/// Two options are the same when they have the same names.
struct Option: Equatable, Sendable {
    /// The kind of a value, for completion and for a first check.
    enum Kind: Hashable, Sendable {
        case text
        case file
        case oneOf([String])
        case stored(StoredName)
        /// `NAME=ITEM`, a variable and an item.
        case variable
        case program
        case dialect
    }

    /// The next word, or what follows an equals sign or the letter itself.
    struct Value: Hashable, Sendable {
        let name: String
        let kind: Kind
        /// True if the option may stand alone, as the last word of the command line.
        let isOptionalAtEnd: Bool
    }

    let long: String?
    let short: Character?
    /// The value; nil for an option that takes none.
    let value: Value?
    let isRepeated: Bool
    let help: String

    init(
        _ long: String?, _ short: Character? = nil, _ value: String? = nil, _ kind: Kind = .text,
        isOptionalAtEnd: Bool = false, isRepeated: Bool = false, help: String
    ) {
        (self.long, self.short, self.isRepeated, self.help) = (long, short, isRepeated, help)
        self.value = value.map { Value(name: $0, kind: kind, isOptionalAtEnd: isOptionalAtEnd) }
    }

    var spelling: String { spellings.last ?? "" }

    var spellings: [String] { [short.map { "-\($0)" }, long.map { "--\($0)" }].compactMap(\.self) }

    var choices: [String] {
        if case .oneOf(let choices)? = value?.kind { return choices }
        return []
    }

    /// The help, and the words that the value may be.
    var description: String { choices.isEmpty ? help : "\(help); one of \(choices.joined(separator: ", "))" }

    /// As in `-a, --account NAME`.
    var synopsis: String {
        spellings.joined(separator: ", ") + (value.map { " \($0.name)" } ?? "") + (isRepeated ? " ..." : "")
    }

    static func == (first: Self, second: Self) -> Bool {
        first.long == second.long && first.short == second.short
    }
}

/// A thing in the store that a word of a command line names.
enum StoredName: Hashable, Sendable {
    /// A title, a service, a host or a further name of a login.
    case place
    case service
    case server
    case account
    /// `LOGIN/ACCOUNT`.
    case item
    case certificate
    case key
}

/// A word of a command line that is not an option.
struct Operand: Hashable, Sendable {
    let name: String
    let kind: Option.Kind
    let isOptional: Bool
    /// True if it takes its word and all that follow; only the last operand can.
    let isRepeated: Bool

    init(_ name: String, _ kind: Option.Kind = .text, isOptional: Bool = false, isRepeated: Bool = false) {
        (self.name, self.kind, self.isOptional) = (name, kind, isOptional)
        self.isRepeated = isRepeated
    }

    /// As in `[ACCOUNT]`.
    var synopsis: String {
        let text = isRepeated ? name + "..." : name
        return isOptional ? "[\(text)]" : text
    }
}
