private import SecureStorePlatform

/// The greatest plausible length of a file, by the space that it occupies on the disk.
///
/// A hole costs nothing to make, but reading or copying it takes time and space. Still, an honest file may
/// occupy less than its length: file systems compress, and what a store has zeroed may occupy nothing.
enum PlausibleSize {
    /// The length that a file may have beyond its space: enough for some two million deleted items.
    private static let least: Int64 = 1 << 30
    /// The number of times that a file may be as long as the space it occupies.
    private static let factor: Int64 = 16

    /// The most bytes of a file that are read; 0 when there is no file.
    ///
    /// One that cannot be looked at counts as one that occupies nothing: it may be long all the same.
    static func most(at path: String) -> Int64 {
        guard let status = FileStatus(at: path) else { return errno == ENOENT ? 0 : least }
        return least + factor * status.space
    }

    /// The reason why a size that files claim is not plausible; nil if it is.
    static func problem(_ byteCount: Int64, at paths: String...) -> String? {
        guard byteCount > paths.reduce(0, { $0 + most(at: $1) }) else { return nil }
        return "\(paths[0]) is \(byteCount) bytes long, far more than it takes up on the disk"
    }
}
