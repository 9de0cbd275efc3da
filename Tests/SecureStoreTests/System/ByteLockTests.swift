import Foundation
import XCTest

@testable import SecureStore

/// One holder for each byte of a file that is this user's alone.
final class ByteLockTests: StoreTestCase {
    func test_init_whileTheByteIsHeldInOneProcess_isRefusedUntilItIsReleased() throws {
        let path = directory + "/lock"
        let first = try ByteLock(1, in: path, waitingAtMost: .zero)
        assertThrows(.databaseLocked) { try ByteLock(1, in: path, waitingAtMost: .milliseconds(5)) }
        _ = try ByteLock(2, in: path, waitingAtMost: .zero)
        first.release()
        XCTAssertNoThrow(try ByteLock(1, in: path, waitingAtMost: .zero))
    }

    func test_init_inFileThatIsNotOursAlone_throws() throws {
        let (open, link) = (directory + "/open", directory + "/link")
        let facts: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
        XCTAssertTrue(FileManager.default.createFile(atPath: open, contents: nil, attributes: facts))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory + "/target")
        let rows: [(path: String, status: StoreStatus)] = [
            (open, .invalidDBLocation), (link, .invalidDBLocation), (directory, .io),
            (directory + "/missing/lock", .noSuchKeychain),
        ]
        for row in rows {
            XCTAssertEqual(
                thrownStatus { _ = try ByteLock(1, in: row.path, waitingAtMost: .zero) }, row.status, row.path
            )
        }
    }

    func test_release_inForkedChild_leavesTheLockToTheParent() throws {
        let path = directory + "/lock"
        var lock: ByteLock? = try ByteLock(1, in: path, waitingAtMost: .zero)
        let end = try endOfForkedChild {
            lock?.release()
            lock = nil
            return 0
        }
        XCTAssertEqual(end, .exit(0))
        assertThrows(.databaseLocked) { try ByteLock(1, in: path, waitingAtMost: .zero) }
        lock?.release()
        XCTAssertNoThrow(try ByteLock(1, in: path, waitingAtMost: .zero))
    }
}
