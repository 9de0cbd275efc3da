extension CommandTable {
    /// The tables of all names, each of which has a manual page and completions that `install` writes.
    static var documented: [CommandTable] { [.securestore] + CommandTable.securestore.dialects }

    /// The tables of the other names that are commands of this program too; only our own has them.
    var dialects: [CommandTable] {
        program == CommandTable.securestore.program ? [.security, .git, .docker, .secretTool] : []
    }

    /// The table of the dialect whose name the words begin with, and takes the name; else this one.
    func dialect(from words: inout ArraySlice<String>) -> CommandTable {
        guard let other = dialects.first(where: { $0.program == words.first }) else { return self }
        words.removeFirst()
        return other
    }
}
