/// One command: how it is written, what the help says of it, and what it does.
///
/// Parser, help, manual page and completions are all made from this.
struct Command: Sendable {
    /// A command line, without the program's name, and what it is good for.
    struct Example: Hashable, Sendable {
        let words: String
        let purpose: String

        init(_ words: String, _ purpose: String) { (self.words, self.purpose) = (words, purpose) }
    }

    /// One word, or two for the commands of a group, as in `slot list`.
    let name: String
    var aliases: [String] = []
    /// True for a command of programs, which help and manual page leave out.
    var isHidden = false
    let summary: String
    /// True if the first operand ends the options: the rest belongs to another program.
    var endsOptionsAtOperand = false
    /// True if a hyphen and a digit begin an operand and not options.
    var takesNegativeNumbers = false
    /// True if it changes the store: on a replica, the program that has libpq runs it.
    let changes: Bool
    private let makeDetails: @Sendable () -> String
    private let makeOptions: @Sendable () -> [Option]
    private let makeOperands: @Sendable () -> [Operand]
    private let makeExamples: @Sendable () -> [Example]
    let run: @Sendable (Arguments) throws -> Void

    /// A look-up asks one command of a table of many: what only that one needs is made when it is asked for.
    init(
        name: String, aliases: [String] = [], isHidden: Bool = false, summary: String,
        details: @autoclosure @escaping @Sendable () -> String = "",
        options: @autoclosure @escaping @Sendable () -> [Option] = [],
        operands: @autoclosure @escaping @Sendable () -> [Operand] = [],
        endsOptionsAtOperand: Bool = false, takesNegativeNumbers: Bool = false,
        examples: @autoclosure @escaping @Sendable () -> [Example] = [],
        changes: Bool = false,
        run: @escaping @Sendable (Arguments) throws -> Void
    ) {
        (self.name, self.aliases, self.isHidden, self.summary) = (name, aliases, isHidden, summary)
        (self.endsOptionsAtOperand, self.takesNegativeNumbers) = (endsOptionsAtOperand, takesNegativeNumbers)
        (makeDetails, makeOptions, makeOperands, makeExamples) = (details, options, operands, examples)
        (self.changes, self.run) = (changes, run)
    }

    /// The text that the summary leaves open; paragraphs are separated by an empty line.
    var details: String { makeDetails() }
    var options: [Option] { makeOptions() }
    var operands: [Operand] { makeOperands() }
    var examples: [Example] { makeExamples() }

    var names: [String] { [name] + aliases }

    var otherNames: [String] { aliases.filter { !$0.hasPrefix("-") } }

    /// As in `get [OPTION...] LOGIN [ACCOUNT]`.
    var synopsis: String {
        let optionPart = options.isEmpty ? [] : ["[OPTION...]"]
        return ([name] + optionPart + operands.map(\.synopsis)).joined(separator: " ")
    }
}
