private import Glibc

/// Where relative paths begin.
enum WorkingDirectory {
    /// Its path; one that is not text is refused, as what it is repaired to is another place.
    static func path() throws(CommandError) -> String {
        guard let bytes = unsafe getcwd(nil, 0) else {
            throw .failure("the current directory is not known: \(SystemMessage.last)")
        }
        defer { unsafe free(bytes) }
        guard let path = unsafe String(validatingCString: bytes) else {
            throw .failure("the path of the current directory is not UTF-8 text")
        }
        return path
    }
}
