import Foundation
import XCTest

@testable import SecureStoreCLI

/// The table that everything else is made from, and what is made from it.
final class CommandTableTests: CommandTestCase {
    private let tables = [.securestore] + CommandTable.securestore.dialects

    func test_manualPage_whenFormatted_hasNoFaults() throws {
        let groff = URL(fileURLWithPath: try Tool("groff").path)
        for table in tables {
            let page = Data(ManualPage(table: table).text.utf8)
            let outcome = try run(groff, ["-man", "-Tutf8", "-ww", "-z"], input: page)
            XCTAssertEqual(outcome.errors, "")
        }
    }
}
