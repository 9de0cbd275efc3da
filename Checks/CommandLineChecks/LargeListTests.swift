import Foundation
import XCTest

/// Lists that are larger than a secret may be.
final class LargeListTests: CommandTestCase {
    func test_import_ofWhatExportWrote_takesEveryItem() throws {
        let large = Data(repeating: UInt8(ascii: "a"), count: 9 << 20)
        for service in ["mail", "web"] {
            XCTAssertEqual(try run("set", service, "--stdin", input: large).code, 0)
        }
        let (list, other) = (temporary + "/list.csv", temporary + "/other.store")
        XCTAssertEqual(try run("export", list, "--format", "csv", "--yes").code, 0)
        XCTAssertEqual(try run("init", "--store", other).code, 0)
        let imported = try run("import", list, "--store", other)
        XCTAssertTrue(imported.text.contains("2 added"), imported.text + imported.errors)
    }
}
