import FoundationEssentials

extension Command {
    static let install = Command(
        name: "install", summary: "put the program and its other names into a directory tree",
        details: """
            Copies the program to PREFIX/bin, makes a link there for each of its other names, and writes the manual \
            pages and the completion scripts of all names to PREFIX/share. Where something else has a name, there is \
            neither a link nor a page for it; all the rest is made, and the command fails in the end.
            """,
        options: [.prefix],
        examples: [
            Example("install --prefix /usr/local", "for everybody"),
            Example("install --prefix ~/.local", "for oneself"),
        ]
    ) { arguments in
        guard let prefix = arguments.value(of: .prefix), !prefix.isEmpty else {
            throw arguments.usage("install needs --prefix")
        }
        let installation = Installation(prefix: try StoreAccess.absolute(prefix), table: arguments.table)
        let (paths, taken) = try installation.run()
        for path in paths { try Output.print(Terminal.harmless(path)) }
        guard taken.isEmpty else {
            throw CommandError.failure(
                "\(taken.joined(separator: ", ")) cannot be made a link; something else may have the name")
        }
    }
}

private struct Installation {
    let prefix: String
    let table: CommandTable

    func run() throws -> (paths: [String], taken: [String]) {
        let program = try write("bin", table.program, mode: 0o755) {
            try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"))
        }
        var (paths, taken, documented) = ([program], [String](), [table])
        for other in table.dialects {
            let path = try directory("bin") + "/" + other.program
            if isLink(path) {
                paths.append(path)
                documented.append(other)
            } else {
                taken.append(path)
            }
        }
        return (paths + (try documented.flatMap(documentation)), taken)
    }

    private func documentation(of table: CommandTable) throws -> [String] {
        let completion = Completion(table: table)
        return [
            try write("share/man/man1", "\(table.program).1") { text(ManualPage(table: table).text) },
            try write("share/bash-completion/completions", table.program) {
                text(completion.script(for: .bash))
            },
            try write("share/zsh/site-functions", "_\(table.program)") { text(completion.script(for: .zsh)) },
            try write("share/fish/vendor_completions.d", "\(table.program).fish") {
                text(completion.script(for: .fish))
            },
        ]
    }

    private func text(_ text: String) -> Data { Data((text + "\n").utf8) }

    private func directory(_ name: String) throws -> String {
        let path = prefix + "/" + name
        try attempt("the directory \(path) cannot be made") {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        return path
    }

    /// Writes a file under another name first, so that a program that runs meanwhile finds the old one or the
    /// new.
    private func write(
        _ folder: String, _ name: String, mode: Int = 0o644, _ contents: () throws -> Data
    ) throws -> String {
        let path = try directory(folder) + "/" + name
        try attempt("\(path) cannot be written") {
            try contents().write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        return path
    }

    /// True if there is a link to the program now; one that is there already is left as it is.
    private func isLink(_ path: String) -> Bool {
        let files = FileManager.default
        if (try? files.destinationOfSymbolicLink(atPath: path)) == table.program { return true }
        return (try? files.createSymbolicLink(atPath: path, withDestinationPath: table.program)) != nil
    }

    private func attempt(_ failure: String, _ body: () throws -> Void) throws(CommandError) {
        do { try body() } catch { throw .failure(Terminal.harmless(failure)) }
    }
}
