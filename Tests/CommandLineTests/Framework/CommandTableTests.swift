import Foundation
import XCTest

@testable import SecureStoreCLI

/// The table that everything else is made from, and what is made from it.
final class CommandTableTests: CommandTestCase {
    private let table = CommandTable.securestore

    func test_commands_haveNamesOfTheirOwn() {
        let names = table.commands.flatMap(\.names) + Dialect.all.map(\.name).dropFirst()
        XCTAssertEqual(Set(names).count, names.count, "\(names.sorted())")
    }

    func test_options_ofOneCommand_haveSpellingsOfTheirOwn() {
        for command in table.commands {
            let spellings = table.options(of: command).flatMap(\.spellings)
            XCTAssertEqual(Set(spellings).count, spellings.count, "\(command.name): \(spellings.sorted())")
        }
    }

    func test_operands_areOptionalOrRepeatedOnlyAtTheEnd() {
        for command in table.commands {
            let optional = command.operands.map(\.isOptional)
            XCTAssertEqual(optional, optional.sorted { !$0 && $1 }, command.name)
            XCTAssertFalse(command.operands.dropLast().contains(where: \.isRepeated), command.name)
        }
    }

    func test_examples_parse() throws {
        for command in table.visibleCommands {
            for example in command.examples {
                let words = Self.words(example.words)
                let arguments = try ArgumentParser(table: table).parse(words)
                XCTAssertEqual(arguments.command.name, command.name, example.words)
            }
        }
    }

    func test_texts_nameEveryCommandAndOption() {
        let help = HelpText(table: table)
        let page = ManualPage(table: table).text
        for command in table.visibleCommands {
            XCTAssertTrue(help.overview.contains("\n  \(command.name)"), command.name)
            XCTAssertTrue(page.contains("\n.SS \(Self.escaped(command.name))"), command.name)
            for option in command.options {
                XCTAssertTrue(help.page(of: command).contains(option.synopsis), option.synopsis)
                XCTAssertTrue(page.contains("\n.B \(Self.escaped(option.synopsis))\n"), option.synopsis)
            }
        }
    }

    func test_texts_haveNoLineThatIsTooLong() {
        let help = HelpText(table: table)
        let pages = [help.overview] + table.visibleCommands.map { help.page(of: $0) }
        for line in pages.joined(separator: "\n").split(separator: "\n") where !line.contains("securestore ")
        {
            XCTAssertLessThanOrEqual(line.count, 80, String(line))
        }
    }

    func test_help_ofEveryCommand_isPrintedByTheProgram() throws {
        for command in table.visibleCommands {
            let words = ["help"] + command.name.split(separator: " ").map(String.init)
            let outcome = try run(try Self.builtProduct("securestore"), words)
            XCTAssertEqual(outcome.text, HelpText(table: table).page(of: command) + "\n")
        }
    }

    func test_manualPage_whenFormatted_hasNoFaults() throws {
        let man = URL(fileURLWithPath: "/usr/bin/groff")
        try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: man.path), "there is no groff here")
        let page = try run("man").output
        let outcome = try run(man, ["-man", "-Tutf8", "-ww", "-z"], input: page)
        XCTAssertEqual(outcome.errors, "")
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
