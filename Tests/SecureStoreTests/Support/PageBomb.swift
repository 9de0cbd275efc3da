import Foundation

/// Pages that lead to each other so often that nobody comes to the end of them: a few pages, billions of
/// rows.
struct PageBomb {
    private var pages: [[UInt8]]
    private let size = 4_096

    init(_ path: String) throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        pages = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<($0 + 4_096)]) }
    }

    /// Leads from the first page to what it held, and then to a row that comes again and again and says
    /// nothing new.
    mutating func growSchema() {
        var leaf = pages[0]
        leaf.replaceSubrange(0..<100, with: [])
        leaf += [UInt8](repeating: 0, count: 100)
        // The cells stay where they were; header and pointers stand at the beginning.
        let pointersEnd = 8 + 2 * (Int(pages[0][103]) << 8 | Int(pages[0][104]))
        leaf = Array(leaf[..<pointersEnd]) + pages[0][pointersEnd...]
        let kept = append(leaf)
        let sql = "CREATE TABLE IF NOT EXISTS store(one)"
        let texts = ["table", "store", "store"]
        let types = texts.map { UInt8(13 + 2 * $0.utf8.count) } + [1, UInt8(13 + 2 * sql.utf8.count)]
        let values = texts.flatMap { Array($0.utf8) } + [2] + Array(sql.utf8)
        let payload = [UInt8(types.count + 1)] + types + values
        var child = append(page(kind: 13, cells: [[UInt8(payload.count), 100] + payload]))
        for _ in 0..<4 {
            let cells = [[UInt8]](repeating: word(child) + [101], count: 500)
            child = append(page(kind: 5, cells: cells, last: child))
        }
        let root = page(kind: 5, cells: [word(kept) + [99]], last: child, start: 100)
        pages[0].replaceSubrange(100..., with: root[100...])
    }

    /// Leads from a table's page to what it held, and then to the same again without end.
    mutating func growTable(at root: Int) {
        let kept = append(pages[root - 1])
        var child = kept
        for _ in 0..<4 {
            let cells = [[UInt8]](repeating: word(child) + [101], count: 500)
            child = append(page(kind: 5, cells: cells, last: child))
        }
        pages[root - 1] = page(kind: 5, cells: [word(kept) + [99]], last: child)
    }

    /// Lets every row of a table be the one row that reaches over many pages, which all of them share.
    mutating func shareLongRow(among count: Int, ofTable root: Int) {
        guard let row = longRows.first else { return }
        replace(root, (1...count).map { LongRow(length: row.length, number: $0, content: row.content) })
    }

    /// Lets a table have the long rows of another file, whose pages are all those of the one that is here.
    mutating func shareLongRow(among others: PageBomb, ofTable root: Int) {
        guard let first = longRows.first?.content.suffix(4) else { return }
        replace(
            root,
            others.longRows.map {
                LongRow(length: $0.length, number: $0.number, content: $0.content.dropLast(4) + first)
            })
    }

    private mutating func replace(_ root: Int, _ rows: [LongRow]) {
        let cells = rows.map { Self.varint($0.length) + Self.varint($0.number) + $0.content }
        let most = (size - 8) / ((cells.map(\.count).max() ?? 0) + 2)
        var leaves: [(page: Int, last: Int)] = []
        for start in stride(from: 0, to: rows.count, by: most) {
            let end = min(rows.count, start + most)
            leaves.append((append(page(kind: 13, cells: Array(cells[start..<end]))), rows[end - 1].number))
        }
        let inner = leaves.dropLast().map { word($0.page) + Self.varint($0.last) }
        pages[root - 1] = page(kind: 5, cells: inner, last: leaves[leaves.count - 1].page)
    }

    /// A row of a megabyte or two.
    private struct LongRow {
        let length, number: Int
        /// The part that its page has of it, with the number of the next page.
        let content: [UInt8]
    }

    private var longRows: [LongRow] {
        var rows: [LongRow] = []
        for page in pages where page[0] == 13 {
            for place in 0..<(Int(page[3]) << 8 | Int(page[4])) {
                var at = Int(page[8 + 2 * place]) << 8 | Int(page[9 + 2 * place])
                let length = Self.number(page, &at)
                guard 1_000_000..<3_000_000 ~= length else { continue }
                let number = Self.number(page, &at)
                let least = (size - 12) * 32 / 255 - 23
                let own = least + (length - least) % (size - 4)
                let content = Array(page[at..<(at + (own <= size - 35 ? own : least) + 4)])
                rows.append(LongRow(length: length, number: number, content: content))
            }
        }
        return rows.sorted { $0.number < $1.number }
    }

    private static func number(_ page: [UInt8], _ at: inout Int) -> Int {
        var value = 0
        repeat {
            value = value << 7 | Int(page[at] & 127)
            at += 1
        } while page[at - 1] & 128 != 0
        return value
    }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : varint(value >> 7).map { $0 | 128 } + [UInt8(value & 127)]
    }

    func write(to path: String) throws {
        var first = pages[0]
        first.replaceSubrange(28..<32, with: word(pages.count))
        try Data(first + pages.dropFirst().flatMap { $0 }).write(to: URL(fileURLWithPath: path))
    }

    private mutating func append(_ page: [UInt8]) -> Int {
        pages.append(page)
        return pages.count
    }

    private func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    /// A page of a table's tree.
    private func page(kind: UInt8, cells: [[UInt8]], last: Int? = nil, start: Int = 0) -> [UInt8] {
        var (pointers, content): ([UInt8], [UInt8]) = ([], [])
        for cell in cells {
            content = cell + content
            pointers += word(size - content.count)[2...]
        }
        let header = [kind, 0, 0] + word(cells.count)[2...] + word(size - content.count)[2...] + [0]
        let head = [UInt8](repeating: 0, count: start) + header + (last.map(word) ?? []) + pointers
        return head + [UInt8](repeating: 0, count: size - head.count - content.count) + content
    }
}
