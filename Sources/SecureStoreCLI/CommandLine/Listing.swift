/// The list that a command prints: a table for people, or a form for programs.
struct Listing {
    static let options: [Option] = [.json, .null]

    private enum Form { case table, json, null }

    private let form: Form
    private let headings: [String]
    private var rows: [[String]] = []
    private var objects: [String] = []

    init(_ arguments: Arguments, _ headings: [String]) throws(CommandError) {
        try arguments.requireAtMostOne(of: Self.options)
        form = arguments.has(.json) ? .json : arguments.has(.null) ? .null : .table
        self.headings = headings
    }

    /// Adds a row of the table; `key`, which names the row to programs, is a field in front of it.
    mutating func add(_ row: [String], key: String? = nil, json: @autoclosure () -> JSON) {
        switch form {
        case .table: rows.append(row)
        case .null: rows.append((key.map { [$0] } ?? []) + row)
        case .json: objects.append(json().text)
        }
    }

    /// Prints it; people read `nothing` where there is nothing.
    func print(ifEmpty nothing: String) throws(CommandError) {
        switch form {
        case .table:
            let table = TextTable.text(headings, rows, width: Terminal.outputWidth) { heading in
                Terminal.paintOutput(heading, .bold)
            }
            try Output.print(rows.isEmpty ? nothing : table)
        case .json:
            try Output.print(objects.isEmpty ? "[]" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]")
        case .null: try Output.write(rows.joined().map(Self.field).joined())
        }
    }

    /// A field with its end, which nothing in it can pretend to be.
    private static func field(_ text: String) -> String {
        let text = text.replacing("\0", with: "\u{fffd}")
        return (Terminal.showsOutput ? Terminal.harmless(text) : text) + "\0"
    }
}
