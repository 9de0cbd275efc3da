/// The bytes of rows that may still be collected, so that no number in a crafted file decides how long
/// reading takes.
final class ReadAllowance {
    private let whole: Int64
    private var left: Int64

    init(_ byteCount: Int) { (whole, left) = (Int64(byteCount), Int64(byteCount)) }

    /// Takes `byteCount` off; false when fewer are left.
    func take(_ byteCount: Int64) -> Bool {
        guard 0...left ~= byteCount else { return false }
        left -= byteCount
        return true
    }

    /// Restores the whole allowance, for another pass over the file.
    func renew() { left = whole }
}

/// The pages of a store that SQLite may refuse to open, from its file and from the journal beside it.
///
/// This does not rely on SQLite's tree. It looks for rows on every page that may hold some, and leaves it to
/// the seals to tell which are real.
struct DamagedDatabase {
    /// A state of the pages: the one after a frame of the journal, or that of the file alone.
    struct View: Hashable {
        fileprivate let lastFrame: Int
        static let file = View(lastFrame: -1)
    }

    struct Version: Hashable {
        let page: UInt32
        /// The page's position among the journal's frames; nil for the version in the file.
        fileprivate let frame: Int?
        let view: View
    }

    let pageByteCount: Int
    private let file: DamagedFile
    private let journalFile: DamagedFile?
    private let journal: DamagedJournal?
    /// The frames that hold a page, oldest first.
    private let framesOfPage: [UInt32: [Int]]
    let current: View
    /// Many times the size of the files, because outdated pages lead to the same large rows again and again.
    let allowance: ReadAllowance

    /// Opens the file and its journal for reading.
    ///
    /// Throws `noSuchKeychain` when there is no file.
    init(_ path: String) throws(StoreError) {
        try StoreFile.checkRollbackJournal(beside: path)
        guard let file = try DamagedFile(path) else {
            throw .noStore(at: path)
        }
        let journalFile = try DamagedFile(path + "-wal")
        let size = Self.pageByteCount(file, journalFile)
        self.init(file, journalFile, pageByteCount: size)
    }

    private init(_ file: DamagedFile, _ journalFile: DamagedFile?, pageByteCount: Int) {
        (self.file, self.journalFile, self.pageByteCount) = (file, journalFile, pageByteCount)
        journal = journalFile.map { DamagedJournal($0, pageByteCount: pageByteCount) }
        var frames: [UInt32: [Int]] = [:]
        for (index, frame) in (journal?.frames ?? []).enumerated() where frame.isOfLastRound && frame.isSound
        {
            frames[frame.page, default: []].append(index)
        }
        framesOfPage = frames
        current = View(lastFrame: journal?.lastCommit ?? -1)
        allowance = ReadAllowance(16 * (file.byteCount + (journalFile?.byteCount ?? 0)))
    }

    /// The faults in the lengths of the file and of the journal.
    var sizeProblems: [String] { [file.problem, journalFile?.problem].compactMap(\.self) }
    /// The fault of the journal; nil if there is none.
    var journalProblem: String? { journal?.problem }
    /// True if the journal may have held changes after the last one that can be read.
    var isEndOfJournalDamaged: Bool { journal?.isEndDamaged ?? false }

    /// The page size with which most of our rows are found, because the headers that name it may be damaged.
    private static func pageByteCount(_ file: DamagedFile, _ journal: DamagedFile?) -> Int {
        if let size = confirmedPageByteCount(file) { return size }
        let sizes = (9...16).map { 1 << $0 }
        let claim = journal.flatMap { DamagedJournal.pageByteCount(of: $0) }
        for journal in [nil, journal] {
            var best = (size: 0, rows: 0)
            // Among equals, the size that a header names wins, or else the usual size.
            for size in [claim, 4_096].compactMap({ $0 }).filter(sizes.contains) + sizes {
                let rows = DamagedDatabase(file, journal, pageByteCount: size).sampleCount()
                if rows > best.rows { best = (size, rows) }
            }
            if best.rows > 0 { return best.size }
        }
        return claim.flatMap { sizes.contains($0) ? $0 : nil } ?? 4_096
    }

