private import SecureStorePlatform

/// How long a file can plausibly be for the space that it occupies on the disk.
///
/// A hole costs nothing to make, but reading or copying it takes time and space. Still, an honest file may occupy less
/// than its length: file systems compress, and what a store has zeroed may occupy nothing.
enum PlausibleSize {
    /// What any file may hold beyond the space it occupies: some two million deleted items.
    private static let least: Int64 = 1 << 30
    /// How many times the space it occupies a file may hold.
    private static let factor: Int64 = 16

    /// How many bytes of a file are read at most; 0 when there is no file.
    static func most(at path: String) -> Int64 {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return 0 }
        // A number of blocks that no disk has is not believed.
        return least + factor * 512 * min(Int64(clamping: status.st_blocks), 1 << 45)
    }

    /// What is wrong with a size that files claim; nil if nothing is.
    static func problem(_ byteCount: Int64, at paths: String...) -> String? {
        guard byteCount > paths.reduce(0, { $0 + most(at: $1) }) else { return nil }
        return "\(paths[0]) is \(byteCount) bytes long, far more than it takes up on the disk"
    }
}
