import SecureStore
import XCTest

final class StoreStatusTests: XCTestCase {
    func test_rawValue_ofEachCode_isItsNumber() {
        for row in Self.rows { XCTAssertEqual(row.status.rawValue, row.number, row.name, line: row.line) }
    }

    func test_initRawValue_withKnownNumber_equalsTheNamedCode() {
        for row in Self.rows { XCTAssertEqual(StoreStatus(rawValue: row.number), row.status, line: row.line) }
    }

    func test_initRawValue_withUnknownNumber_keepsTheNumber() {
        for number in [1, -1, -1234, .min, .max] as [Int32] {
            XCTAssertEqual(StoreStatus(rawValue: number).rawValue, number)
        }
    }

    func test_rawValue_acrossAllCodes_isUnique() {
        XCTAssertEqual(Set(Self.rows.map(\.status.rawValue)).count, Self.rows.count)
    }

    func test_lowByte_acrossAllCodes_isUnique() {
        XCTAssertEqual(Set(Self.rows.map { $0.status.rawValue & 0xff }).count, Self.rows.count)
    }

    func test_description_ofEachCode_isNameThenNumber() {
        for row in Self.rows {
            XCTAssertEqual("\(row.status)", "\(row.name) (\(row.number))", line: row.line)
        }
    }

    func test_description_withUnknownNumber_isTheNumberAlone() {
        XCTAssertEqual("\(StoreStatus(rawValue: -1234))", "status -1234")
    }

    func test_description_acrossAllCodes_hasUniqueNames() {
        let names = Self.rows.map { $0.status.description.prefix { $0 != " " } }
        XCTAssertEqual(Set(names).count, Self.rows.count)
    }

    func test_description_acrossAllNumbers_namesNoCodeBesidesTheList() {
        let named = (-70_000...1_000).filter { !StoreStatus(rawValue: $0).description.hasPrefix("status ") }
        XCTAssertEqual(Set(named), Set(Self.rows.map(\.number)))
    }

    func test_message_ofEachCode_isOneLineWithoutFullStop() {
        for row in Self.rows {
            let message = row.status.message
            XCTAssertFalse(message.isEmpty, row.name, line: row.line)
            XCTAssertFalse(message.hasSuffix(".") || message.contains("\n"), message, line: row.line)
        }
    }

    func test_message_acrossAllCodes_isUnique() {
        XCTAssertEqual(Set(Self.rows.map(\.status.message)).count, Self.rows.count)
    }

    func test_message_withUnknownNumber_showsTheNumber() {
        XCTAssertEqual(StoreStatus(rawValue: -1234).message, "OSStatus -1234")
    }
}

extension StoreStatusTests {
    private struct Row {
        let status: StoreStatus
        let name: String
        let number: Int32
        let line: UInt

        init(_ status: StoreStatus, _ name: String, _ number: Int32, line: UInt = #line) {
            (self.status, self.name, self.number, self.line) = (status, name, number, line)
        }
    }

    // A second copy of every name and number, so that a slip in the library's table shows.
    private static let rows = [
        Row(.success, "success", 0),
        Row(.unimplemented, "unimplemented", -4),
        Row(.diskFull, "diskFull", -34),
        Row(.io, "io", -36),
        Row(.param, "param", -50),
        Row(.wrPerm, "wrPerm", -61),
        Row(.allocate, "allocate", -108),
        Row(.userCanceled, "userCanceled", -128),
        Row(.internalComponent, "internalComponent", -2070),
        Row(.unknownFormat, "unknownFormat", -25257),
        Row(.passphraseRequired, "passphraseRequired", -25260),
        Row(.keyIsSensitive, "keyIsSensitive", -25258),
        Row(.keySizeNotAllowed, "keySizeNotAllowed", -25311),
        Row(.verifyFailed, "verifyFailed", -67808),
        Row(.divergedHistory, "divergedHistory", -68001),
        Row(.unknownOutcome, "unknownOutcome", -68002),
        Row(.keptByFleet, "keptByFleet", -68004),
        Row(.notAvailable, "notAvailable", -25291),
        Row(.readOnly, "readOnly", -25292),
        Row(.authFailed, "authFailed", -25293),
        Row(.noSuchKeychain, "noSuchKeychain", -25294),
        Row(.invalidKeychain, "invalidKeychain", -25295),
        Row(.duplicateKeychain, "duplicateKeychain", -25296),
        Row(.duplicateItem, "duplicateItem", -25299),
        Row(.itemNotFound, "itemNotFound", -25300),
        Row(.dataTooLarge, "dataTooLarge", -25302),
        Row(.noSuchAttr, "noSuchAttr", -25303),
        Row(.noSuchClass, "noSuchClass", -25306),
        Row(.noDefaultKeychain, "noDefaultKeychain", -25307),
        Row(.interactionNotAllowed, "interactionNotAllowed", -25308),
        Row(.wrongSecVersion, "wrongSecVersion", -25310),
        Row(.invalidPrefsDomain, "invalidPrefsDomain", -25319),
        Row(.decode, "decode", -26275),
        Row(.missingEntitlement, "missingEntitlement", -34018),
        Row(.invalidDatabaseBlob, "invalidDatabaseBlob", -67598),
        Row(.recordModified, "recordModified", -67638),
        Row(.internalError, "internalError", -67671),
        Row(.invalidData, "invalidData", -67673),
        Row(.invalidKeyFormat, "invalidKeyFormat", -67742),
        Row(.multipleValuesUnsupported, "multipleValuesUnsupported", -67842),
        Row(.databaseLocked, "databaseLocked", -67869),
        Row(.invalidDBLocation, "invalidDBLocation", -67875),
    ]

    func test_name_ofCode_isThatOfTheMember() {
        XCTAssertEqual(StoreStatus.duplicateItem.name, "duplicateItem")
        XCTAssertNil(StoreStatus(rawValue: 1_234).name)
    }
}
