import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// The words of a command line, by the table of each of our names; nothing is run.
    static let arguments = FuzzTarget(name: "arguments") { input in
        guard let first = input.first else { return }
        let tables = [CommandTable.securestore, .security, .git, .docker, .secretTool]
        // By the table's first letter, so that a line of the corpus can be read.
        let table = tables.first { $0.program.utf8.contains(first) } ?? tables[Int(first) % tables.count]
        let words = Array(input.dropFirst()).words
        let parser = ArgumentParser(table: table)
        try checkKept(words, parser)
        do throws(CommandError) { try check(parser.parse(words), of: words, parser) } catch {
            require(error.exitCode != .success, "a command line that is refused has done nothing")
            require(error.message.utf8.count < 2_000, "the reason is longer than anybody reads")
        }
    }

    /// Words from standard input mean the same as the process's own, and stay where they are erased.
    private static func checkKept(_ words: [String], _ parser: ArgumentParser) throws {
        let kept = try words.map { word in
            let line = try SecretBytes(utf8: "<\(word)>")
            return Word(line, 1..<(line.count - 1))
        }
        let shown = try? parser.parse(words)
        let arguments = try? parser.parse(kept)
        require(arguments?.command.name == shown?.command.name, "kept words name another command")
        guard let arguments, let shown else { return }
        require(isSame(arguments.given, shown.given), "kept words give other options")
        require(arguments.operands == shown.operands, "kept words give other operands")
        for word in arguments.given.compactMap(\.value) {
            require(!word.isShown, "a value that others can read")
            let secret = try word.secret()
            require(secret.copied.elementsEqual(word.text.utf8), "a secret that is another one")
        }
    }

    private static func isSame(_ first: [Arguments.Given], _ second: [Arguments.Given]) -> Bool {
        first.elementsEqual(second) { $0.option == $1.option && $0.value?.text == $1.value?.text }
    }

    private static func check(
        _ arguments: Arguments, of words: [String], _ parser: ArgumentParser
    ) throws(CommandError) {
        let options = [arguments.command, nil].flatMap(parser.table.options)
        require(arguments.given.allSatisfy { options.contains($0.option) }, "an option of another command")
        let length = words.reduce(0) { $0 + $1.utf8.count }
        require(arguments.given.count <= length, "more options than letters")
        require(arguments.operands.allSatisfy(words.contains), "an operand that nobody gave")
        for given in arguments.given {
            let wanted = given.option.value
            require(wanted != nil || given.value == nil, "a value that the option does not take")
            require(wanted?.isOptionalAtEnd != false || given.value != nil, "an option without its value")
        }
        let again = try parser.parse(spelledOut(arguments))
        require(again.command.name == arguments.command.name, "the command is another when spelled out")
        require(isSame(again.given, arguments.given), "the options are others when spelled out")
        require(again.operands == arguments.operands, "the operands are others when spelled out")
    }

    /// The command line with every option and every value in a word of its own.
    private static func spelledOut(_ arguments: Arguments) -> [String] {
        let (options, given) = (arguments.table.options(of: arguments.command), arguments.given)
        // Some options stand in front of a command's name only.
        let leading = given.lastIndex { !options.contains($0.option) }.map { $0 + 1 } ?? 0
        let name = arguments.command.name.split(separator: " ").map(String.init)
        let words = spelledOut(given.prefix(leading)) + name
        // An option that may stand without its value does so as the last word.
        guard let last = given.last, last.value == nil, last.option.value != nil else {
            return words + spelledOut(given.dropFirst(leading)) + ["--"] + arguments.operands
        }
        return words + spelledOut(given.dropLast().dropFirst(leading)) + arguments.operands
            + [last.option.spelling]
    }

    private static func spelledOut(_ given: ArraySlice<Arguments.Given>) -> [String] {
        given.flatMap { [$0.option.spelling] + ($0.value.map { [$0.text] } ?? []) }
    }
}
