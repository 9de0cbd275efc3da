private import SecureStorePlatform

/// A file that is only read.
///
/// SQLite is used for its descriptor alone.
final class DamagedFile {
    /// The number of bytes to read: the whole file, except for what can only be a hole.
    let byteCount: Int
    /// The length that the file system names.
    let size: Int
    /// The reason why that length is not plausible; nil if it is.
    let problem: String?
    private let file: RawDatabase

    /// Opens a regular file; nil when there is none at that path.
    init?(_ path: String) throws(StoreError) {
        guard let status = FileStatus(at: path), unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
        else {
            if errno == ENOENT { return nil }
            throw SystemError.error("\(path) cannot be opened", errno, missing: .noSuchKeychain)
        }
        guard status.isRegular else {
            throw StoreError(.invalidDBLocation, "\(path) is not a regular file; give the path of one")
        }
        file = try RawDatabase(path: path, forReadingOnly: true)
        let size = try file.size()
        self.size = Int(clamping: size)
        byteCount = Int(clamping: min(size, PlausibleSize.most(at: path)))
        problem = PlausibleSize.problem(size, at: path)
    }

    /// Reads `count` bytes at an offset; nil when some of them do not exist or cannot be read.
    ///
    /// Bytes elsewhere may still be readable: a disk can fail in one place only.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= byteCount - count else { return nil }
        do throws(StoreError) {
            let bytes = try file.bytes(at: Int64(offset), count: count)
            return bytes.count == count ? bytes : nil
        } catch { return nil }
    }
}
