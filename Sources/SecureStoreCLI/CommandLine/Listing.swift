/// The list that a command prints: a table for people, or a form for programs.
struct Listing {
    static let options: [Option] = [.json, .null]
    static let gaps = """
        Where the store is damaged, the list is not whole: what could be read is shown, then the error, with its exit \
        status. --json then prints nothing, because an array that is closed would say that it is all.
        """

    private enum Form { case table, json, null }

    private let form: Form
    private let headings: [String]
    private var rows: [[String]] = []
    private var schemes: [String] = []
    private var objects: [String] = []

    init(_ arguments: Arguments, _ headings: [String]) throws(CommandError) {
        try arguments.requireAtMostOne(of: Self.options)
        form = arguments.has(.json) ? .json : arguments.has(.null) ? .null : .table
        self.headings = headings
    }

    /// Adds a row of the table; `key`, which names the row to programs, is a field in front of it.
    ///
    /// The scheme is shown where another row looks the same.
    mutating func add(
        _ row: [String], key: @autoclosure () -> String? = nil, scheme: String = "",
        json: @autoclosure () -> JSON
    ) {
        switch form {
        case .table:
            rows.append(row)
            schemes.append(scheme)
        case .null: rows.append((key().map { [$0] } ?? []) + row)
        case .json: objects.append(json().text)
        }
    }

    /// Prints it; people read `nothing` where there is nothing.
    ///
    /// One that is not whole neither says so nor looks to a program as if it were.
    func print(ifEmpty nothing: String, isWhole: Bool = true) throws(CommandError) {
        guard isWhole || form != .json && !rows.isEmpty else { return }
        switch form {
        case .table:
            let table = TextTable.text(headings, distinctRows, width: Terminal.outputWidth) { heading in
                Terminal.paint(heading, .bold, if: Terminal.showsOutput)
            }
            try Output.print(rows.isEmpty ? nothing : table)
        case .json:
            try Output.print(objects.isEmpty ? "[]" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]")
        case .null: try Output.write(rows.joined().map(Self.field).joined())
        }
    }

    /// The rows, with a scheme before the second cell of those that say the same up to their date.
    private var distinctRows: [[String]] {
        guard schemes.contains(where: { !$0.isEmpty }) else { return rows }
        var rows = rows
        // Most rows differ in that cell, which is less to compare.
        var (known, repeated): (Set<String>, Set<String>) = ([], [])
        for row in rows where !known.insert(row[1]).inserted { repeated.insert(row[1]) }
        let near = rows.indices.filter { repeated.contains(rows[$0][1]) }
        for near in Dictionary(grouping: near, by: { self.rows[$0][1] }).values {
            for alike in Dictionary(grouping: near, by: { self.rows[$0].dropLast() }).values
            where alike.count > 1 {
                for index in alike { rows[index][1] = schemes[index] + rows[index][1] }
            }
        }
        return rows
    }

    /// A field with its end, which nothing in it can pretend to be.
    private static func field(_ text: String) -> String {
        let text = text.replacing("\0", with: "\u{fffd}")
        return (Terminal.showsOutput ? Terminal.harmless(text) : text) + "\0"
    }
}
