import FoundationEssentials
private import Glibc
private import SecureStore

/// OpenSSL's library, which the program loads when it first needs it.
enum LibCrypto {
    static var isInstalled: Bool {
        guard let library = unsafe dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL) else { return false }
        unsafe dlclose(library)
        return true
    }
}

/// The directories in which programs are looked for.
enum SearchPath {
    /// The names of the programs that begin so, in alphabetical order.
    static func programs(_ prefix: String) -> [String] {
        var names: Set<String> = []
        for folder in (Terminal.value("PATH") ?? "").cut(at: ":") {
            // A folder that cannot be read has no programs.
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []
            names.formUnion(entries.filter { $0.hasPrefix(prefix) && isProgram("\(folder)/\($0)") })
        }
        return names.filter { $0.unicodeScalars.allSatisfy(\.isShown) }.sorted()
    }

    /// The path of a program in one of the folders that count; nil if there is none of that name.
    static func program(_ name: String, where counts: (Substring) -> Bool = { _ in true }) -> String? {
        if name.utf8.contains(UInt8(ascii: "/")) { return isProgram(name) ? name : nil }
        let folders = (Terminal.value("PATH") ?? "").cut(at: ":").filter(counts)
        return folders.lazy.map { "\($0)/\(name)" }.first { isProgram($0) }
    }

    static func hasProgram(_ name: String) -> Bool { program(name) != nil }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.isExecutableFile(atPath: path)
            && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
    }
}

/// The directory where relative paths begin.
enum WorkingDirectory {
    /// Its path; one that is not text is refused, as what it is repaired to is another place.
    static func path() throws(CommandError) -> String {
        guard let bytes = unsafe getcwd(nil, 0) else {
            throw .failure("the current directory is not known: \(SystemMessage.last)")
        }
        defer { unsafe free(bytes) }
        return try require(
            unsafe String(validatingCString: bytes), "the path of the current directory is not UTF-8 text")
    }
}
