import Foundation
import XCTest

@testable import SecureStore

/// Tests of when two values are equal, to a comparison and to the tokens alike.
final class AttributeMatchingTests: XCTestCase {
    private struct PairRow {
        let kind: AttributeKind
        let values: (AttributeValue, AttributeValue)
        let isEqual: Bool
        let line: UInt

        init(
            _ kind: AttributeKind, _ a: AttributeValue, _ b: AttributeValue, _ isEqual: Bool,
            line: UInt = #line
        ) {
            (self.kind, values, self.isEqual, self.line) = (kind, (a, b), isEqual, line)
        }
    }

    private static let instant = Date(timeIntervalSinceReferenceDate: 700_000_000.1)
    private static let next = Date(
        timeIntervalSinceReferenceDate: instant.timeIntervalSinceReferenceDate.nextUp)

    private let rows = [
        PairRow(.blob, .string("bob"), .string("bob"), true),
        PairRow(.blob, .string("bob"), .data(Data("bob".utf8)), true),
        PairRow(.blob, .number(258), .data(Data([2, 1, 0, 0])), true),
        PairRow(.blob, .number(0x3030_3030), .string("0000"), true),
        PairRow(.blob, .string(""), .data(Data()), true),
        PairRow(.blob, .string("bob"), .string("Bob"), false),
        PairRow(.blob, .string("bob"), .string("bob "), false),
        PairRow(.blob, .string("caf\u{e9}"), .string("cafe\u{301}"), false),
        PairRow(.blob, .number(1), .string("1"), false),
        PairRow(.data, .data(Data([1])), .data(Data([1])), true),
        PairRow(.data, .data(Data([1])), .data(Data([1, 0])), false),
        PairRow(.number, .number(443), .number(443), true),
        PairRow(.number, .number(443), .number(444), false),
        PairRow(.number, .string("http"), .string("http"), true),
        PairRow(.number, .string("http"), .string("htps"), false),
        PairRow(.number, .number(0), .string(""), false),
        PairRow(.number, .number(0x3130), .string("01"), false),
        PairRow(.date, .date(instant), .date(instant), true),
        PairRow(.date, .date(instant), .date(next), false),
        PairRow(.string, .string("a"), .string("a"), true),
        PairRow(.string, .string("caf\u{e9}"), .string("cafe\u{301}"), false),
    ]

    func test_matches_ofTwoValues_comparesByKind() {
        for row in rows {
            let (a, b) = row.values
            XCTAssertEqual(a.matches(b, as: row.kind), row.isEqual, "\(a) and \(b)", line: row.line)
            XCTAssertEqual(b.matches(a, as: row.kind), row.isEqual, "\(b) and \(a)", line: row.line)
        }
    }

    func test_appendComparable_ofTwoValues_agreesWithTheComparison() {
        for row in rows {
            var (a, b): ([UInt8], [UInt8]) = ([], [])
            row.values.0.appendComparable(as: row.kind, to: &a)
            row.values.1.appendComparable(as: row.kind, to: &b)
            XCTAssertEqual(a == b, row.isEqual, "\(row.values)", line: row.line)
        }
    }

    func test_value_readAsAnotherType_isNilUnlessItFits() {
        let date = AttributeValue.date(Self.instant)
        XCTAssertEqual(AttributeValue.data(Data("é".utf8)).text, "é")
        XCTAssertNil(AttributeValue.data(Data([0xff])).text)
        XCTAssertEqual(AttributeValue.string("é").data, Data([0xc3, 0xa9]))
        XCTAssertNil(AttributeValue.number(1).data)
        XCTAssertNil(AttributeValue.string("1").number)
        XCTAssertEqual(date.date, Self.instant)
        XCTAssertNil(AttributeValue.number(1).date)
    }

    private func attributes(_ server: AttributeValue) throws -> ItemAttributes {
        try ItemAttributes(.internetPassword, [.server: server])
    }

    func test_selection_withHost_matchesItAndWhatLiesBelow() throws {
        let rows: [(host: String, server: AttributeValue, matches: Bool)] = [
            ("a.b", .string("a.b"), true), ("a.b", .string("x.a.b"), true), ("a.b", .string("xa.b"), false),
            ("a.b", .string("A.b"), false), ("a.b", .data(Data("a.b".utf8)), false),
            ("a.b", .string("b"), false),
            ("b", .string(".b"), true), ("a.b", .string(""), false),
            ("caf\u{e9}", .string("cafe\u{301}"), false),
        ]
        for (host, server, matches) in rows {
            var selection = Selection(.internetPassword)
            selection.hostsOrSubdomains = [host]
            XCTAssertEqual(selection.matches(try attributes(server)), matches, "\(host) of \(server)")
        }
    }

    func test_selection_withScope_matchesThatKind() throws {
        let stays = ItemAttributes(.key)
        let travels = try ItemAttributes(.key, [.synchronizable: .number(1)])
        let rows: [(SynchronizableScope, Bool, Bool)] = [
            (.no, true, false), (.only, false, true), (.any, true, true),
        ]
        for (scope, first, second) in rows {
            var selection = Selection(.key)
            selection.synchronizable = scope
            XCTAssertEqual(selection.matches(stays), first, "\(scope)")
            XCTAssertEqual(selection.matches(travels), second, "\(scope)")
        }
    }

    func test_selection_requiringAnAttributeTwice_keepsBoth() {
        var selection = Selection(.genericPassword)
        selection.require(.account, .string("a"))
        selection.require(.account, .string("b"))
        XCTAssertEqual(selection.conditions.map(\.value), [.string("a"), .string("b")])
        XCTAssertTrue(selection.contradictsItself)
    }

    func test_selection_requiringOneValueInTwoForms_contradictsItselfWhereItsBytesDiffer() {
        let rows: [(AttributeValue, AttributeValue, Bool)] = [
            (.string("a"), .data(Data("a".utf8)), false), (.string("\u{e9}"), .string("e\u{301}"), true),
        ]
        for (first, second, isContradiction) in rows {
            var selection = Selection(.genericPassword)
            selection.require(.account, first)
            selection.require(.account, second)
            XCTAssertEqual(selection.contradictsItself, isContradiction)
        }
    }

    func test_selection_withAnyNarrowing_isNotTheWholeClass() {
        XCTAssertTrue(Selection(.key).isWholeClass)
        let changes: [(inout Selection) -> Void] = [
            { $0.require(.label, .string("a")) }, { $0.among = [] }, { $0.hostsOrSubdomains = ["x"] },
            { $0.certificates.issuers = [[Data()]] }, { $0.certificates.validOn = [nil] },
            { $0.reference = ItemReference(.key, Bytes16(high: 0, low: 1)) },
        ]
        for (number, change) in changes.enumerated() {
            var selection = Selection(.key)
            change(&selection)
            XCTAssertFalse(selection.isWholeClass, "\(number)")
        }
    }
}
