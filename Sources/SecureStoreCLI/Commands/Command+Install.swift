import FoundationEssentials
import SecureStore

extension Command {
    static let install = Command(
        name: "install", summary: "put the program and its other names into a directory tree",
        details: """
            Copies the program to PREFIX/bin, without its symbols if there is strip, and with it securestore-fleet and \
            securestore-secret-service if they are beside it. Makes links there for its other names, and writes the \
            manual pages and the completion scripts of all of them to PREFIX/share. Prints what it has made.

            Without --names, install leaves out each name that another program has, along the search path or \
            in PREFIX/bin, and says which. With --names, it makes those names and no others. A file that install \
            has not made stays as it is: neither a link nor a page takes its place, and the command fails in \
            the end.
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
        try require(
            taken.isEmpty,
            "\(taken.joined(separator: ", ")) cannot be made; something else may have the name")
    }

    static let uninstall = Command(
        name: "uninstall", summary: "remove what install has put into a directory tree",
        details: """
            Removes the files that install has made there, which PREFIX/share/securestore.installed names. Prints what \
            it has removed. Stores and keys stay.
            """,
        options: [.prefix], examples: [Example("uninstall --prefix ~/.local", "for oneself")]
    ) { arguments in
        let paths = try Installation(arguments).remove()
        for path in paths { try Output.print(Terminal.harmless(path)) }
        try require(!paths.isEmpty, "nothing is installed there")
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
        let known = ([table] + table.dialects).map(\.shortName)
        if let name = names.first(where: { !known.contains($0) }) {
            throw table.unknown("name", name, among: known, of: arguments.command)
        }
        return table.dialects.filter { names.contains($0.shortName) }
    }

    /// Something of that name which is not this program; nil if there is nothing.
    private func otherProgram(_ name: String) -> String? {
        [SearchPath.program(name), path("bin", name)].compactMap(\.self).first { path in
            FileFacts(path) != nil && !FileFacts.resolved(path).hasSuffix("/" + table.program)
        }
    }

    func run(_ wanted: [CommandTable]) throws -> (paths: [String], taken: [String]) {
        let made = try made()
        let bin = path("bin", table.program)
        try require(
            isFree(bin, made), "\(bin) is not from here, and stays", hint: "another --prefix has room")
        let linked = wanted.filter { isFree(path("bin", $0.program), made) }
        let pages = ([table] + linked).flatMap(documentation)
        // Found before this program's own file is replaced.
        let helpers = HelperProgram.all.compactMap { helper in
            helper.beside.map { (name: helper.name, file: $0) }
        }
        let others =
            (helpers.map(\.name) + wanted.map(\.program)).map { path("bin", $0) }
            + pages.map { path($0.folder, $0.name) }
        let old = HelperProgram.all.map(\.name).filter { name in
            made.contains(path("bin", name)) && !helpers.contains { $0.name == name }
        }
        for name in old {
            Terminal.tell("\(name) is that of an earlier install; build it, and install again")
        }
        let (paths, taken) = ([bin] + others.filter { isFree($0, made) }, others.filter { !isFree($0, made) })
        // Before anything that it names, so that uninstall finds all that a killed install has made.
        let list = made.union(paths).sorted().map { $0.dropFirst(prefix.count + 1) }
        try write("share", Self.list) { Data((list.joined(separator: "\n") + "\n").utf8) }
        try write("bin", table.program, mode: 0o755) { try contents(of: "/proc/self/exe") }
        for helper in helpers where paths.contains(path("bin", helper.name)) {
            try write("bin", helper.name, mode: 0o755) { try contents(of: helper.file) }
        }
        for link in linked.map({ path("bin", $0.program) }) where !isLink(link) {
            try attempt("\(link) cannot be made") {
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: table.program)
            }
        }
        for page in pages where paths.contains(path(page.folder, page.name)) {
            try write(page.folder, page.name) { Data((page.text() + "\n").utf8) }
        }
        return (paths, taken)
    }

    func remove() throws -> [String] {
        let made = try made()
        let removed = try candidates.filter { made.contains($0) && isOurs($0) }.map { path in
            try require(OutputFile.remove(path), "\(path) cannot be removed")
            return path
        }
        if !made.isEmpty { OutputFile.remove(path("share", Self.list)) }
        return removed
    }

    /// The file with the paths of what was made, from the prefix on.
    private static let list = "securestore.installed"
    /// The most bytes that such a file has.
    private static let longest = 1 << 16

    /// The paths that the list names; refuses a file of that name which is no such list.
    private func made() throws -> Set<String> {
        let list = path("share", Self.list)
        guard let facts = FileFacts(list) else { return [] }
        if facts.kind == .file, facts.size <= Self.longest,
            let text = try? String(contentsOfFile: list, encoding: .utf8)
        {
            let paths = Set(text.cut(at: "\n").map { "\(prefix)/\($0)" })
            if paths.isSubset(of: candidates) { return paths }
        }
        throw CommandError.failure(
            "\(list) is not a list of what install makes, and stays",
            hint: "another --prefix has room")
    }

    /// Everything that can be made, in the order in which it is.
    private var candidates: [String] {
        let tables = [table] + table.dialects
        let programs =
            [table.program] + HelperProgram.all.map(\.name) + table.dialects.map(\.program)
        return programs.map { path("bin", $0) }
            + tables.flatMap(documentation).map { path($0.folder, $0.name) }
    }

    /// True where nothing lies, or something that was made before, or a link to the program.
    private func isFree(_ path: String, _ made: Set<String>) -> Bool {
        FileFacts(path) == nil || isOurs(path) && (made.contains(path) || isLink(path))
    }

    /// True for what is made there: a link to the program for its other names, and else a file.
    private func isOurs(_ path: String) -> Bool {
        let isOther = table.dialects.contains { self.path("bin", $0.program) == path }
        return isOther ? isLink(path) : FileFacts(path)?.kind == .file
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

    /// A program, without its symbols where there is a `strip`.
    private func contents(of program: String) throws -> Data {
        let stripped = path("bin", ".\(table.program).\(UInt64.random(in: .min ... .max))")
        defer { try? FileManager.default.removeItem(atPath: stripped) }
        let words = ["strip", "-o", stripped, FileFacts.resolved(program)]
        let isStripped = try? ProgramOutput.run(words, input: nil, patience: .seconds(60))
        return try Data(contentsOf: URL(fileURLWithPath: isStripped == true ? stripped : program))
    }

    /// Writes a file under another name first, so that a program that runs meanwhile finds the old one or the
    /// new.
    private func write(
        _ folder: String, _ name: String, mode: Int = 0o644, _ contents: () throws -> Data
    ) throws {
        let (folder, path) = ("\(prefix)/\(folder)", path(folder, name))
        try attempt("the directory \(folder) cannot be made") {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try attempt("\(path) cannot be written") {
            try contents().write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
    }

    /// True for a link to the program beside it.
    private func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == table.program
    }

    private func attempt(_ failure: String, _ body: () throws -> Void) throws(CommandError) {
        do { try body() } catch { throw .failure(failure) }
    }
}
