import Foundation
import XCTest

/// A file that takes up the space of a small file system.
enum FullDisk {
    private static func filler(_ place: String) -> String { place + "/filler" }

    /// Fills the file system but for so many bytes.
    static func fill(_ place: String, leaving space: Int = 0) {
        let descriptor = unsafe open(filler(place), O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 1, count: 4_096)
        var written = 0
        while unsafe write(descriptor, block, block.count) > 0 { written += block.count }
        XCTAssertEqual(errno, ENOSPC)
        XCTAssertEqual(ftruncate(descriptor, off_t(max(0, written - space))), 0)
    }

    static func empty(_ place: String) throws { try FileManager.default.removeItem(atPath: filler(place)) }
}
