import SecureStore
import XCTest

@testable import SecureStoreSecretService

/// The index by which a search finds items without opening others.
final class AttributeIndexTests: XCTestCase {
    private func reference(_ number: UInt8) throws -> ItemReference {
        try ItemReference(persistent: Data("genp".utf8) + Data(repeating: number, count: 16))
    }

    private func index() throws -> AttributeIndex {
        var index = AttributeIndex()
        index.put(try reference(1), .init([("user", "maria"), ("service", "mail")], in: "login", at: 1))
        index.put(try reference(2), .init([("user", "bob"), ("service", "mail")], in: "login", at: 2))
        index.put(try reference(3), .init([("user", "maria")], in: "work", at: 3))
        return index
    }

    func test_candidates_ofSeveral_haveTheLastOneFirst() throws {
        let index = try index()
        XCTAssertEqual(
            index.candidates([("service", "mail")], in: nil), [try reference(2), try reference(1)])
        XCTAssertEqual(index.candidates([("user", "maria")], in: "login"), [try reference(1)])
        XCTAssertEqual(index.candidates([("service", "mail"), ("user", "eve")], in: nil), [])
    }

    func test_candidates_ofExactlyTheseAttributes_haveNoOthers() throws {
        let index = try index()
        XCTAssertEqual(
            index.candidates([("user", "maria")], in: nil), [try reference(3), try reference(1)])
        XCTAssertEqual(index.candidates([("user", "maria")], in: nil, exactly: true), [try reference(3)])
    }

    func test_candidates_withoutAttributes_areAllOfTheCollection() throws {
        let index = try index()
        XCTAssertEqual(index.candidates([], in: "login").count, 2)
        XCTAssertEqual(index.items(of: "login"), [try reference(1), try reference(2)])
    }

    func test_candidates_ofTextThatLooksTheSame_areNone() throws {
        var index = AttributeIndex()
        index.put(try reference(1), .init([("user", "caf\u{e9}")], in: "login", at: 1))
        XCTAssertEqual(index.candidates([("user", "cafe\u{301}")], in: nil), [])
        XCTAssertEqual(index.candidates([("user", "caf\u{e9}")], in: nil), [try reference(1)])
    }

    func test_count_afterChanges_isThatOfTheItems() throws {
        var index = try index()
        index.put(try reference(1), .init([("user", "eve")], in: "work", at: 4))
        index.remove(try reference(3))
        index.remove(try reference(3))
        for name in ["login", "work", "none"] {
            XCTAssertEqual(index.count(of: name), index.items(of: name).count, name)
        }
    }

    func test_put_again_forgetsTheEarlierAttributes() throws {
        var index = try index()
        index.put(try reference(1), .init([("user", "eve")], in: "login", at: 4))
        XCTAssertEqual(index.candidates([("service", "mail")], in: nil), [try reference(2)])
        XCTAssertEqual(index.remove(try reference(1))?.collection, "login")
        XCTAssertEqual(index.candidates([("user", "eve")], in: nil), [])
    }
}
