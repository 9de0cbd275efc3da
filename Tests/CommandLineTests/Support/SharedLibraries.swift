import Foundation

/// The shared libraries that a program asks the loader for, as `readelf -d` lists them.
///
/// Reads the file itself, so that the test needs no tool. 64-bit little-endian files only, which is all there
/// is here.
struct SharedLibraries {
    struct NotReadable: Error {}

    let names: [String]

    init(of file: URL) throws {
        let reader = Reader(bytes: [UInt8](try Data(contentsOf: file)))
        guard reader.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { throw NotReadable() }
        let segments = try reader.segments()
        guard let dynamic = segments.first(where: { $0.kind == Segment.dynamic }) else {
            throw NotReadable()
        }
        let entries = try reader.entries(of: dynamic)
        guard let table = entries.first(where: { $0.tag == Entry.stringTable }) else { throw NotReadable() }
        // The table's place is an address in memory: the segment that is loaded there says where it is in the
        // file.
        guard let segment = segments.first(where: { $0.kind == Segment.load && $0.holds(table.value) })
        else { throw NotReadable() }
        let start = segment.offset + (table.value - segment.address)
        names = try entries.filter { $0.tag == Entry.needed }.map { try reader.text(at: start + $0.value) }
    }

    private struct Segment {
        static let load = 1
        static let dynamic = 2

        let kind: Int
        let offset: Int
        let address: Int
        let size: Int

        func holds(_ place: Int) -> Bool { place >= address && place < address + size }
    }

    private struct Entry {
        static let needed = 1
        static let stringTable = 5

        let tag: Int
        let value: Int
    }

    private struct Reader {
        let bytes: [UInt8]

        func number(at offset: Int, _ width: Int) throws -> Int {
            guard offset >= 0, offset + width <= bytes.count else { throw NotReadable() }
            return bytes[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }

        func text(at offset: Int) throws -> String {
            guard offset >= 0, offset < bytes.count else { throw NotReadable() }
            return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
        }

        func segments() throws -> [Segment] {
            let (start, size) = (try number(at: 0x20, 8), try number(at: 0x36, 2))
            return try (0..<(try number(at: 0x38, 2))).map { index in
                let place = start + index * size
                return Segment(
                    kind: try number(at: place, 4), offset: try number(at: place + 0x08, 8),
                    address: try number(at: place + 0x10, 8), size: try number(at: place + 0x20, 8))
            }
        }

        func entries(of segment: Segment) throws -> [Entry] {
            try stride(from: segment.offset, to: segment.offset + segment.size, by: 16).map { place in
                Entry(tag: try number(at: place, 8), value: try number(at: place + 8, 8))
            }
        }
    }
}
