import FoundationEssentials

extension Command {
    static let install = Command(
        name: "install", summary: "put the program and its other names into a directory tree",
        details: """
            Copies the program to PREFIX/bin, without its symbols if there is strip, makes links there for its other \
            names, and writes the manual pages and the completion scripts of all of them to PREFIX/share. Prints what it \
            has made.

            Without --names, a name is left out that another program has, along the search path or in PREFIX/bin, and \
            it is said which. With --names, those are made and no others; where something else has one of them in \
            PREFIX/bin, there is neither a link nor a page for it, and the command fails in the end.
            """,
        options: [.prefix, .names],
        examples: [
            Example("install --prefix /usr/local", "for everybody"),
            Example(
                "install --prefix ~/.local --names git,docker",
                "for oneself, without the names of other programs"),
        ]
    ) { arguments in
        let installation = try Installation(arguments)
        let wanted = try installation.wanted(arguments)
        let (paths, taken) = try installation.run(wanted)
        for path in paths { try Output.print(Terminal.harmless(path)) }
        guard taken.isEmpty else {
            throw CommandError.failure(
                "\(taken.joined(separator: ", ")) cannot be made a link; something else may have the name")
        }
    }

    static let uninstall = Command(
        name: "uninstall", summary: "remove what install has put into a directory tree",
        details: """
            Removes the program from PREFIX/bin, the links to it there, and their manual pages and completion scripts. \
            Prints what it has removed. Stores and keys stay.
            """,
        options: [.prefix], examples: [Example("uninstall --prefix ~/.local", "for oneself")]
    ) { arguments in
        let paths = try Installation(arguments).remove()
        for path in paths { try Output.print(Terminal.harmless(path)) }
        guard !paths.isEmpty else { throw CommandError.failure("nothing is installed there") }
    }
}

private struct Installation {
    let prefix: String
    let table: CommandTable

    init(_ arguments: Arguments) throws {
        guard let prefix = arguments.value(of: .prefix), !prefix.isEmpty else {
            throw arguments.usage("\(arguments.command.name) needs --prefix")
        }
        (self.prefix, table) = (try StoreAccess.absolute(prefix), arguments.table)
    }

    /// The other names that are asked for, or else those that no other program has.
    func wanted(_ arguments: Arguments) throws -> [CommandTable] {
        guard let text = arguments.value(of: .names) else {
            return table.dialects.filter { other in
                guard let program = otherProgram(other.program) else { return true }
                Terminal.tell("left out \(other.program): \(Terminal.harmless(program)) has the name")
                return false
            }
        }
        let names = text.split(separator: ",").map(String.init)
        let known = ([table] + table.dialects).map(Self.short)
        if let name = names.first(where: { !known.contains($0) }) {
            throw table.unknown("name", name, among: known, of: arguments.command)
        }
        return table.dialects.filter { names.contains(Self.short($0)) }
    }

    /// As in `git`, for the helper that git calls.
    private static func short(_ table: CommandTable) -> String {
        table.program.replacing("-credential-securestore", with: "")
    }

    /// Something of that name which is not this program; nil if there is nothing.
    private func otherProgram(_ name: String) -> String? {
        [SearchPath.program(name), path("bin", name)].compactMap(\.self).first { path in
            FileFacts(path) != nil && !FileFacts.resolved(path).hasSuffix("/" + table.program)
        }
    }

    func run(_ wanted: [CommandTable]) throws -> (paths: [String], taken: [String]) {
        let program = try write("bin", table.program, mode: 0o755) { try contents() }
        var (paths, taken, documented) = ([program], [String](), [table])
        for other in wanted {
            let path = path("bin", other.program)
            if isLink(path) || makeLink(path) {
                paths.append(path)
                documented.append(other)
            } else {
                taken.append(path)
            }
        }
        let pages = try documented.flatMap(documentation).map { page in
            try write(page.folder, page.name) { Data((page.text() + "\n").utf8) }
        }
        return (paths + pages, taken)
    }

    func remove() throws -> [String] {
        let bin = path("bin", table.program)
        let names =
            [table].filter { _ in FileFacts(bin)?.kind == .file }
            + table.dialects.filter { isLink(path("bin", $0.program)) }
        let paths =
            names.map { path("bin", $0.program) }
            + names.flatMap(documentation).map { path($0.folder, $0.name) }
        return try paths.filter { FileFacts($0) != nil }.map { path in
            try attempt("\(path) cannot be removed") { try FileManager.default.removeItem(atPath: path) }
            return path
        }
    }

    private func documentation(
        of table: CommandTable
    ) -> [(folder: String, name: String, text: () -> String)] {
        let (completion, name) = (Completion(table: table), table.program)
        return [
            ("share/man/man1", "\(name).1", { ManualPage(table: table).text }),
            ("share/bash-completion/completions", name, { completion.script(for: .bash) }),
            ("share/zsh/site-functions", "_\(name)", { completion.script(for: .zsh) }),
            ("share/fish/vendor_completions.d", "\(name).fish", { completion.script(for: .fish) }),
        ]
    }

    private func path(_ folder: String, _ name: String) -> String { "\(prefix)/\(folder)/\(name)" }

    /// This program, without its symbols where there is a `strip`.
    private func contents() throws -> Data {
        let stripped = path("bin", ".\(table.program).stripped")
        defer { try? FileManager.default.removeItem(atPath: stripped) }
        let words = ["strip", "-o", stripped, FileFacts.resolved("/proc/self/exe")]
        let isStripped = try? ProgramOutput.run(words, input: nil, patience: .seconds(60))
        return try Data(contentsOf: URL(fileURLWithPath: isStripped == true ? stripped : "/proc/self/exe"))
    }

    /// Writes a file under another name first, so that a program that runs meanwhile finds the old one or the
    /// new.
    private func write(
        _ folder: String, _ name: String, mode: Int = 0o644, _ contents: () throws -> Data
    ) throws -> String {
        let (folder, path) = ("\(prefix)/\(folder)", path(folder, name))
        try attempt("the directory \(folder) cannot be made") {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try attempt("\(path) cannot be written") {
            try contents().write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        return path
    }

    /// True for a link to the program beside it.
    private func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == table.program
    }

    private func makeLink(_ path: String) -> Bool {
        (try? FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: table.program)) != nil
    }

    private func attempt(_ failure: String, _ body: () throws -> Void) throws(CommandError) {
        do { try body() } catch { throw .failure(Terminal.harmless(failure)) }
    }
}
