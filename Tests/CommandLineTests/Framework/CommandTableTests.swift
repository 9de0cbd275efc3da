import Foundation
import XCTest

@testable import SecureStoreCLI

/// The table that everything else is made from, and what is made from it.
final class CommandTableTests: CommandTestCase {
    private let tables = [.securestore] + CommandTable.securestore.dialects
    private var commands: [(table: CommandTable, command: Command)] {
        tables.flatMap { table in table.visibleCommands.map { (table, $0) } }
    }

    func test_commands_haveNamesOfTheirOwn() {
        for table in tables {
            let names =
                table.commands.flatMap(\.names) + table.dialects.map(\.program) + table.laterCommands.names
            XCTAssertEqual(Set(names).count, names.count, "\(names.sorted())")
        }
    }

    func test_dialects_areTheOtherNamesOfTheProgram() {
        let names = Dialect.all.map(\.name).filter { $0 != "securestore" }
        XCTAssertEqual(Dialect.all.map(\.name), Dialect.names)
        XCTAssertEqual(CommandTable.securestore.dialects.map(\.program), names)
        XCTAssertEqual(CommandTable.security.dialects.map(\.program), [])
    }

    func test_options_ofOneCommand_haveSpellingsOfTheirOwn() {
        for table in tables {
            for command in table.commands.map({ Optional($0) }) + [nil] {
                let spellings = table.options(of: command).flatMap(\.spellings)
                let name = command?.name ?? table.program
                XCTAssertEqual(Set(spellings).count, spellings.count, "\(name): \(spellings.sorted())")
            }
        }
    }

    func test_operands_areOptionalOrRepeatedOnlyAtTheEnd() {
        for (_, command) in commands {
            let optional = command.operands.map(\.isOptional)
            XCTAssertEqual(optional, optional.sorted { !$0 && $1 }, command.name)
            XCTAssertFalse(command.operands.dropLast().contains(where: \.isRepeated), command.name)
        }
    }

    func test_commands_thatAreShown_haveExamples() {
        for (table, command) in commands where !command.isHidden {
            XCTAssertFalse(command.examples.isEmpty, "\(table.program) \(command.name)")
        }
    }

    func test_examples_parse() throws {
        for (table, command) in commands {
            for example in command.examples {
                let words = Self.words(example.words)
                let arguments = try ArgumentParser(table: table).parse(words)
                XCTAssertEqual(arguments.command.name, command.name, example.words)
            }
        }
    }

    func test_texts_nameEveryCommandAndOption() {
        for table in tables {
            let help = HelpText(table: table)
            let (overview, page) = (help.overview, ManualPage(table: table).text)
            for command in table.visibleCommands {
                XCTAssertTrue(overview.contains("\n  \(command.name)"), command.name)
                XCTAssertTrue(page.contains("\n.SS \(Self.escaped(command.name))"), command.name)
                let text = help.page(of: command)
                for option in command.options {
                    XCTAssertTrue(text.contains(option.synopsis), option.synopsis)
                    XCTAssertTrue(page.contains("\n.B \(Self.escaped(option.synopsis))\n"), option.synopsis)
                }
            }
        }
    }

    func test_texts_ofAnyWidth_haveNoLineThatIsTooLong() {
        for width in [40, 60, 80, 200] {
            let overviews = tables.map { HelpText(table: $0, width: width).overview }
            let pages = commands.map { HelpText(table: $0.table, width: width).page(of: $0.command) }
            for line in (overviews + pages).joined(separator: "\n").split(separator: "\n") {
                XCTAssertLessThanOrEqual(line.count, width, String(line))
            }
        }
    }

    func test_help_ofEveryCommand_isPrintedByTheProgram() throws {
        for table in tables {
            let names = table.visibleCommands.flatMap { $0.name.split(separator: " ").map(String.init) }
            let dialect = table.dialects.isEmpty ? [table.program] : []
            let outcome = try run(try Self.builtProduct("securestore"), dialect + ["help"] + names)
            let pages = table.visibleCommands.map { HelpText(table: table, width: 80).page(of: $0) }
            XCTAssertEqual(outcome.text, pages.joined(separator: "\n\n") + "\n", outcome.errors)
        }
    }

    /// A hyphen as the language of `man` has it.
    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "-", with: "\\-")
    }

    /// The words of an example, up to where the shell would take over.
    private static func words(_ example: String) -> [String] {
        var words = example.split(separator: " ").map(String.init)
        if let end = words.firstIndex(where: { ["|", "<", ">"].contains($0) }) {
            words = Array(words[..<end])
        }
        return words
    }
}
