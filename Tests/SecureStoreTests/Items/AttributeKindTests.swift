import Foundation
import XCTest

@testable import SecureStore

/// Tests of what each kind of attribute takes, and in which form it keeps it.
final class AttributeKindTests: XCTestCase {
    private struct KindRow {
        let kind: AttributeKind
        let given: AttributeValue
        let kept: AttributeValue?
        let line: UInt

        init(_ kind: AttributeKind, _ given: AttributeValue, _ kept: AttributeValue?, line: UInt = #line) {
            (self.kind, self.given, self.kept, self.line) = (kind, given, kept, line)
        }
    }

    private let date = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 1.5))
    private let bytes = AttributeValue.data(Data([0xff, 0]))
    private let plain = AttributeValue.accessControl(AccessControl(plain: .always))

    private func assertKept(_ rows: [KindRow]) {
        for row in rows {
            XCTAssertEqual(
                row.kind.normalize(row.given), row.kept, "\(row.kind) of \(row.given)", line: row.line)
        }
    }

    func test_normalize_ofBlob_keepsTheFormGiven() {
        assertKept([
            KindRow(.blob, .string(""), .string("")), KindRow(.blob, .string("a\0b"), .string("a\0b")),
            KindRow(.blob, bytes, bytes), KindRow(.blob, .number(-1), .number(-1)),
            KindRow(.blob, .number(2_147_483_647), .number(2_147_483_647)),
            KindRow(.blob, .number(2_147_483_648), nil), KindRow(.blob, date, nil),
            KindRow(.blob, plain, nil),
        ])
    }

    func test_normalize_ofData_becomesBytes() {
        assertKept([
            KindRow(.data, bytes, bytes), KindRow(.data, .string("é"), .data(Data([0xc3, 0xa9]))),
            KindRow(.data, .string(""), .data(Data())),
            KindRow(.data, .number(-2), .data(Data([0xfe, 255, 255, 255]))),
            KindRow(.data, .number(.max), nil), KindRow(.data, date, nil), KindRow(.data, plain, nil),
        ])
    }

    func test_normalize_ofNumber_readsCanonicalDecimals() {
        assertKept([
            KindRow(.number, .number(.max), .number(.max)), KindRow(.number, .string("0"), .number(0)),
            KindRow(.number, .string("-2147483648"), .number(-2_147_483_648)),
            KindRow(.number, .string("2147483647"), .number(2_147_483_647)),
            KindRow(.number, .string("2147483648"), .string("2147483648")),
            KindRow(.number, .string("-0"), .string("-0")), KindRow(.number, .string("+1"), .string("+1")),
            KindRow(.number, .string("01"), .string("01")), KindRow(.number, .string(" 1"), .string(" 1")),
            KindRow(.number, .string("1.0"), .string("1.0")), KindRow(.number, .string("٣"), .string("٣")),
            KindRow(.number, .string(""), .string("")), KindRow(.number, bytes, nil),
            KindRow(.number, date, nil),
            KindRow(.number, plain, nil),
        ])
    }

    func test_normalize_ofDate_takesFiniteDatesOnly() {
        assertKept([
            KindRow(.date, date, date), KindRow(.date, .string("2026"), nil), KindRow(.date, .number(1), nil),
            KindRow(.date, bytes, nil), KindRow(.date, plain, nil),
            KindRow(.date, .date(Date(timeIntervalSinceReferenceDate: .infinity)), nil),
            KindRow(.date, .date(Date(timeIntervalSinceReferenceDate: .nan)), nil),
        ])
    }

    func test_normalize_ofDate_givesZeroOneSign() {
        guard
            case .date(let date)? = AttributeKind.date.normalize(
                .date(Date(timeIntervalSinceReferenceDate: -0.0)))
        else { return XCTFail("not taken") }
        XCTAssertEqual(date.timeIntervalSinceReferenceDate.sign, .plus)
    }

    func test_normalize_ofString_becomesText() {
        assertKept([
            KindRow(.string, .string("a"), .string("a")),
            KindRow(.string, .data(Data([0xc3, 0xa9])), .string("é")),
            KindRow(.string, .data(Data()), .string("")),
            KindRow(.string, bytes, nil), KindRow(.string, .number(1), nil), KindRow(.string, date, nil),
            KindRow(.string, plain, nil),
        ])
    }

    func test_normalize_ofAccessibility_takesTheSevenNames() {
        let codes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]
        assertKept(codes.map { KindRow(.accessibility, .string($0), .string($0)) })
        assertKept(["", "f", "AK", "ak ", "x"].map { KindRow(.accessibility, .string($0), nil) })
        assertKept([
            KindRow(.accessibility, .data(Data("ak".utf8)), nil), KindRow(.accessibility, .number(1), nil),
            KindRow(.accessibility, plain, nil),
        ])
    }

    func test_normalize_ofAccessControl_takesNothingElse() {
        assertKept([
            KindRow(.accessControl, plain, plain), KindRow(.accessControl, .string("ak"), nil),
            KindRow(.accessControl, bytes, nil), KindRow(.accessControl, .number(1), nil),
            KindRow(.accessControl, date, nil),
        ])
    }

    func test_littleEndian_ofNumber_isFourBytesLowestFirst() {
        XCTAssertEqual(AttributeKind.littleEndian(0x0102_0304), Data([4, 3, 2, 1]))
        XCTAssertEqual(AttributeKind.littleEndian(-1), Data([255, 255, 255, 255]))
        XCTAssertEqual(AttributeKind.littleEndian(.min), Data([0, 0, 0, 0x80]))
    }
}
