/// The choice of a user about stores, as the file beside the default one keeps it.
///
/// It has a line each: `default` and `search` with a path behind it. Without a file nothing was chosen yet; a
/// file without `default` says that there is no default store any more.
struct StorePreferences: LineFile {
    var defaultStore: String?
    var searchList: [String]

    static let header = "securestore preferences 1"
    static let fault = "does not hold preferences; move it away to start again"
    static let mostBytes = 1 << 18
    static let mostStores = 64
    static let longestPath = 3_900

    init(defaultStore: String?, searchList: [String]) {
        (self.defaultStore, self.searchList) = (defaultStore, searchList)
    }

    init?(lines: ArraySlice<Substring>) {
        (defaultStore, searchList) = (nil, [])
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, Self.canHold(String(words[1])) else { return nil }
            switch words[0] {
            case "default" where defaultStore == nil: defaultStore = String(words[1])
            case "search" where searchList.count < Self.mostStores: searchList.append(String(words[1]))
            default: return nil
            }
        }
    }

    var lines: [String] { (defaultStore.map { ["default " + $0] } ?? []) + searchList.map { "search " + $0 } }

    /// Asks whether a path has a place on a line of its own.
    static func canHold(_ path: String) -> Bool {
        path.isFromRoot && path.utf8.count <= longestPath
            && !path.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
}
