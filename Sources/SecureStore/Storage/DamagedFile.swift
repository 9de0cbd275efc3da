private import SecureStorePlatform

/// A file that is only looked at: SQLite lends its descriptor and nothing else, and nothing is written.
final class DamagedFile {
    /// How many bytes are looked at: all of them, but for what can only be a hole.
    let byteCount: Int
    /// How long it is by name.
    let size: Int
    /// What is wrong with that, if anything.
    let problem: String?
    private let file: RawDatabase

    /// Opens a regular file; nil when there is none of that name.
    init?(_ path: String) throws(StoreError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
            if errno == ENOENT { return nil }
            throw SystemError.error("\(path) cannot be opened", errno, missing: .noSuchKeychain)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.invalidDBLocation, "\(path) is not a regular file")
        }
        file = try RawDatabase(path: path, forReadingOnly: true)
        let size = try file.size()
        self.size = Int(clamping: size)
        byteCount = Int(clamping: min(size, PlausibleSize.most(at: path)))
        problem = PlausibleSize.problem(size, at: path)
    }

    /// So many bytes from an offset; nil when they do not all exist or cannot be read.
    ///
    /// A disk that fails in one spot may still give the others.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= byteCount - count else { return nil }
        do throws(StoreError) {
            let bytes = try file.bytes(at: Int64(offset), count: count)
            return bytes.count == count ? bytes : nil
        } catch { return nil }
    }
}
