/// A word of a command line that begins with a hyphen, and what it takes.
///
/// Two options are the same when they have the same names.
struct Option: Sendable {
    /// What a value is, for completion and for a first check.
    enum Kind: Hashable, Sendable {
        case text
        case file
        case oneOf([String])
        /// The name of something that is in the store.
        case stored(StoredName)
        /// `NAME=ITEM`, a variable and an item.
        case variable
        /// A program on the search path.
        case program
        /// Another name of this program.
        case dialect
    }

    enum Value: Hashable, Sendable {
        case none
        /// The next word, or what follows an equals sign or the letter itself.
        case required(String, Kind = .text)
        /// The same, but as the last word of the command line the option may stand alone.
        case optionalAtEnd(String)
    }

    let long: String?
    let short: Character?
    let value: Value
    let isRepeated: Bool
    let help: String

    init(
        _ long: String?, _ short: Character? = nil, _ value: Value = .none, isRepeated: Bool = false,
        help: String
    ) {
        (self.long, self.short, self.value) = (long, short, value)
        (self.isRepeated, self.help) = (isRepeated, help)
    }

    /// What the user writes, the long form if there is one.
    var spelling: String { long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? "" }

    /// All that the user may write.
    var spellings: [String] {
        [short.map { "-\($0)" }, long.map { "--\($0)" }].compactMap(\.self)
    }

    /// What the value is called in help texts; nil when there is none.
    var valueName: String? {
        switch value {
        case .none: return nil
        case .required(let name, _), .optionalAtEnd(let name): return name
        }
    }

    /// The words that the value may be; empty when it may be any.
    var choices: [String] {
        if case .required(_, .oneOf(let choices)) = value { return choices }
        return []
    }

    /// What help and manual page say: its help, and the words that the value may be.
    var description: String { choices.isEmpty ? help : "\(help); one of \(choices.joined(separator: ", "))" }

    /// What kind of value there is; nil when there is none.
    var kind: Kind? {
        switch value {
        case .none: return nil
        case .required(_, let kind): return kind
        case .optionalAtEnd: return .text
        }
    }

    /// As in `-a, --account NAME`.
    var synopsis: String {
        spellings.joined(separator: ", ") + (valueName.map { " \($0)" } ?? "") + (isRepeated ? " ..." : "")
    }
}

// MARK: - Hashable

extension Option: Hashable {
    static func == (first: Self, second: Self) -> Bool {
        first.long == second.long && first.short == second.short
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(long)
        hasher.combine(short)
    }
}
