package import FoundationEssentials

/// The dates of the command's last backup and rotation of a store, and of its last contact with the store's
/// fleet, in a small file beside the device key.
///
/// They are not in the store, because none is a change of it. What was done elsewhere or through the library
/// is not known here.
package struct UpkeepDates: Equatable, LineFile {
    package enum Act: String, CaseIterable, Sendable { case backup, rotation, contact }

    struct Entry: Equatable {
        let id: Bytes16
        let act: Act
        let seconds: Int64
    }

    /// The dates, one for each store and act, the oldest first.
    private(set) var entries: [Entry] = []

    static let header = "securestore upkeep 1"
    static let fault = "cannot be read as dates of upkeep; move it away to begin again"
    static let mostEntries = 512
    static let mostBytes = 1 << 16
    /// The dates that are read, some ten thousand years, so that none overflows.
    private static let seconds: ClosedRange<Int64> = 0...300_000_000_000

    init() {}

    init?(lines: ArraySlice<Substring>) {
        guard lines.count <= Self.mostEntries else { return nil }
        for line in lines {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 3, let id = Bytes16(hexadecimal: words[0]),
                let act = Act(rawValue: words[1]),
                let seconds = Int64(words[2]), Self.seconds.contains(seconds)
            else { return nil }
            entries.append(Entry(id: id, act: act, seconds: seconds))
        }
    }

    var lines: [String] { entries.map { "\($0.id.hexadecimal) \($0.act.rawValue) \($0.seconds)" } }

    /// Notes that something was done, in place of the time before; if there are too many, the oldest goes.
    mutating func note(_ act: Act, of id: Bytes16, at date: Date) {
        let seconds = min(max(date.timeIntervalSince1970, 0), Double(Self.seconds.upperBound))
        entries.removeAll { $0.id == id && $0.act == act }
        entries.append(Entry(id: id, act: act, seconds: Int64(seconds)))
        entries.removeFirst(max(0, entries.count - Self.mostEntries))
    }

    /// The dates that are known of the store with this identifier; empty where none is.
    package static func known(of identifier: String) throws(StoreError) -> [Act: Date] {
        guard let file = try file(), let id = Bytes16(hexadecimal: identifier) else { return [:] }
        let entries = try read(file)?.entries.filter { $0.id == id } ?? []
        return Dictionary(
            entries.map { ($0.act, Date(timeIntervalSince1970: Double($0.seconds))) },
            uniquingKeysWith: { $1 })
    }

    /// Notes that something was done now; throws where nothing can be kept.
    package static func note(
        _ act: Act, of identifier: String, at date: Date = Date()
    ) throws(StoreError) {
        guard let file = try file(), let id = Bytes16(hexadecimal: identifier) else {
            throw StoreError(
                .notAvailable, "such dates lie beside the device key, which is no file of this user")
        }
        try change(file, from: UpkeepDates()) { $0.note(act, of: id, at: date) }
    }

    /// The path of the file, beside the device key; nil where the key is no file of the user's.
    private static func file() throws(StoreError) -> String? {
        try DeviceKeySource.ownFile().map { $0 + ".upkeep" }
    }
}
