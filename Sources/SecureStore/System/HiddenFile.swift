private import SecureStorePlatform

/// Unfinished files, which lie beside the file they will become under a hidden name of the form
/// `.NAME.TAG.END`.
enum HiddenFile {
    /// A new hidden name that is free.
    static func name(beside name: String, end: String) -> String {
        let tag = tag(.random(in: .min ... .max), .random(in: .min ... .max), beside: name)
        return ".\(name).\(tag.hexadecimal).\(end)"
    }

    /// Twelve random bytes, and four computed from them and the name.
    ///
    /// Other programs have files of this form as well, and only our own may be removed unasked.
    private static func tag(_ high: UInt64, _ low: UInt64, beside name: String) -> Bytes16 {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { sum = (sum ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        for word in [high, low >> 32] { sum = (sum ^ word) &* 0x0100_0000_01b3 }
        return Bytes16(high: high, low: low & ~0xffff_ffff | (sum ^ (sum >> 32)) & 0xffff_ffff)
    }

    private static func isOurs(_ text: Substring, beside name: String) -> Bool {
        guard let found = Bytes16(hexadecimal: String(text)), found.hexadecimal == text else { return false }
        return found == tag(found.high, found.low, beside: name)
    }

    /// The names of this user's hidden files beside a name, including those that a process still works on.
    static func all(in directory: Int32, beside name: String, ends: [String]) -> [String] {
        names(in: directory).filter { other in
            isName(other, beside: name, ends: ends) && isOwnFile(other, in: directory)
        }
    }

    /// The hidden files of our programs beside any name; only some if the directory has many files.
    ///
    /// Every opening of a store calls this. Few directories have such files, so it must cost next to nothing.
    static func some(in directory: Int32, ends: [String]) -> [String] {
        names(in: directory, most: mostLookedAt).filter { other in
            let parts = other.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count >= 4 else { return false }
            let name = parts[1..<(parts.count - 2)].joined(separator: ".")
            return !name.isEmpty && isName(other, beside: name, ends: ends)
                && isOwnFile(other, in: directory)
        }
    }

    private static let mostLookedAt = 1_000

    private static func isOwnFile(_ name: String, in directory: Int32) -> Bool {
        var status = stat()
        guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
    }

    private static func isName(_ other: String, beside name: String, ends: [String]) -> Bool {
        let beginning = ".\(name)."
        guard other.hasPrefix(beginning) else { return false }
        let rest = other.dropFirst(beginning.count)
        let tag = rest.prefix { $0 != "." }
        return isOurs(tag, beside: name)
            && ends.contains { rest.dropFirst(tag.count) == "." + $0 }
    }

    /// The names in a directory that begin with a dot.
    private static func names(in directory: Int32, most: Int = .max) -> [String] {
        // The stream closes its descriptor, and the caller's may hold a lock.
        let descriptor = unsafe openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        guard let stream = unsafe fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { unsafe closedir(stream) }
        var (names, count): ([String], Int) = ([], 0)
        while count < most, let entry = unsafe readdir(stream) {
            count += 1
            guard unsafe entry.pointee.d_name.0 == CChar(bitPattern: UInt8(ascii: ".")) else { continue }
            names.append(
                unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                })
        }
        return names
    }
}
