import SecureStore
import XCTest

/// An error that a test provokes, and what its text has to say to somebody who reads nothing else.
struct Provoked {
    private let name: String
    private let status: StoreStatus
    private let words: [String]
    private let body: () throws -> Void
    private let line: UInt

    init<R>(
        _ name: String, _ status: StoreStatus, _ words: [String], line: UInt = #line,
        _ body: @escaping () throws -> R
    ) {
        (self.name, self.status, self.words, self.line) = (name, status, words, line)
        self.body = { _ = try body() }
    }

    /// Asserts the status and the words, and that there is no code in place of a name and no value of an
    /// item.
    func check(withoutValues values: [String] = [], file: StaticString = #filePath) {
        XCTAssertThrowsError(try body(), name, file: file, line: line) { error in
            guard let error = error as? StoreError else {
                return XCTFail("\(name): \(error)", file: file, line: line)
            }
            XCTAssertEqual(error.status, status, "\(name): \(error)", file: file, line: line)
            for word in words where !error.reason.contains(word) {
                XCTFail("\(name): no '\(word)' in: \(error)", file: file, line: line)
            }
            for value in values where error.reason.contains(value) {
                XCTFail("\(name): '\(value)' in: \(error)", file: file, line: line)
            }
            let isCode = error.description.split { !$0.isLetter }.contains { Self.codes.contains($0) }
            XCTAssertFalse(isCode, "\(name): a code in: \(error)", file: file, line: line)
            XCTAssertNotNil(error.status.name, "\(name): \(error)", file: file, line: line)
        }
    }

    /// Apple's words for classes and accessibilities in dictionaries.
    private static let codes: Set<Substring> = [
        "genp", "inet", "idnt", "ak", "ck", "dk", "aku", "cku", "dku", "akpu",
    ]
}
