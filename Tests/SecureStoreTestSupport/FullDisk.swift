import Foundation
import XCTest

/// A file that takes up the space of a small file system, or of a quota.
enum FullDisk {
    private static func filler(_ place: String) -> String { place + "/filler" }

    /// Fills the place but for so many bytes, until the system refuses more with this error.
    static func fill(_ place: String, _ error: Int32 = ENOSPC, leaving space: Int = 0) {
        let descriptor = unsafe open(filler(place), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var written = 0
        for size in [1 << 16, 1 << 12, 1] {
            let block = [UInt8](repeating: 1, count: size)
            while unsafe write(descriptor, block, size) > 0 { written += size }
            XCTAssertEqual(errno, error)
        }
        XCTAssertEqual(ftruncate(descriptor, off_t(max(0, written - space))), 0)
        XCTAssertEqual(fsync(descriptor), 0)
    }

    /// Mounts a file system for the length of `body`, and lends a folder of it with a quota, which is its own
    /// volume.
    static func withQuota(
        ofKilobytes most: Int, in directory: String, _ body: (String) throws -> Void
    ) throws {
        let (maker, tool) = (try Tool("mkfs.btrfs"), try Tool("btrfs"))
        let (image, mounted) = (directory + "/image", directory + "/mounted")
        try FileManager.default.createDirectory(atPath: mounted, withIntermediateDirectories: false)
        XCTAssertTrue(FileManager.default.createFile(atPath: image, contents: nil))
        XCTAssertEqual(unsafe truncate(image, 128 << 20), 0)
        try maker.run(["-q", image])
        do { try Tool("mount").run(["-o", "loop", image, mounted]) } catch {
            throw XCTSkip("the test may not mount a file system: \(error)")
        }
        defer { XCTAssertEqual(unsafe umount2(mounted, Int32(MNT_DETACH)), 0) }
        let place = mounted + "/place"
        try tool.run(["subvolume", "create", place])
        XCTAssertEqual(unsafe chmod(place, 0o700), 0)
        try tool.run(["quota", "enable", mounted])
        try tool.run(["qgroup", "limit", "\(most)K", place])
        try body(place)
    }

    static func empty(_ place: String) throws { try FileManager.default.removeItem(atPath: filler(place)) }
}
