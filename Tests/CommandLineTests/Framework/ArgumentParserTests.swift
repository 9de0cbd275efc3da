import XCTest

@testable import SecureStoreCLI

final class ArgumentParserTests: XCTestCase {
    private static let all = Option("all", "a", help: "")
    private static let quiet = Option("quiet", "q", help: "")
    private static let name = Option("name", "n", "NAME", isRepeated: true, help: "")
    private static let mode = Option("mode", nil, "MODE", .oneOf(["fast", "slow"]), help: "")
    private static let word = Option(nil, "w", "WORD", isOptionalAtEnd: true, help: "")

    private let table = CommandTable(
        program: "sample", summary: "", globalOptions: [.store, .help],
        commands: [
            Command(
                name: "find", aliases: ["look"], summary: "", options: [all, quiet, name, mode, word],
                operands: [Operand("WHAT"), Operand("WHERE", isOptional: true)]
            ) { _ in },
            Command(name: "find again", summary: "", options: [all], operands: [Operand("WHAT")]) { _ in },
            Command(name: "slot list", summary: "") { _ in },
            Command(name: "slot remove", summary: "", operands: [Operand("NUMBER")]) { _ in },
            Command(
                name: "exec", summary: "", options: [name],
                operands: [Operand("WORD", isRepeated: true)], endsOptionsAtOperand: true
            ) { _ in },
            Command.help,
        ])

    private func parse(_ line: String) throws -> Arguments {
        try ArgumentParser(table: table).parse(line.split(separator: " ").map(String.init))
    }

    private struct Row {
        let words: String
        let wanted: String
        let line: UInt

        init(_ words: String, _ wanted: String, line: UInt = #line) {
            (self.words, self.wanted, self.line) = (words, wanted, line)
        }
    }

    func test_parse_inEverySpelling_readsOptionsAndOperands() throws {
        let rows = [
            Row("find x", "find | x"),
            Row("look x y", "find | x y"),
            Row("find -a x", "find --all | x"),
            Row("find -aq x", "find --all --quiet | x"),
            Row("find -an x y", "find --all --name=x | y"),
            Row("find -anx y", "find --all --name=x | y"),
            Row("find --name x y", "find --name=x | y"),
            Row("find --name=x y", "find --name=x | y"),
            Row("find --name= y", "find --name= | y"),
            Row("find --name=a=b y", "find --name=a=b | y"),
            Row("find --name -a y", "find --name=-a | y"),
            Row("find x -a", "find --all | x"),
            Row("find -- -a", "find | -a"),
            Row("find -", "find | -"),
            Row("find x -w", "find -w | x"),
            Row("find x -w y", "find -w=y | x"),
            Row("find -wy x", "find -w=y | x"),
            Row("find -n 1 -n 2 x", "find --name=1 --name=2 | x"),
            Row("find --mode slow x", "find --mode=slow | x"),
            Row("--store s find x", "find --store=s | x"),
            Row("find x --store s", "find --store=s | x"),
            Row("find again x", "find again | x"),
            Row("find again -a again", "find again --all | again"),
            Row("find -- again", "find | again"),
            Row("find -a again", "find --all | again"),
            Row("find x again", "find | x again"),
            Row("look again", "find | again"),
            Row("slot list", "slot list | "),
            Row("slot remove 3", "slot remove | 3"),
            Row("exec -n x cat -n --store", "exec --name=x | cat -n --store"),
            Row("exec -n x -- -n", "exec --name=x | -n"),
            Row("find --help", "find --help | "),
            Row("--help", "help | "),
            Row("-h", "help | "),
            Row("--store s -h", "help --store=s | "),
        ]
        for row in rows {
            let arguments = try parse(row.words)
            let given = arguments.given.map { $0.option.spelling + ($0.value.map { "=\($0.text)" } ?? "") }
            let text = ([arguments.command.name] + given + ["|"]).joined(separator: " ")
            XCTAssertEqual(
                text + " " + arguments.operands.joined(separator: " "), row.wanted, line: row.line)
        }
    }

    func test_parse_ofWhatIsNotUnderstood_saysWhyAndWhatWasMeant() throws {
        let rows = [
            Row("", "no command is given; sample help lists the commands"),
            Row("fnid x", "there is no command 'fnid'; did you mean find?"),
            Row("wholly", "there is no command 'wholly'; sample help lists the commands"),
            Row("slot", "slot needs one of: list, remove; sample help lists the commands"),
            Row("slot lits", "there is no command slot 'lits'; did you mean list?"),
            Row("find", "find needs WHAT; sample help find shows how it is used"),
            Row("find again", "find again needs WHAT; sample help find again shows how it is used"),
            Row("find 1 2 3", "1 word too many; sample help find shows how it is used"),
            Row("slot list 1", "slot list takes no arguments; sample help slot list shows how it is used"),
            Row("find --nmae x", "there is no option '--nmae'; did you mean --name?"),
            Row("find -x", "there is no option '-x'; sample help find shows how it is used"),
            Row("find x --name", "--name needs a value, NAME; sample help find shows how it is used"),
            Row("find --all=x y", "--all takes no value; sample help find shows how it is used"),
            Row("find --mode fats x", "--mode takes one of: fast, slow; did you mean fast?"),
            Row("--all find x", "there is no option '--all'; sample help lists the commands"),
        ]
        for row in rows {
            XCTAssertThrowsError(try parse(row.words), row.words, line: row.line) { error in
                let error = error as? CommandError
                let text = "\(error?.message ?? ""); \(error?.hint ?? "")"
                XCTAssertEqual(text, row.wanted, line: row.line)
                XCTAssertEqual(error?.exitCode, .usage, line: row.line)
            }
        }
    }

