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
    /// Whether only programs use it, so that help and manual page leave it out.
    var isHidden = false
    let summary: String
    /// What the summary leaves open; paragraphs are separated by an empty line.
    var details = ""
    var options: [Option] = []
    var operands: [Operand] = []
    /// Whether the first operand ends the options, so that what follows belongs to another program.
    var endsOptionsAtOperand = false
    /// Whether a hyphen and a digit begin an operand and not options.
    var takesNegativeNumbers = false
    var examples: [Example] = []
    let run: @Sendable (Arguments) throws -> Void

    /// The name and all other names.
    var names: [String] { [name] + aliases }

    /// The other names that look like commands.
    var otherNames: [String] { aliases.filter { !$0.hasPrefix("-") } }

    /// As in `get [OPTION...] SERVICE [ACCOUNT]`.
    var synopsis: String {
        let optionPart = options.isEmpty ? [] : ["[OPTION...]"]
        return ([name] + optionPart + operands.map(\.synopsis)).joined(separator: " ")
    }
}
