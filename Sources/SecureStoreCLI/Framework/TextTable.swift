/// Rows of text in columns that line up, for people.
enum TextTable {
    /// The rows below their headings; nothing in them can do anything to a terminal.
    static func text(_ headings: [String], _ rows: [[String]]) -> String {
        let rows = ([headings] + rows).map { row in row.map { Terminal.harmless($0) } }
        let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
