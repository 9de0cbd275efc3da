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
    /// The words of a command line for passwords of a class.
    init<Item: LoginItem>(_ arguments: Arguments, of item: Item.Type) throws(CommandError) {
        account = arguments.text(of: .account)
        if Item.itemClass == .genericPassword {
            service = arguments.text(of: .serviceName)
            generic = arguments.text(of: .genericValue).map { Data($0.utf8) }
        } else {
            server = arguments.text(of: .serverName)
            securityDomain = arguments.text(of: .securityDomain)
            path = arguments.text(of: .path)
            try readCodes(arguments)
        }
        (label, comment, kind) = (
            arguments.text(of: .label), arguments.text(of: .comment), arguments.text(of: .kind)
        )
        (creator, type) = (try arguments.code(of: .creator), try arguments.code(of: .itemType))
    }

    /// The parts of an internet password that are not any text; port 0 is any.
    private mutating func readCodes(_ arguments: Arguments) throws(CommandError) {
        let number = try arguments.number(of: .port, in: 0...65_535)
        port = number == 0 ? nil : number
        proto = arguments.text(of: .fourLetterProtocol).map { InternetProtocol(spelling: Self.padded($0)) }
        authentication = arguments.text(of: .authenticationType).map {
            AuthenticationType(rawValue: Self.padded($0))
        }
        for option in [Option.fourLetterProtocol, .authenticationType] {
            guard let text = arguments.text(of: option), Self.padded(text).utf8.count != 4 else { continue }
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

    /// The words for an update: nothing that the item is found by.
    func ofUpdate(_ arguments: Arguments) -> ItemWords {
        var words = ItemWords()
        words.describe(arguments)
        (words.creator, words.type, words.generic) = (creator, type, generic)
        return words
    }
}
