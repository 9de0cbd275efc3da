import FoundationEssentials
import Glibc
import SecureStore

/// Keeps the changes of a fleet in a file, of which each is a line that is synced before it counts.
///
/// So it plays a server beside the replicas that a power cut hits: what it has acknowledged is there
/// afterwards. A line that a cut has torn is none, and the next one takes its place.
struct FileOrder: ChangeOrder {
    let path: String
    /// Nobody else has the file.
    let patience = Duration.seconds(1)

    func register(_ first: borrowing OutgoingChange) throws(StoreError) {
        guard try read().lines.isEmpty else {
            throw StoreError(.duplicateKeychain, "there is a fleet already")
        }
        try append(first)
    }

    func takeTurn() throws(StoreError) -> any ChangeTurn { View(order: self, lines: try read().lines) }

    func keepAtOnce(
        _ change: borrowing OutgoingChange, after newest: KeptState
    ) throws(StoreError) -> Bool {
        guard try read().lines.last?.state == newest else { return false }
        try append(change)
        return true
    }

    func look() throws(StoreError) -> any KeptChanges { try takeTurn() }

    /// No scenario watches.
    func numberAfter(_ number: UInt64, waitingAtMost longest: Duration) throws(StoreError) -> UInt64? { nil }

    /// It keeps no names.
    func renewHostNames(
        of slots: [Int64], _ renew: (Int64, [UInt8]) throws(StoreError) -> [UInt8]?
    ) {}

    /// No scenario asks for one.
    func lock(_ number: Int64, waitingAtMost patience: Duration) throws(StoreError) -> any HostLock {
        throw StoreError(.unimplemented, "a file has no locks")
    }

    // MARK: - The file

    /// A change as it is kept.
    struct Line {
        let state: KeptState
        let link: [UInt8]
        let keys: [UInt8]?
        let handover: [UInt8]?
        let rows: [(number: Int64, content: [UInt8]?)]
    }

    /// The lines that are whole, and how many bytes they have.
    private func read() throws(StoreError) -> (lines: [Line], byteCount: Int) {
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return ([], 0) }
        var (lines, start): ([Line], Int) = ([], 0)
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
            let line = Line(bytes[start..<end])
        {
            lines.append(line)
            start = end + 1
        }
        return (lines, start)
    }

    fileprivate func append(_ change: borrowing OutgoingChange) throws(StoreError) {
        let text = try Line.text(of: change)
        let file = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let end = off_t(try read().byteCount)
        let written = unsafe Array(text.utf8).withUnsafeBytes {
            unsafe pwrite(file, $0.baseAddress, $0.count, end)
        }
        guard written == text.utf8.count, fsync(file) == 0 else {
            throw StoreError(.notAvailable, "the change could not be kept")
        }
        guard end == 0 else { return }
        let directory = unsafe open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY)
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw StoreError(.unknownOutcome, "the name was not synced") }
    }
}

extension FileOrder.Line {
    /// Fields in hexadecimal digits between blanks, with `-` for what is not there and a point at the end.
    static func text(of change: borrowing OutgoingChange) throws(StoreError) -> String {
        func field(_ bytes: [UInt8]?) -> String { bytes.map { "x" + Hexadecimal.text(of: $0) } ?? "-" }
        let state = change.state
        var fields = ["\(state.number)", "\(state.keysVersion)", field(state.box), field(change.link)]
        fields += [field(change.keys), field(change.handover)]
        try change.eachRow { (number, content) throws(StoreError) in
            fields += ["\(number)", field(content)]
        }
        return fields.joined(separator: " ") + " .\n"
    }

    init?(_ line: Data) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count >= 7, words.count % 2 == 1, words.last == ".", let number = UInt64(words[0]),
            let version = Int64(words[1]), let box = Self.bytes(words[2]) ?? nil,
            let link = Self.bytes(words[3]) ?? nil, let keys = Self.bytes(words[4]),
            let handover = Self.bytes(words[5])
        else { return nil }
        var rows: [(number: Int64, content: [UInt8]?)] = []
        for index in stride(from: 6, to: words.count - 1, by: 2) {
            guard let row = Int64(words[index]), let content = Self.bytes(words[index + 1]) else {
                return nil
            }
            rows.append((row, content))
        }
        state = KeptState(number: number, keysVersion: version, box: box)
        (self.link, self.keys, self.handover, self.rows) = (link, keys, handover, rows)
    }

    /// The outer nil is for what is no field.
    private static func bytes(_ word: String) -> [UInt8]?? {
        if word == "-" { return .some(nil) }
        guard word.first == "x", let bytes = Hexadecimal.bytes(of: String(word.dropFirst())) else {
            return nil
        }
        return .some(bytes)
    }
}

private struct View: ChangeTurn {
    let order: FileOrder
    let lines: [FileOrder.Line]

    func end() {}
    var canBeAsked: Bool { true }
    func newest() -> KeptState { lines.last?.state ?? KeptState(number: 0, keysVersion: 0, box: []) }
    func keys() -> [UInt8] { lines.last { $0.keys != nil }?.keys ?? [] }
    func traces() -> (link: UInt64, others: UInt64) { (newest().number, newest().number) }
    func links(after number: UInt64, upTo last: UInt64) -> [UInt64: [UInt8]] {
        let lines = lines.filter { number < $0.state.number && $0.state.number <= last }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.state.number, $0.link) })
    }

    func handovers(after keysVersion: Int64, upTo last: Int64) -> [(version: Int64, head: [UInt8])] {
        lines.filter { keysVersion < $0.state.keysVersion && $0.state.keysVersion <= last }
            .compactMap { line in
                line.handover.map { (line.state.keysVersion, Array($0.prefix(Handover.headByteCount))) }
            }
    }

    func handover(to keysVersion: Int64) -> [UInt8] {
        lines.first { $0.state.keysVersion == keysVersion && $0.handover != nil }?.handover ?? []
    }

    func eachRow(
        after number: UInt64?, upTo last: UInt64, _ body: (Int64, [UInt8]?) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rows: [Int64: [UInt8]?] = [:]
        for line in lines where line.state.number > number ?? 0 {
            for row in line.rows { rows.updateValue(row.content, forKey: row.number) }
        }
        for (row, content) in rows.sorted(by: { $0.key < $1.key }) { try body(row, content) }
    }

    func keep(_ change: borrowing OutgoingChange) throws(StoreError) {
        guard change.state.number == newest().number + 1 else {
            throw StoreError(.notAvailable, "another change has this number")
        }
        try order.append(change)
    }
}
