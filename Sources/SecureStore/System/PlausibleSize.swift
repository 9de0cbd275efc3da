private import SecureStorePlatform

/// How long a file can be for what it takes up on the disk.
///
/// A hole costs whoever makes it nothing, and whoever reads or copies it time and room. Yet a file may well take up less
/// than it holds: file systems compress, and what a store has cleared takes up nothing there.
enum PlausibleSize {
    /// What any file may hold beyond what it takes up: some two million items that were deleted.
    private static let least: Int64 = 1 << 30
    /// And how many times what it takes up.
    private static let factor: Int64 = 16

    /// How many bytes of a file are looked at; 0 for one that is not there.
    static func most(at path: String) -> Int64 {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return 0 }
        // What no disk has is no number either.
        return least + factor * 512 * min(Int64(clamping: status.st_blocks), 1 << 45)
    }

    /// What is wrong with so many bytes that come from files; nil if nothing is.
    static func problem(_ byteCount: Int64, at paths: String...) -> String? {
        guard byteCount > paths.reduce(0, { $0 + most(at: $1) }) else { return nil }
        return "\(paths[0]) is \(byteCount) bytes long, far more than it takes up on the disk"
    }
}
