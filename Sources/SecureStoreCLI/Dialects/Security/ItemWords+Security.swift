import FoundationEssentials
import SecureStore

extension LoginItem {
    /// The word in the names of the commands.
    static var word: String { itemClass.optionName }
    /// The options by which only this class is found, the service or server first.
    static var ownOptions: [Option] {
        itemClass == .genericPassword
            ? [.serviceName, .genericValue]
            : [.serverName, .securityDomain, .path, .port, .fourLetterProtocol, .authenticationType]
    }

    /// Everything that a command line can name an item by.
    static var matchOptions: [Option] {
        [.account] + ownOptions + [.label, .comment, .kind, .creator, .itemType]
    }
}

// The options of this dialect in the words of the rest of the command; an empty value means any.
extension ItemWords {
    /// What a command line says of passwords of a class.
    init<Item: LoginItem>(_ arguments: Arguments, of item: Item.Type) throws(CommandError) {
        account = arguments.filter(.account)
        if Item.itemClass == .genericPassword {
            service = arguments.filter(.serviceName)
            generic = arguments.filter(.genericValue).map { Data($0.utf8) }
        } else {
            server = arguments.filter(.serverName)
            securityDomain = arguments.filter(.securityDomain)
            path = arguments.filter(.path)
            try readCodes(arguments)
        }
        (label, comment, kind) = (
            arguments.filter(.label), arguments.filter(.comment), arguments.filter(.kind)
        )
        (creator, type) = (try arguments.code(of: .creator), try arguments.code(of: .itemType))
    }

    /// The parts of an internet password that are not any text; port 0 is any.
    private mutating func readCodes(_ arguments: Arguments) throws(CommandError) {
        let number = try arguments.number(of: .port, in: 0...65_535)
        port = number == 0 ? nil : number
        proto = arguments.filter(.fourLetterProtocol).map { InternetProtocol(spelling: Self.padded($0)) }
        authentication = arguments.filter(.authenticationType).map {
            AuthenticationType(rawValue: Self.padded($0))
        }
        for option in [Option.fourLetterProtocol, .authenticationType] {
            guard let text = arguments.filter(option), Self.padded(text).utf8.count != 4 else { continue }
            guard option == .fourLetterProtocol, proto?.rawValue.utf8.count == 4 else {
                throw arguments.usage("\(option.spelling) takes four characters")
            }
        }
    }

    /// Codes of three letters end in a space, which nobody types.
    private static func padded(_ text: String) -> String {
        let spelled = InternetProtocol(spelling: text).rawValue
        guard spelled == text, text.utf8.count == 3 else { return text }
        return text + " "
    }

    /// The words for a new item, which without a label is called by its service or server.
    func ofNewItem(_ arguments: Arguments) -> ItemWords {
        var words = self
        words.describe(arguments)
        words.label = words.label ?? service ?? server
        words.authentication = authentication ?? .default
        return words
    }

    /// What an update changes: nothing that the item is found by.
    func ofUpdate(_ arguments: Arguments) -> ItemWords {
        var words = ItemWords()
        words.describe(arguments)
        (words.creator, words.type, words.generic) = (creator, type, generic)
        return words
    }
}
