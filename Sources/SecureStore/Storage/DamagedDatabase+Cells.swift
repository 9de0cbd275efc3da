/// Reads rows from pages.
///
/// Every number in them is checked against the bytes that exist.
extension DamagedDatabase {
    /// The kind of pages that hold rows, and the number of bytes before the places of their cells.
    private static var tableLeaf: (kind: UInt8, headerByteCount: Int) { (13, 8) }

    /// The rows on a page of a table; none when the page is of another kind.
    func rows(on version: Version) -> [ScannedRow] {
        guard let page = bytes(version) else { return [] }
        return cells(of: page, version.page).compactMap { start in
            guard let cell = page.withRawBytes({ $0.tableCell(at: start) }), allowance.take(cell.byteCount)
            else {
                return nil
            }
            return row(at: start, page, version.view)
        }
    }

    /// Reads one row again.
    ///
    /// It is named by its place on the page, because on a damaged page several rows may have one number.
    func row(inCell cell: Int, on version: Version) -> ScannedRow? {
        bytes(version).flatMap { row(at: cell, $0, version.view) }
    }

    /// Finds the beginnings of the cells of a page; none when it is of another kind.
    private func cells(of page: [UInt8], _ number: UInt32) -> [Int] {
        // The first page begins with the header of the file.
        let start = number == 1 ? 100 : 0
        return page.withRawBytes { page in
            guard page.byte(at: start) == Self.tableLeaf.kind, let count = page.bigEndian16(at: start + 3)
            else { return [] }
            let first = start + Self.tableLeaf.headerByteCount
            return (0..<count).compactMap { index in
                guard let offset = page.bigEndian16(at: first + 2 * index), offset >= first else {
                    return nil
                }
                return offset
            }
        }
    }

    private func row(at start: Int, _ page: [UInt8], _ view: View) -> ScannedRow? {
        guard let cell = page.withRawBytes({ $0.tableCell(at: start) }),
            0...Int64(Connection.longestRow) ~= cell.byteCount,
            let payload = payload(Int(cell.byteCount), at: cell.start, page, view)
        else { return nil }
        return ScannedRow(
            number: cell.number, payload: payload, cell: start, isWhole: payload.count == cell.byteCount)
    }

    /// A payload, collected from its page and from the overflow pages that can be read.
    private func payload(_ count: Int, at start: Int, _ page: [UInt8], _ view: View) -> [UInt8]? {
        // SQLite's numbers; our pages have no reserved bytes.
        let longestHere = pageByteCount - 35
        guard count > longestHere else { return page.withRawBytes { $0.array(at: start, count: count) } }
        let least = (pageByteCount - 12) * 32 / 255 - 23
        let fitting = least + (count - least) % (pageByteCount - 4)
        let here = fitting <= longestHere ? fitting : least
        guard var payload = page.withRawBytes({ $0.array(at: start, count: here) }),
            var next = page.withRawBytes({ $0.bigEndian32(at: start + here) })
        else { return nil }
        // This ends: each round adds bytes, and their number is bounded.
        while payload.count < count {
            guard let version = version(of: next, view), let overflow = bytes(version) else { return payload }
            next = overflow.withRawBytes { $0.bigEndian32(at: 0) } ?? 0
            payload += overflow[4..<min(pageByteCount, 4 + count - payload.count)]
        }
        return payload
    }
}

extension RawSpan {
    /// The length and number at the beginning of a row's cell, and where the row begins.
    fileprivate func tableCell(at offset: Int) -> (byteCount: Int64, number: Int64, start: Int)? {
        guard let size = varint(at: offset), let number = varint(at: size.end) else { return nil }
        return (size.value, number.value, number.end)
    }
}
