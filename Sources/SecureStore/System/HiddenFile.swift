private import Glibc

/// Files that are not finished: beside what they are for, under a hidden name of a fixed form, `.NAME.TAG.END`.
enum HiddenFile {
    /// A name that nothing has.
    static func name(beside name: String, end: String) -> String {
        let tag = Bytes16(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
        return ".\(name).\(tag.hexadecimal).\(end)"
    }

    /// The names of such files in a directory that belong to this user, whether or not somebody works on them.
    static func all(in directory: Int32, beside name: String, ends: [String]) -> [String] {
        names(in: directory).filter { other in
            var status = stat()
            guard isName(other, beside: name, ends: ends),
                unsafe fstatat(directory, other, &status, AT_SYMLINK_NOFOLLOW) == 0
            else { return false }
            return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
        }
    }

    private static func isName(_ other: String, beside name: String, ends: [String]) -> Bool {
        let beginning = ".\(name)."
        guard other.hasPrefix(beginning) else { return false }
        let rest = other.dropFirst(beginning.count)
        let tag = rest.prefix { $0 != "." }
        return tag.utf8.count == 32 && Bytes16(hexadecimal: String(tag)) != nil
            && ends.contains { rest.dropFirst(tag.count) == "." + $0 }
    }

    private static func names(in directory: Int32) -> [String] {
        // The stream closes the descriptor it is given, and the caller's may hold a lock.
        let descriptor = unsafe openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        guard let stream = unsafe fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            names.append(
                unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                })
        }
        return names
    }
}
