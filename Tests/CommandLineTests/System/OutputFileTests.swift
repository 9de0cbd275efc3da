import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Files that get their names while others may take these.
final class OutputFileTests: CommandTestCase {
    func test_move_toNameThatWasTakenMeanwhile_keepsBoth() throws {
        let paths = ["copy", "taken"].map { temporary + "/" + $0 }
        for path in paths { try Data(path.utf8).write(to: URL(filePath: path)) }
        XCTAssertThrowsError(try OutputFile.move(paths[0], to: paths[1])) { error in
            XCTAssertEqual((error as? CommandError)?.exitCode, ExitCode(.duplicateKeychain))
        }
        for path in paths { XCTAssertEqual(try Data(contentsOf: URL(filePath: path)), Data(path.utf8)) }
    }
}
