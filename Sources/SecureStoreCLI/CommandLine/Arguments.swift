import FoundationEssentials

/// The content of a command line, after it was checked against its command.
struct Arguments: Sendable {
    struct Given: Sendable {
        let option: Option
        let value: Word?
    }

    let table: CommandTable
    let command: Command
    let given: [Given]
    let operands: [String]

    func has(_ option: Option) -> Bool { given.has(option) }

    /// The value of an option, as it was given; of the last one when it was given several times.
    func word(of option: Option) -> Word? { given.last { $0.option == option }?.value }

    func value(of option: Option) -> String? { word(of: option)?.text }

    func values(of option: Option) -> [String] {
        given.filter { $0.option == option }.compactMap(\.value?.text)
    }

    /// The file that an option names; nil without it, and for a hyphen, which is standard output.
    func file(of option: Option) -> String? { value(of: option).flatMap { $0 == "-" ? nil : $0 } }

    func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }

    func number(of option: Option, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usage("\(option.spelling) takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func duration(of option: Option, upToDays days: Int) throws(CommandError) -> Duration? {
        guard let text = value(of: option) else { return nil }
        guard let seconds = Moment.seconds(text, atMost: days * 86_400) else {
            throw usage("\(option.spelling) takes a time from 1s to \(days)d, as in 90s, 15m, 8h or 2d")
        }
        return .seconds(seconds)
    }

    func date(of option: Option) throws(CommandError) -> Date? {
        guard let text = value(of: option) else { return nil }
        return try require(Moment.date(text), "\(option.spelling) takes \(Moment.spelling)")
    }

    func requireAtMostOne(of options: [Option]) throws(CommandError) {
        let both = options.filter { has($0) }
        guard both.count > 1 else { return }
        throw usage("\(both[0].spelling) and \(both[1].spelling) exclude each other")
    }

    /// Refuses the others beside an option, which may stand beside each other.
    func requireNone(of others: [Option], beside option: Option) throws(CommandError) {
        for other in others { try requireAtMostOne(of: [option, other]) }
    }

    /// The error for a command line that the table lets through and the command does not.
    func usage(_ message: String) -> CommandError {
        .usage(message, command: command.name, of: table.program)
    }

    /// The value; the error of ``usage(_:)`` if there is none.
    func require<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws(CommandError) -> Value {
        guard let value else { throw usage(message()) }
        return value
    }

    func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(CommandError) {
        guard condition else { throw usage(message()) }
    }

    /// The error for words too many, without the words: somebody may have given a secret there.
    func surplus(_ count: Int) -> CommandError {
        let isOfSecrets = command.options.contains(.stdin)
        return usage(
            Count.of(count, "word") + " too many"
                + (isOfSecrets ? "; a secret is never a word of the command line" : ""))
    }

    var mayAsk: Bool { !has(.yes) && Terminal.isAttended }

    /// Asks the person at the terminal, and ends the command unless the answer is yes; a script goes on.
    func confirm(_ question: String) throws {
        guard mayAsk else { return }
        guard let isMeant = try Prompt.confirms(question) else {
            throw CommandError.failure(
                "the terminal cannot be asked, and nothing was changed", hint: "--yes goes on")
        }
        guard isMeant else { throw CommandError.failure("nothing was changed") }
    }
}

extension [Arguments.Given] {
    func has(_ option: Option) -> Bool { contains { $0.option == option } }
}
