import FoundationEssentials
import XCTest

@testable import SecureStore

final class CodableTests: StoreTestCase {
    private struct Token: Codable, Equatable {
        var access: String
        var expiry: Date
        var scopes: [String]
    }

    private let token = Token(
        access: "a\u{0}\u{1F511}", expiry: Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7),
        scopes: ["read", ""])

    func test_value_afterSetValue_isTheSame() throws {
        let store = try makeStore()
        try store.setValue(token, of: GenericPassword(service: "api", account: "maria"))
        XCTAssertEqual(
            try store.value(Token.self, of: GenericPassword(service: "api", account: "maria")), token)
    }

    func test_value_ofArray_isTheSame() throws {
        let store = try makeStore()
        try store.setValue([token, token], of: GenericPassword(service: "api"))
        XCTAssertEqual(try store.value([Token].self, of: GenericPassword(service: "api")), [token, token])
    }

    func test_value_ofPlainValues_isTheSame() throws {
        let store = try makeStore()
        try store.setValue(42, of: GenericPassword(service: "number"))
        try store.setValue("text", of: GenericPassword(service: "text"))
        try store.setValue([Int](), of: GenericPassword(service: "empty"))
        XCTAssertEqual(try store.value(Int.self, of: GenericPassword(service: "number")), 42)
        XCTAssertEqual(try store.value(String.self, of: GenericPassword(service: "text")), "text")
        XCTAssertEqual(try store.value([Int].self, of: GenericPassword(service: "empty")), [])
    }

    func test_value_ofWhatIsNotThere_isNil() throws {
        XCTAssertNil(try makeStore().value(Token.self, of: GenericPassword(service: "api")))
    }

    func test_setValue_again_replacesAndKeepsTheReference() throws {
        let store = try makeStore()
        try store.setValue(1, of: GenericPassword(service: "api"))
        let before = try store.only(Query<GenericPassword>())
        try store.setValue(2, of: GenericPassword(service: "api"))
        XCTAssertEqual(try store.only(Query<GenericPassword>()).reference, before.reference)
        XCTAssertEqual(try store.value(Int.self, of: GenericPassword(service: "api")), 2)
    }

    func test_value_ofAnotherType_throwsInvalidDataAndNamesThePlaceWithoutTheValue() throws {
        let store = try makeStore()
        let item = GenericPassword(service: "api")
        let old = ["hunter2": [OldToken(access: 7), OldToken(access: 8)]]
        try store.setValue(old, of: item)
        XCTAssertThrowsError(try store.value([String: [Token]].self, of: item)) {
            XCTAssertTrue("\($0)".contains(": *.0.access is no String;"), "\($0)")
        }
        XCTAssertThrowsError(try store.value(Token.self, of: item)) {
            XCTAssertEqual(($0 as? StoreError)?.status, .invalidData)
            XCTAssertTrue("\($0)".contains(": access is missing;"), "\($0)")
        }
    }

    private struct OldToken: Codable { var access: Int }

    func test_value_underNumbersAndNamesOfTheSecret_namesNeither() throws {
        let store = try makeStore()
        let item = GenericPassword(service: "api")
        try store.setValue(["41111111": [false]], of: item)
        for read in [
            { _ = try store.value([Int: [Int]].self, of: item) },
            { _ = try store.value(Names.self, of: item) },
        ] {
            XCTAssertThrowsError(try read()) { XCTAssertTrue("\($0)".contains(": *"), "\($0)") }
            XCTAssertThrowsError(try read()) { XCTAssertFalse("\($0)".contains("41111111"), "\($0)") }
        }
    }

    /// Reads whatever names there are, as for accounts.
    private struct Names: Decodable {
        struct Name: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: Name.self)
            for name in names.allKeys { _ = try names.decode(String.self, forKey: name) }
        }
    }

    func test_value_ofDamagedItem_throwsDecode() throws {
        let store = try makeStore()
        try store.setValue(token, of: GenericPassword(service: "api"))
        try tamper("UPDATE item SET secret = zeroblob(length(secret))")
        assertThrows(.decode) { try openStore().value(Token.self, of: GenericPassword(service: "api")) }
    }

    func test_value_ofItemWithoutSecret_throwsInvalidData() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "api"))
        assertThrows(.invalidData) { try store.value(Int.self, of: GenericPassword(service: "api")) }
    }

    func test_setValue_ofWhatCannotBeEncoded_throwsParamWithoutTheValue() throws {
        let store = try makeStore()
        XCTAssertThrowsError(try store.setValue([Double.infinity], of: GenericPassword(service: "api"))) {
            error in
            XCTAssertEqual((error as? StoreError)?.status, .param)
            XCTAssertFalse("\(error)".contains("inf"))
        }
    }

    func test_value_withOlderTwinInAnotherGroup_isTheOneThatWasSet() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "api", accessGroup: "team"), secret: secret("1"))
        try store.setValue(2, of: GenericPassword(service: "api"))
        XCTAssertEqual(try store.value(Int.self, of: GenericPassword(service: "api")), 2)
    }

    // MARK: - Changing

    private func count(_ store: ItemStore) throws -> Int? {
        try store.value(of: GenericPassword(service: "count"))
    }

    func test_updateValue_ofValue_storesWhatTheClosureMakesOfIt() throws {
        let store = try makeStore()
        try store.setValue(token, of: GenericPassword(service: "api", label: "Label"))
        try store.updateValue(of: GenericPassword(service: "api"), as: Token.self) {
            $0.scopes.append("write")
        }
        let match = try XCTUnwrap(try store.match(of: GenericPassword(service: "api")))
        XCTAssertEqual(try match.value(as: Token.self).scopes, ["read", "", "write"])
        XCTAssertEqual(match.item.label, "Label")
    }

    func test_updateValue_ofWhatIsNotThere_throwsItemNotFound() throws {
        assertThrows(.itemNotFound) {
            try self.makeStore().updateValue(of: GenericPassword(service: "api"), as: Int.self) { $0 += 1 }
        }
    }

    func test_updateValue_ofClosureThatThrows_leavesTheValue() throws {
        struct Own: Error {}
        let store = try makeStore()
        try store.setValue(1, of: GenericPassword(service: "count"))
        XCTAssertThrowsError(
            try store.updateValue(of: GenericPassword(service: "count"), as: Int.self) { count in
                count = 2
                throw Own()
            }
        ) { XCTAssertTrue($0 is Own) }
        XCTAssertEqual(try count(store), 1)
    }

    func test_data_ofSecret_isItsBytes() throws {
        XCTAssertEqual(try secret("a\u{0}b").data(), Data([97, 0, 98]))
    }
}
