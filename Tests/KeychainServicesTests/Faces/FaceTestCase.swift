import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import KeychainServices

/// Rows that go through both faces, each on a store of its own.
class FaceTestCase: StoreTestCase {
    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    /// One row of a table: what is done through a face, and what it answers.
    struct Row {
        let name: String
        let expected: String
        let groups: [String]?
        let line: UInt
        let act: (any Face) throws -> String

        init(
            _ name: String, _ expected: String, groups: [String]? = nil, line: UInt = #line,
            _ act: @escaping (any Face) throws -> String
        ) {
            (self.name, self.expected, self.groups, self.line, self.act) = (name, expected, groups, line, act)
        }
    }

    /// Asserts that every row answers as expected through the core, and the same through Apple's names.
    func assertBothFaces(_ rows: [Row], file: StaticString = #filePath) throws {
        for row in rows {
            let core = try row.act(CoreFace(store: try makeStore(row.groups)))
            XCTAssertEqual(core, row.expected, "\(row.name): checked dictionary", file: file, line: row.line)
            let apple = try row.act(AppleFace(try makeStore(row.groups)))
            XCTAssertEqual(apple, core, "\(row.name): by Apple's names", file: file, line: row.line)
        }
    }

    private func makeStore(_ groups: [String]?) throws -> ItemStore {
        try ItemStore.inMemory(options: StoreOptions(accessGroups: groups), now: { [clock] in clock.now })
    }
}

/// The password that most rows speak of.
let mail: ItemDictionary = ["class": "genp", "svce": "mail", "acct": "maria"]

/// The same with a secret and a label.
func fullMail() throws -> ItemDictionary { mail + ["labl": "a", "v_Data": try secretValue("one")] }
