/// The write-ahead journal of a damaged store, frame by frame.
///
/// SQLite stops at the first damaged frame and ignores everything after it. Here each frame is judged on its
/// own: its checksum continues from the one that the previous frame carries.
struct DamagedJournal {
    struct Frame {
        let page: UInt32
        /// The size of the database in pages in the last frame of a transaction, 0 in all others.
        let databaseSize: UInt32
        /// The offset of the page's content in the journal.
        let offset: Int
        /// True if the frame was written since SQLite last started the journal from the beginning.
        let isOfLastRound: Bool
        let isSound: Bool
        /// True if the frame carries the salts of that round, by which SQLite recognises it.
        let hasSalts: Bool
        /// True if the frame may be left over from an earlier round.
        ///
        /// Such frames end the journal and are not damage.
        let isLeftOver: Bool

        fileprivate var isBad: Bool { isOfLastRound ? !(isSound && hasSalts) : !isLeftOver }
    }

    private(set) var frames: [Frame] = []
    let pageByteCount: Int
    /// True if the journal's header is as SQLite wrote it; if not, SQLite would ignore the whole journal.
    private(set) var isHeaderSound = false

    static let headerByteCount = 32
    private static let frameHeaderByteCount = 24
    private static let magic: UInt32 = 0x377f_0682

    /// The page size in a journal's header; nil when it is not a valid one.
    static func pageByteCount(of file: DamagedFile) -> Int? {
        guard let header = file.bytes(at: 0, count: headerByteCount) else { return nil }
        return header.withRawBytes { header in
            guard let magic = header.bigEndian32(at: 0), magic & ~1 == Self.magic,
                let size = header.bigEndian32(at: 8)
            else { return nil }
            return Int(size)
        }
    }

    /// True for a file that begins neither as a journal nor as one whose beginning never reached the disk.
    static func isForeign(_ file: DamagedFile) -> Bool {
        let start = file.bytes(at: 0, count: min(4, file.byteCount)) ?? []
        let beginnings: [[UInt8]] = [[0x37, 0x7f, 6, 0x82], [0x37, 0x7f, 6, 0x83], [0, 0, 0, 0]]
        return !beginnings.contains { $0.starts(with: start) }
    }

    init(_ file: DamagedFile, pageByteCount: Int) {
        self.pageByteCount = pageByteCount
        guard let header = file.bytes(at: 0, count: Self.headerByteCount),
            let first = file.bytes(at: Self.headerByteCount, count: Self.frameHeaderByteCount)
        else { return }
        // The header says in which byte order the checksums are made, but it may be damaged.
        let attempts = [header[3] & 1 == 1, header[3] & 1 == 0].map { isBigEndian in
            var sum = Checksum(isBigEndian: isBigEndian)
            header.withRawBytes { sum.add($0.extracting(0..<24)) }
            let isSound = header.withRawBytes { header in
                header.bigEndian32(at: 0).map { $0 & ~1 } == Self.magic && sum.matches(header, at: 24)
            }
            // When the header is damaged, the frames still carry the salts.
            let salts = Array(isSound ? header[16..<24] : first[8..<16])
            let frames = Self.frames(of: file, pageByteCount, salts, Array(header[24..<32]), isBigEndian)
            return (isSound: isSound, frames: frames, soundCount: frames.count { $0.isSound })
        }
        let best =
            attempts[0].isSound || attempts[0].soundCount >= attempts[1].soundCount
            ? attempts[0] : attempts[1]
        (isHeaderSound, frames) = (best.isSound, best.frames)
    }

