import SecureStore

/// Files in a zip archive, stored or deflated; neither encrypted ones nor those of four gigabytes and more.
struct ZipFile {
    /// How an archive that has something in it begins.
    static let mark: [UInt8] = [0x50, 0x4b, 3, 4]

    private static let localMark = 0x0403_4b50
    private static let directoryMark = 0x0201_4b50
    private static let endMark = 0x0605_4b50
    private static let endLength = 22
    private static let longestRemark = 0xffff

    private struct File {
        let method: Int
        let checksum: Int
        let packedCount: Int
        let count: Int
        let offset: Int
    }

    private let bytes: SecretBytes
    private let directory: Range<Int>

    init(_ bytes: SecretBytes) throws {
        self.bytes = bytes
        // The end has a remark behind it, whose length it tells.
        let last = bytes.count - Self.endLength
        let places = stride(from: last, through: max(0, last - Self.longestRemark), by: -1)
        let end = try places.first { place in
            var reader = SecretReader(bytes, place..<bytes.count)
            guard try reader.number(4) == Self.endMark else { return false }
            _ = try reader.skip(16)
            return try reader.number(2) == last - place
        }
        guard let end else { throw SecretReader.damaged }
        var reader = SecretReader(bytes, (end + 12)..<bytes.count)
        let (size, start) = (try reader.number(4), try reader.number(4))
        guard start + size <= end else { throw SecretReader.damaged }
        directory = start..<(start + size)
    }

    /// A file of at most so many bytes; nil if the archive has none of that name.
    func file(_ name: String, limit: Int) throws -> SecretBytes? {
        var reader = SecretReader(bytes, directory)
        while !reader.isAtEnd {
            guard try reader.number(4) == Self.directoryMark else { throw SecretReader.damaged }
            _ = try reader.skip(4)
            let (flags, method) = (try reader.number(2), try reader.number(2))
            _ = try reader.skip(4)
            let (checksum, packedCount) = (try reader.number(4), try reader.number(4))
            let count = try reader.number(4)
            let lengths = (try reader.number(2), try reader.number(2), try reader.number(2))
            _ = try reader.skip(8)
            let offset = try reader.number(4)
            let found = try reader.skip(lengths.0)
            _ = try reader.skip(lengths.1 + lengths.2)
            guard bytes.text(found) == name else { continue }
            guard flags & 1 == 0, method == 0 || method == 8 else {
                throw CommandError.failure("\(name) is packed in a way that is not read")
            }
            guard count <= limit else { throw CommandError.failure("\(name) has more than \(limit) bytes") }
            return try content(
                of: File(
                    method: method, checksum: checksum, packedCount: packedCount, count: count, offset: offset
                ))
        }
        return nil
    }

    private func content(of file: File) throws -> SecretBytes {
        var reader = SecretReader(bytes)
        _ = try reader.skip(file.offset)
        guard try reader.number(4) == Self.localMark else { throw SecretReader.damaged }
        _ = try reader.skip(22)
        let lengths = (try reader.number(2), try reader.number(2))
        _ = try reader.skip(lengths.0 + lengths.1)
        let packed = try reader.skip(file.packedCount)
        guard file.method == 8 || packed.count == file.count else { throw SecretReader.damaged }
        let content =
            file.method == 8
            ? try Inflater.inflate(bytes, packed, count: file.count) : try bytes.part(packed)
        guard content.crc32 == file.checksum else { throw SecretReader.damaged }
        return content
    }
}
