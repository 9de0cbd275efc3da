import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// A named pipe whose writer sends a byte now and then.
final class TricklingPipeTests: CommandTestCase {
    /// Each byte comes long before the wait for it would end.
    func test_read_ofPipeThatTrickles_endsAllTheSame() throws {
        let path = temporary + "/pipe"
        XCTAssertEqual(unsafe mkfifo(path, 0o600), 0)
        // Open for both, so that no write ends the process when the reader has gone.
        let both = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
        Thread.detachNewThread {
            for _ in 0..<200 {
                both.write(Data([1]))
                usleep(20_000)
            }
            try? both.close()
        }
        XCTAssertThrowsError(try SecretInput.file(path, patience: .milliseconds(100))) { error in
            let error = error as? CommandError
            XCTAssertEqual(error?.exitCode, ExitCode(StoreStatus.interactionNotAllowed))
            XCTAssertTrue(error?.message.hasPrefix("\(path) is too slow") ?? false, "\(error as Any)")
        }
    }
}