    private static func frames(
        of file: DamagedFile, _ pageByteCount: Int, _ salts: [UInt8], _ seed: [UInt8], _ isBigEndian: Bool
    ) -> [Frame] {
        var (frames, before): ([Frame], [UInt8]) = ([], seed)
        let frameByteCount = frameHeaderByteCount + pageByteCount
        for start in stride(from: headerByteCount, to: file.byteCount, by: frameByteCount) {
            guard let bytes = file.bytes(at: start, count: frameByteCount) else { break }
            bytes.withRawBytes { frame in
                let page = frame.bigEndian32(at: 0) ?? 0
                // No page has the number 0, so the zeros of a hole need no checksum.
                let isSound =
                    page != 0 && isSum(of: frame, Checksum(isBigEndian: isBigEndian, continuing: before))
                let hasSalts = frame.array(at: 8, count: 8) == salts
                // The checksum continues from the frame before. If it fits, the frame is of the round,
                // whatever its salts.
                let isContinuing = isSound && frames.last?.isOfLastRound == true
                frames.append(
                    Frame(
                        page: page, databaseSize: frame.bigEndian32(at: 4) ?? 0,
                        offset: start + frameHeaderByteCount, isOfLastRound: hasSalts || isContinuing,
                        isSound: isSound, hasSalts: hasSalts,
                        isLeftOver: isEarlier(frame.bigEndian32(at: 8), than: salts)))
                before = frame.array(at: 16, count: 8) ?? before
            }
        }
        return frames
    }

    private static func isSum(of frame: RawSpan, _ before: Checksum) -> Bool {
        var sum = before
        sum.add(frame.extracting(0..<8))
        sum.add(frame.extracting(frameHeaderByteCount...))
        return sum.matches(frame, at: 16)
    }

    /// Tells whether a frame's first salt is of an earlier round: SQLite adds one to it each time.
    private static func isEarlier(_ salt: UInt32?, than salts: [UInt8]) -> Bool {
        guard let salt, let last = salts.withRawBytes({ $0.bigEndian32(at: 0) }) else { return false }
        return 1...1_000_000 ~= last &- salt
    }

    /// The last frame that ends a transaction; the frames after it were never committed.
    var lastCommit: Int? { frames.lastIndex { $0.isOfLastRound && $0.isSound && $0.databaseSize != 0 } }

    /// The first frame that is not as SQLite wrote it.
    private var firstBad: Int? { frames.firstIndex { $0.isBad } }

    /// The fault that kept SQLite from reading the whole journal, or would have; nil when there is none.
    var problem: String? {
        guard !frames.isEmpty else { return nil }
        guard isHeaderSound else { return "the header of the journal is damaged" }
        return firstBad.map { "the journal is damaged at frame \($0 + 1)" }
    }

    /// The damage by which SQLite would give up changes that were on the disk; nil if a power cut may have
    /// left the journal so.
    ///
    /// A commit waits for the disk before the next one is written. So a power cut damages frames of the last
    /// one, and nothing of another transaction follows.
    var loss: String? {
        guard isHeaderSound else { return frames.contains { $0.isOfLastRound && $0.isSound } ? problem : nil }
        guard let bad = firstBad, let end = frames[bad...].firstIndex(where: { $0.databaseSize != 0 }),
            frames[(end + 1)...].contains(where: { $0.isOfLastRound && $0.isSound && $0.hasSalts })
        else { return nil }
        return problem
    }

    /// True if a frame after the last readable transaction is damaged: there may have been a later one.
    var isEndDamaged: Bool { (frames.lastIndex { $0.isBad } ?? -1) > lastCommit ?? -1 }
}

/// SQLite's checksum over a journal.
private struct Checksum {
    private var first: UInt32 = 0
    private var second: UInt32 = 0
    private let isBigEndian: Bool

    /// Continues from the checksum in eight bytes, or begins.
    init(isBigEndian: Bool, continuing bytes: [UInt8] = []) {
        self.isBigEndian = isBigEndian
        bytes.withRawBytes { (first, second) = ($0.bigEndian32(at: 0) ?? 0, $0.bigEndian32(at: 4) ?? 0) }
    }

    mutating func add(_ bytes: RawSpan) {
        for offset in stride(from: 0, to: bytes.byteCount - 7, by: 8) {
            first = first &+ word(bytes, offset) &+ second
            second = second &+ word(bytes, offset + 4) &+ first
        }
    }

    private func word(_ bytes: RawSpan, _ offset: Int) -> UInt32 {
        (isBigEndian ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset)) ?? 0
    }

    func matches(_ bytes: RawSpan, at offset: Int) -> Bool {
        bytes.bigEndian32(at: offset) == first && bytes.bigEndian32(at: offset + 4) == second
    }
}