    // MARK: - What only some tables have

    private let other = CommandTable(
        program: "other", summary: "", globalOptions: [.help],
        commands: [
            Command(name: "find-key", summary: "", options: [all]) { _ in },
            Command(name: "find-item", summary: "") { _ in },
            Command(
                name: "list", summary: "", operands: [Operand("NUMBER", isOptional: true)],
                takesNegativeNumbers: true
            ) { _ in },
        ], leadingOptions: [quiet, name], takesAbbreviations: true,
        laterCommands: (["find-certificate", "lift"], "they come later"))

    func test_parse_ofAbbreviatedName_findsTheOnlyCommand() throws {
        let rows = [Row("find-k", "find-key"), Row("lis", "list"), Row("find-item", "find-item")]
        for row in rows {
            let words = row.words.split(separator: " ").map(String.init)
            let name = try ArgumentParser(table: other).parse(words).command.name
            XCTAssertEqual(name, row.wanted, line: row.line)
        }
        XCTAssertThrowsError(try parse("fin x"))
    }

    func test_parse_ofNameThatMayBeSeveral_namesThem() {
        let rows = [
            Row("find-", "'find-' may be one of: find-key, find-item"),
            Row("fond", "there is no command 'fond'"),
            Row("", "no command is given"),
        ]
        for row in rows {
            let words = row.words.split(separator: " ").map(String.init)
            XCTAssertThrowsError(try ArgumentParser(table: other).parse(words), line: row.line) {
                XCTAssertEqual(($0 as? CommandError)?.message, row.wanted, line: row.line)
            }
        }
    }

    func test_parse_ofLaterCommand_saysThatItIsNotThereYet() {
        for word in ["find-c", "find-certificate", "lift", "lif"] {
            XCTAssertThrowsError(try ArgumentParser(table: other).parse([word, "-x"])) { error in
                let error = error as? CommandError
                XCTAssertEqual(error?.exitCode.rawValue, 252)
                XCTAssertEqual(error?.message, "\(word): Function or operation not implemented.")
                XCTAssertEqual(error?.hint, "they come later")
            }
        }
    }

    func test_parse_ofNegativeNumber_isAnOperandWhereTheCommandTakesThem() throws {
        XCTAssertEqual(try ArgumentParser(table: other).parse(["list", "-5"]).operands, ["-5"])
        XCTAssertThrowsError(try ArgumentParser(table: other).parse(["list", "-x"]))
        XCTAssertThrowsError(try parse("find -5"))
    }

    func test_parse_ofLeadingOption_takesItBeforeTheCommandOnly() throws {
        let arguments = try ArgumentParser(table: other).parse(["-qn", "list", "list"])
        XCTAssertEqual(arguments.command.name, "list")
        XCTAssertTrue(arguments.has(Self.quiet))
        XCTAssertEqual(arguments.value(of: Self.name), "list")
        for words in [["list", "-q"], ["-a", "find-key"]] {
            XCTAssertThrowsError(try ArgumentParser(table: other).parse(words), "\(words)")
        }
    }

    // MARK: - Values

    func test_value_ofOptionGivenTwice_isTheLast() throws {
        XCTAssertEqual(try parse("find -n 1 -n 2 x").value(of: Self.name), "2")
        XCTAssertEqual(try parse("find -n 1 -n 2 x").values(of: Self.name), ["1", "2"])
    }

    func test_number_outsideItsRange_isAUsageError() throws {
        for text in ["-1", "10", "x", "1.5", ""] {
            let arguments = try parse("find --name=\(text) x")
            XCTAssertThrowsError(try arguments.number(of: Self.name, in: 0...9), text)
        }
        XCTAssertEqual(try parse("find --name 9 x").number(of: Self.name, in: 0...9), 9)
        XCTAssertNil(try parse("find x").number(of: Self.name, in: 0...9))
    }

    func test_parse_ofArbitraryWords_endsInArgumentsOrAUsageError() {
        let pieces = [
            "find", "slot", "exec", "-", "--", "=", "a", "-anx", "--name", "--mode", "\u{202e}", "ä\0", "",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in pieces.randomElement() }
                    .joined()
            }
            do throws(CommandError) {
                let arguments = try ArgumentParser(table: table).parse(words)
                XCTAssertTrue(table.commands.contains { $0.name == arguments.command.name }, "\(words)")
            } catch {
                XCTAssertEqual(error.exitCode, .usage, "\(words)")
                XCTAssertEqual(error.message, Terminal.harmless(error.message), "\(words)")
            }
        }
    }
}
