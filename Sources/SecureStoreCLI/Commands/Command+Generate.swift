import SecureStore

extension Command {
    static let generate = Command(
        name: "generate", summary: "make a password, and store it or print it",
        details: """
            With a login, an account or a server the password goes straight into a new item; without, it is printed. \
            \(ItemWords.order) \(ItemWords.setting)

            Standard error says how many bits of entropy it has: with n bits there are 2^n such passwords, and each is as \
            likely as any other.

            A password has at least one character of each class. The classes are lower, upper, digits and symbols. \
            --words takes words from a file, a word a line, or else makes words that can be spoken and mean nothing.
            """,
        options: ItemWords.options + Option.attributes + PasswordWords.options + [.replaceItem],
        operands: ItemWords.operands,
        examples: [
            Example("generate mail.example maria", "a new item with a new password"),
            Example("generate mail.example maria --replace", "a new password for an item"),
            Example("generate --length 12 --classes lower,digits --without l1o0", "for a site with rules"),
            Example("generate --words 6", "a passphrase"),
            Example("generate --words 6 --list words.txt", "from words of your own"),
        ]
    ) { arguments in
        var words = try ItemWords(arguments, operands: arguments.operands[...])
        let isStored = words.isGiven || (Option.attributes + [.replaceItem]).contains { arguments.has($0) }
        if isStored {
            try arguments.handOnIfReplica()
            try words.requireSome(arguments)
        }
        let recipe = try PasswordWords.recipe(arguments)
        var random = SystemRandomNumberGenerator()
        if isStored {
            let store = try StoreAccess(arguments).openOrCreate(History.options())
            let login = try words.settle(in: store)
            try words.describe(arguments)
            let password = try recipe.make(using: &random)
            if let login, arguments.has(.replaceItem) {
                try login.set(password, arguments, in: store)
            } else if login == nil {
                try store.add(try words.itemClass.passwordType.init(words), secret: password)
            } else {
                throw CommandError(
                    .duplicateItem, "the item exists already", hint: "--replace gives it a new secret")
            }
        } else {
            try Output.write(try recipe.make(using: &random))
            if Terminal.showsOutput { try Output.write("\n") }
        }
        // Rounded down: never more than there is.
        let tenths = Int(recipe.bits * 10)
        Terminal.tell("\(tenths / 10).\(tenths % 10) bits of entropy")
    }
}

/// The options for a password that is to be made.
private enum PasswordWords {
    static let options: [Option] = [
        .passwordLength, .characterClasses, .unwantedCharacters, .pronounceable, .wordCount, .wordList,
        .separator,
    ]
    private static let classes: [(name: String, characters: String)] = [
        ("lower", "abcdefghijklmnopqrstuvwxyz"), ("upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("digits", "0123456789"), ("symbols", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    ]

    static func recipe(_ arguments: Arguments) throws -> PasswordRecipe {
        try arguments.requireNone(
            of: [.passwordLength, .characterClasses, .unwantedCharacters, .pronounceable], beside: .wordCount)
        let length = try arguments.number(of: .passwordLength, in: 1...1024)
        if let count = try arguments.number(of: .wordCount, in: 1...100) {
            return try words(count, arguments)
        }
        if let option = [Option.wordList, .separator].first(where: { arguments.has($0) }) {
            throw arguments.usage("\(option.spelling) needs --words")
        }
        guard !arguments.has(.pronounceable) else {
            try arguments.requireNone(of: [.characterClasses, .unwantedCharacters], beside: .pronounceable)
            return .letters(length ?? 26)
        }
        let classes = try wantedClasses(arguments)
        let count = length ?? 20
        try arguments.require(
            count >= classes.count, "--length must be at least \(classes.count), one for each class")
        return .characters(count, of: classes)
    }

    private static func words(_ count: Int, _ arguments: Arguments) throws -> PasswordRecipe {
        let separator = arguments.value(of: .separator) ?? "."
        guard separator.unicodeScalars.count == 1, separator.unicodeScalars.allSatisfy(\.isShown) else {
            throw arguments.usage("--separator takes one character")
        }
        guard let file = arguments.value(of: .wordList) else {
            guard !separator.utf8.contains(where: { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
                throw arguments.usage("--separator takes no letter of the words")
            }
            return .inventedWords(count, separator: Array(separator.utf8))
        }
        let list = try WordList.read(file, separator: Array(separator.utf8))
        return .words(count, from: list, separator: Array(separator.utf8))
    }

    private static func wantedClasses(_ arguments: Arguments) throws(CommandError) -> [Set<UInt8>] {
        let unwanted = Set((arguments.value(of: .unwantedCharacters) ?? "").utf8)
        let text = arguments.value(of: .characterClasses) ?? "lower,upper,digits"
        let names = Set(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        let wanted = classes.filter { names.contains($0.name) }
        try arguments.require(
            wanted.count == names.count, "--classes takes \(classes.map(\.name).joined(separator: ", "))")
        return try wanted.map { name, characters throws(CommandError) in
            let left = Set(characters.utf8).subtracting(unwanted)
            try arguments.require(!left.isEmpty, "--without leaves nothing of \(name)")
            return left
        }
    }
}
