import FoundationEssentials
import SecureStore

extension PasswordItem {
    static var word: String { itemClass.optionName }

    /// The options that this dialect has for attributes.
    static var options: [(name: AttributeName, option: Option)] {
        let all: [(name: AttributeName, option: Option)] = [
            (.account, .account), (.service, .serviceName), (.generic, .genericValue),
            (.server, .serverName), (.securityDomain, .securityDomain), (.path, .path), (.port, .port),
            (.protocol, .fourLetterProtocol), (.authenticationType, .authenticationType), (.label, .label),
            (.comment, .comment), (.description, .kind), (.creator, .creator), (.type, .itemType),
        ]
        return all.filter { ClassTable.row($0.name).classes.contains(itemClass) }
    }

    static var matchOptions: [Option] { options.map(\.option) }
}

// The options of this dialect in the words of the rest of the command; an empty value means any.
extension ItemWords {
    init<Item: PasswordItem>(_ arguments: Arguments, of item: Item.Type) throws(CommandError) {
        for (name, option) in Item.options { values[name] = try Self.value(of: option, arguments) }
    }

    private static func value(
        of option: Option, _ arguments: Arguments
    ) throws(CommandError) -> AttributeValue? {
        guard let text = arguments.text(of: option) else { return nil }
        switch option {
        case .genericValue: return .data(Data(text.utf8))
        case .creator, .itemType: return try arguments.code(of: option)?.attributeValue
        case .port:
            let number = try arguments.number(of: .port, in: 0...65_535)
            return number == 0 ? nil : number?.attributeValue
        case .fourLetterProtocol, .authenticationType:
            let code = padded(text)
            let value = option == .authenticationType ? code : InternetProtocol(spelling: code).rawValue
            try arguments.require(value.utf8.count == 4, "\(option.spelling) takes four characters")
            return .string(value)
        default: return .string(text)
        }
    }

    /// Codes of three letters end in a space, which nobody types.
    private static func padded(_ text: String) -> String {
        let spelled = InternetProtocol(spelling: text).rawValue
        guard spelled == text, text.utf8.count == 3 else { return text }
        return text + " "
    }

    /// The words for a new item, which without a label is called by its service or server.
    func ofNewItem(_ arguments: Arguments) throws(CommandError) -> ItemWords {
        var words = self
        try words.describe(arguments)
        words[.label] = words[.label] ?? self[.service] ?? self[.server]
        words[.authenticationType] = self[.authenticationType] ?? AuthenticationType.default.rawValue
        return words
    }

    /// The words for an update: nothing that the item is found by.
    func ofUpdate(_ arguments: Arguments) throws(CommandError) -> ItemWords {
        var words = ItemWords()
        words.values = values.filter { [.creator, .type, .generic].contains($0.key) }
        try words.describe(arguments)
        return words
    }
}
