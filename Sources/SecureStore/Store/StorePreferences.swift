/// The choice of a user about stores, as the file beside the default one keeps it.
///
/// It has a line each: `default` and `search` with a path behind it. Without a file nothing was chosen yet; a
/// file without `default` says that there is no default store any more.
struct StorePreferences: Equatable {
    var defaultStore: String?
    var searchList: [String]

    static let header = "securestore preferences 1"
    /// A size that no user's choice reaches: a larger file was not written here, and is not read.
    static let mostBytes = 1 << 18
    static let mostStores = 64
    static let longestPath = 3_900

    init(defaultStore: String?, searchList: [String]) {
        (self.defaultStore, self.searchList) = (defaultStore, searchList)
    }

    /// Reads the lines, or throws `invalidData`: a user's choice is not replaced because it cannot be read.
    init(_ bytes: [UInt8], of path: String) throws(StoreError) {
        let fault = StoreError(.invalidData, "\(path) does not hold preferences; move it away to start again")
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault }
        var lines = text.split(separator: "\n")[...]
        guard lines.popFirst() == Self.header[...] else { throw fault }
        (defaultStore, searchList) = (nil, [])
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, Self.canHold(String(words[1])) else { throw fault }
            switch words[0] {
            case "default" where defaultStore == nil: defaultStore = String(words[1])
            case "search" where searchList.count < Self.mostStores: searchList.append(String(words[1]))
            default: throw fault
            }
        }
    }

    /// The content of the file.
    var text: String {
        let lines = [Self.header] + (defaultStore.map { ["default " + $0] } ?? [])
        return (lines + searchList.map { "search " + $0 }).joined(separator: "\n") + "\n"
    }

    /// Asks whether a path has a place on a line of its own.
    static func canHold(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") && path.utf8.count <= longestPath
            && !path.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
}
