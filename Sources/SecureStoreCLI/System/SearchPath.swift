import FoundationEssentials

/// Where programs are looked for.
enum SearchPath {
    /// The names of all programs, in alphabetical order.
    static var programs: [String] {
        let files = FileManager.default
        var names: Set<String> = []
        for folder in (Terminal.value("PATH") ?? "").split(separator: ":") {
            // What cannot be read has no programs.
            let entries = (try? files.contentsOfDirectory(atPath: String(folder))) ?? []
            names.formUnion(entries.filter { files.isExecutableFile(atPath: "\(folder)/\($0)") })
        }
        return names.filter { $0.unicodeScalars.allSatisfy(\.isShown) }.sorted()
    }
}