    /// The page size in the file's header, if the number of pages there fits the size of the file as well.
    private static func confirmedPageByteCount(_ file: DamagedFile) -> Int? {
        guard let header = file.bytes(at: 0, count: 100) else { return nil }
        return header.withRawBytes { header in
            guard let named = header.bigEndian16(at: 16), let pages = header.bigEndian32(at: 28), pages > 0
            else { return nil }
            let size = named == 1 ? 65_536 : named
            return 512...65_536 ~= size && Int(pages) * size == file.size ? size : nil
        }
    }

    /// Counts the rows of ours at the beginning of the file and of the journal.
    private func sampleCount() -> Int {
        let most = max(4, (1 << 20) / pageByteCount)
        return versions(.current, most: most).reduce(0) { count, version in
            count + rows(on: version).count { $0.values.count == 15 || $0.slot != nil || $0.header != nil }
        }
    }

    /// True if the file's header names a format that was given up before any release.
    var isUnreleased: Bool {
        versions(.current, most: 1).contains { page in
            guard let header = bytes(page), header.count >= 64 else { return false }
            return Schema.unreleasedVersions.contains(header[60..<64].reduce(0) { $0 << 8 | Int64($1) })
        }
    }

    enum Scope {
        case current
        /// All other versions in the file and the journal: outdated, cut off, or never committed.
        case elsewhere
    }

    /// The versions of all pages, or of the first `most`, in the order of the pages.
    func versions(_ scope: Scope, most: Int = .max) -> [Version] {
        allowance.renew()
        let filePages = file.byteCount / pageByteCount
        let highest = max(filePages, Int(framesOfPage.keys.max() ?? 0))
        // A page number from the journal must not decide how long this takes; there can be no more pages.
        let count = min(highest, filePages + (journal?.frames.count ?? 0) + 1, most)
        let inForce = (1...UInt32(clamping: max(1, count))).compactMap { version(of: $0, current) }
        guard scope == .elsewhere else { return inForce }
        let replaced = inForce.filter { $0.frame != nil }
        return replaced.map { Version(page: $0.page, frame: nil, view: .file) } + framesElsewhere
    }

    /// The frames that are not in the current state, including damaged and uncommitted ones.
    private var framesElsewhere: [Version] {
        guard let journal else { return [] }
        var end = journal.frames.count - 1
        var versions: [Version] = []
        for index in journal.frames.indices.reversed() {
            let frame = journal.frames[index]
            if frame.databaseSize != 0 { end = index }
            guard version(of: frame.page, current)?.frame != index else { continue }
            versions.append(Version(page: frame.page, frame: index, view: View(lastFrame: end)))
        }
        return versions
    }

    func version(of page: UInt32, _ view: View) -> Version? {
        if let frame = framesOfPage[page]?.last(notAfter: view.lastFrame) {
            return Version(page: page, frame: frame, view: view)
        }
        guard page > 0, Int(page) <= file.byteCount / pageByteCount else { return nil }
        return Version(page: page, frame: nil, view: view)
    }

    func bytes(_ version: Version) -> [UInt8]? {
        if let frame = version.frame {
            guard let journal, let journalFile else { return nil }
            return journalFile.bytes(at: journal.frames[frame].offset, count: pageByteCount)
        }
        return file.bytes(at: (Int(version.page) - 1) * pageByteCount, count: pageByteCount)
    }
}

extension [Int] {
    /// The last of these ascending numbers that is not beyond `limit`.
    ///
    /// A binary search: a journal may hold one page any number of times.
    fileprivate func last(notAfter limit: Int) -> Int? {
        var (start, end) = (0, count)
        while start < end {
            let middle = (start + end) / 2
            if self[middle] <= limit { start = middle + 1 } else { end = middle }
        }
        return start > 0 ? self[start - 1] : nil
    }
}
