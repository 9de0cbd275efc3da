import Foundation

@testable import SecureStore

extension FuzzTarget {
    /// The pages of a damaged store and of its journal: what they say leads nowhere else, and comes to an
    /// end.
    static let pages = FuzzTarget(name: "pages") { input in
        let (file, journal) = files(of: input)
        let path = try folder.get() + "/store"
        try Data(file).write(to: URL(fileURLWithPath: path))
        try Data(journal).write(to: URL(fileURLWithPath: path + "-wal"))
        let database = try DamagedDatabase(path)
        _ = database.journalProblem
        for scope in [DamagedDatabase.Scope.current, .elsewhere] {
            for version in database.versions(scope) {
                let rows = database.rows(on: version)
                require(rows.count <= pageByteCount, "more rows than a page has room for")
                for row in rows {
                    let again = database.row(inCell: row.cell, on: version)
                    require(again?.number == row.number, "a row that is not found again")
                    // The part that no digest vouches for: it may be refused, and nothing else.
                    _ = row.node.flatMap { IndexNode(content: $0) }?.form
                }
            }
        }
    }

    private static let pageByteCount = 512
    /// The input's words about a page: where it lies, how it begins and how it ends.
    private static let pieceByteCount = 4 + 2 * edgeByteCount
    private static let edgeByteCount = 48

    /// A file and a journal of what the input says, with sums that are right.
    private static func files(of input: [UInt8]) -> (file: [UInt8], journal: [UInt8]) {
        var file = Array("SQLite format 3\0".utf8) + [2, 0] + [UInt8](repeating: 0, count: 82)
        var journal: [UInt8] = [0x37, 0x7f, 6, 0x83, 0, 0, 0, 0, 0, 0, 2, 0]
        journal += [UInt8](repeating: 7, count: 12)
        var sums = (first: UInt32(0), second: UInt32(0))
        add(journal[...], to: &sums)
        journal += bytes(of: sums)
        for start in stride(from: 0, to: input.count, by: pieceByteCount) {
            let piece = Array(input[start...].prefix(pieceByteCount))
            let padded = piece + [UInt8](repeating: 0, count: pieceByteCount - piece.count)
            let room = file.count == 100 ? 412 : pageByteCount
            let isFrame = padded[0] & 1 == 1
            let middle = (isFrame ? pageByteCount : room) - 2 * edgeByteCount
            let page =
                padded[4..<(4 + edgeByteCount)] + [UInt8](repeating: 0, count: middle)
                + padded[(4 + edgeByteCount)...]
            guard isFrame else {
                file += page
                continue
            }
            let head = [0, 0, 0, padded[1], 0, 0, 0, padded[2]]
            add(head[...], to: &sums)
            add(page, to: &sums)
            journal += head + [UInt8](repeating: 7 - padded[3] & 1, count: 8) + bytes(of: sums) + page
        }
        file[31] = UInt8(truncatingIfNeeded: file.count / pageByteCount)
        return (file, journal)
    }

    /// SQLite's checksum, which goes on from what came before.
    private static func add(_ bytes: ArraySlice<UInt8>, to sums: inout (first: UInt32, second: UInt32)) {
        let word = { (place: Int) in bytes[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        for place in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
            sums.first = sums.first &+ word(place) &+ sums.second
            sums.second = sums.second &+ word(place + 4) &+ sums.first
        }
    }

    private static func bytes(of sums: (first: UInt32, second: UInt32)) -> [UInt8] {
        [sums.first, sums.second].flatMap { sum in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
        }
    }

    /// Made once; the next input takes the place of the files.
    private static let folder = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return folder.path
    }
}
