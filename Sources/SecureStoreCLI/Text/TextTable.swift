/// Rows of text in columns that line up, for people.
enum TextTable {
    private static let gap = 2
    /// No column gets narrower: less than that says nothing.
    private static let narrowest = 8

    /// The rows below their headings; nothing in them can do anything to a terminal.
    ///
    /// Where there is a width, long cells end in an ellipsis so that the lines fit, as far as that can be.
    static func text(
        _ headings: [String], _ rows: [[String]], width: Int? = nil, heading: (String) -> String = { $0 }
    ) -> String {
        let rows = ([headings] + rows).map { row in row.map { Terminal.harmless($0) } }
        var widths = headings.indices.map { column in rows.map { $0[column].cellCount }.max() ?? 0 }
        if let width { fit(&widths, into: width - gap * (headings.count - 1)) }
        let lines = rows.map { row in
            var (line, end) = ("", 0)
            for (cell, width) in zip(row, widths) {
                line += String(repeating: " ", count: end)
                let (kept, count) = cut(cell, to: width)
                line += kept
                end = width - count + gap
            }
            while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
            return line
        }
        return ([heading(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    }

    static func titled(_ rows: [(title: String, value: String?)], width: Int) -> String {
        rows.compactMap { title, value in
            let head = title + String(repeating: " ", count: width - title.count)
            return value.map { Terminal.paint(head, .bold, if: Terminal.showsOutput) + Terminal.harmless($0) }
        }.joined(separator: "\n")
    }

    private static func fit(_ widths: inout [Int], into width: Int) {
        while widths.reduce(0, +) > width, let widest = widths.max(), widest > narrowest {
            let second = widths.filter { $0 < widest }.max() ?? 0
            let (excess, count) = (widths.reduce(0, +) - width, widths.filter { $0 == widest }.count)
            let target = max(narrowest, second, widest - (excess + count - 1) / count)
            for column in widths.indices where widths[column] == widest { widths[column] = target }
        }
    }

    /// The part of a cell that has room, and the cells that it takes up.
    private static func cut(_ cell: String, to width: Int) -> (kept: String, count: Int) {
        let count = cell.cellCount
        guard count > width else { return (cell, count) }
        var (kept, room) = ("", width - 1)
        for character in cell {
            room -= character.cellCount
            guard room >= 0 else { break }
            kept.append(character)
        }
        return (kept + "…", kept.cellCount + 1)
    }
}

enum Count {
    static func items(_ count: Int) -> String { of(count, "item") }

    static func of(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
}
