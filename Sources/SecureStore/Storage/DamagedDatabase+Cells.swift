/// Rows and index entries out of pages, with every number in them bounded by what there is.
extension DamagedDatabase {
    /// The kinds of pages of SQLite's trees.
    private enum PageKind: UInt8 {
        case indexInterior = 2, tableInterior = 5, indexLeaf = 10, tableLeaf = 13

        var headerByteCount: Int { self == .indexInterior || self == .tableInterior ? 12 : 8 }
    }

    /// As long as the longest row that a store writes.
    private static var longestPayload: Int64 { 24 << 20 }

    /// The rows of a page of a table; none when it is no such page.
    func rows(on version: Version) -> [ScannedRow] {
        guard let page = bytes(version) else { return [] }
        let starts = cells(of: page, version.page, [.tableLeaf])
        return starts.compactMap { start in
            guard let cell = page.withRawBytes({ $0.tableCell(at: start) }), allowance.take(cell.byteCount)
            else {
                return nil
            }
            return row(at: start, page, version.view)
        }
    }

    /// The row in a cell of a page, again: by its place, as on a damaged page several may have one number.
    func row(inCell cell: Int, on version: Version) -> ScannedRow? {
        bytes(version).flatMap { row(at: cell, $0, version.view) }
    }

    /// Where the cells of a page begin.
    private func cells(of page: [UInt8], _ number: UInt32, _ kinds: Set<PageKind>) -> [Int] {
        // The first page begins with the header of the file.
        let start = number == 1 ? 100 : 0
        return page.withRawBytes { page in
            guard let kind = page.byte(at: start).flatMap(PageKind.init), kinds.contains(kind),
                let count = page.bigEndian16(at: start + 3)
            else { return [] }
            let first = start + kind.headerByteCount
            return (0..<count).compactMap { index in
                guard let place = page.bigEndian16(at: first + 2 * index), place >= first else { return nil }
                return place
            }
        }
    }

    private func row(at start: Int, _ page: [UInt8], _ view: View) -> ScannedRow? {
        guard let cell = page.withRawBytes({ $0.tableCell(at: start) }),
            0...Self.longestPayload ~= cell.byteCount,
            let payload = payload(Int(cell.byteCount), at: cell.start, page, view)
        else { return nil }
        return ScannedRow(number: cell.number, payload: payload, cell: start)
    }

    /// A payload, gathered from its page and from the pages that it flows over to.
    private func payload(_ count: Int, at start: Int, _ page: [UInt8], _ view: View) -> [UInt8]? {
        // SQLite's numbers; pages of ours have no reserved bytes.
        let longestHere = pageByteCount - 35
        guard count > longestHere else { return page.withRawBytes { $0.array(at: start, count: count) } }
        let least = (pageByteCount - 12) * 32 / 255 - 23
        let fitting = least + (count - least) % (pageByteCount - 4)
        let here = fitting <= longestHere ? fitting : least
        guard var payload = page.withRawBytes({ $0.array(at: start, count: here) }),
            var next = page.withRawBytes({ $0.bigEndian32(at: start + here) })
        else { return nil }
        // Ends: each round adds bytes, and their number is bounded.
        while payload.count < count {
            guard let version = version(of: next, view), let overflow = bytes(version) else { return nil }
            next = overflow.withRawBytes { $0.bigEndian32(at: 0) } ?? 0
            payload += overflow[4..<min(pageByteCount, 4 + count - payload.count)]
        }
        return payload
    }

    // MARK: - Indexes

    /// Where the tree of a table or an index begins, by its name; empty when the schema cannot be read.
    var roots: [String: UInt32] {
        var roots: [String: UInt32] = [:]
        for page in pages(below: 1, [.tableLeaf]) {
            for row in rows(on: page) where row.values.count == 5 {
                guard let name = row.text(1), let root = row.integer(3).flatMap({ UInt32(exactly: $0) })
                else {
                    continue
                }
                roots[name] = root
            }
        }
        return roots
    }

    /// The entries of an index: the value it sorts by, in a row without number, and the number of the row it leads to.
    func entries(ofIndexAt root: UInt32) -> [(key: ScannedRow, number: Int64)] {
        pages(below: root, [.indexInterior, .indexLeaf]).flatMap { version -> [(ScannedRow, Int64)] in
            guard let page = bytes(version) else { return [] }
            let isInterior = page[version.page == 1 ? 100 : 0] == PageKind.indexInterior.rawValue
            return cells(of: page, version.page, [.indexInterior, .indexLeaf]).compactMap { start in
                let place = isInterior ? start + 4 : start
                guard let size = page.withRawBytes({ $0.varint(at: place) }), 0...256 ~= size.value,
                    let payload = page.withRawBytes({ $0.array(at: size.end, count: Int(size.value)) }),
                    let row = ScannedRow(number: 0, payload: payload), row.values.count == 2,
                    let number = row.integer(1)
                else { return nil }
                return (row, number)
            }
        }
    }

    /// The pages of these kinds in the tree below a page, each once: a damaged tree may lead in a circle.
    private func pages(below root: UInt32, _ kinds: Set<PageKind>) -> [Version] {
        var (found, left, seen): ([Version], [UInt32], Set<UInt32>) = ([], [root], [])
        while let number = left.popLast() {
            guard seen.insert(number).inserted, let version = version(of: number, current),
                let page = bytes(version)
            else { continue }
            let start = number == 1 ? 100 : 0
            guard let kind = PageKind(rawValue: page[start]) else { continue }
            if kinds.contains(kind) { found.append(version) }
            guard kind == .indexInterior || kind == .tableInterior else { continue }
            page.withRawBytes { bytes in
                if let last = bytes.bigEndian32(at: start + 8) { left.append(last) }
                for place in cells(of: page, number, [kind]) {
                    if let child = bytes.bigEndian32(at: place) { left.append(child) }
                }
            }
        }
        return found
    }
}

extension RawSpan {
    /// Length and number at the beginning of a cell with a row, and where the row begins.
    fileprivate func tableCell(at place: Int) -> (byteCount: Int64, number: Int64, start: Int)? {
        guard let size = varint(at: place), let number = varint(at: size.end) else { return nil }
        return (size.value, number.value, number.end)
    }
}
