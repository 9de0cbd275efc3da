import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

final class ByteSearchTests: XCTestCase {
    private struct Row {
        let needle: String
        let file: String
        let line: UInt

        init(_ needle: String, in file: String, line: UInt = #line) {
            (self.needle, self.file, self.line) = (needle, file, line)
        }

        func finds() throws -> Bool {
            ByteSearch.finds(try SecretBytes(copying: needle.utf8), in: Data(file.utf8))
        }
    }

    func test_finds_withBytesOfTheFile_isTrue() throws {
        let rows = [
            Row("ab", in: "ab"),
            Row("ab", in: "abcd"),
            Row("cd", in: "abcd"),
            Row("aab", in: "aaaab"),
            Row("\0b", in: "a\0b\0c"),
        ]
        for row in rows { XCTAssertTrue(try row.finds(), row.needle, line: row.line) }
    }

    func test_finds_withOtherBytes_isFalse() throws {
        let rows = [
            Row("ab", in: ""),
            Row("ab", in: "a"),
            Row("abc", in: "ab"),
            Row("ba", in: "abab".replacing("ba", with: "b-a")),
            Row("ab", in: "aaaa"),
        ]
        for row in rows { XCTAssertFalse(try row.finds(), row.needle, line: row.line) }
    }
}
