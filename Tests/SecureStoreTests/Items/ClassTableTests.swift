import Foundation
import XCTest

@testable import SecureStore

/// The table of attributes against a list of its own: code, kind, classes, and part in the identity.
final class ClassTableTests: XCTestCase {
    private struct AttributeRow {
        let name: AttributeName
        let code: String
        let classes: String
        let kind: AttributeKind
        let line: UInt

        init(
            _ name: AttributeName, _ code: String, _ classes: String, _ kind: AttributeKind,
            line: UInt = #line
        ) {
            (self.name, self.code, self.classes, self.kind, self.line) = (name, code, classes, kind, line)
        }
    }

    /// G generic, I internet, C certificate, K key.
    private let rows = [
        AttributeRow(.accessible, "pdmn", "GICK", .accessibility),
        AttributeRow(.accessControl, "accc", "GICK", .accessControl),
        AttributeRow(.accessGroup, "agrp", "GICK", .string),
        AttributeRow(.synchronizable, "sync", "GICK", .number),
        AttributeRow(.creationDate, "cdat", "GICK", .date),
        AttributeRow(.modificationDate, "mdat", "GICK", .date),
        AttributeRow(.label, "labl", "GICK", .blob),
        AttributeRow(.description, "desc", "GI", .blob),
        AttributeRow(.comment, "icmt", "GI", .blob),
        AttributeRow(.creator, "crtr", "GIK", .number),
        AttributeRow(.type, "type", "GIK", .number),
        AttributeRow(.isInvisible, "invi", "GI", .number),
        AttributeRow(.isNegative, "nega", "GI", .number),
        AttributeRow(.account, "acct", "GI", .blob),
        AttributeRow(.service, "svce", "G", .blob),
        AttributeRow(.generic, "gena", "G", .blob),
        AttributeRow(.securityDomain, "sdmn", "I", .blob),
        AttributeRow(.server, "srvr", "I", .blob),
        AttributeRow(.protocol, "ptcl", "I", .number),
        AttributeRow(.authenticationType, "atyp", "I", .blob),
        AttributeRow(.port, "port", "I", .number),
        AttributeRow(.path, "path", "I", .blob),
        AttributeRow(.subject, "subj", "C", .data),
        AttributeRow(.issuer, "issr", "C", .data),
        AttributeRow(.serialNumber, "slnr", "C", .data),
        AttributeRow(.subjectKeyID, "skid", "C", .data),
        AttributeRow(.publicKeyHash, "pkhh", "C", .data),
        AttributeRow(.certificateType, "ctyp", "C", .number),
        AttributeRow(.certificateEncoding, "cenc", "C", .number),
        AttributeRow(.keyClass, "kcls", "K", .number),
        AttributeRow(.applicationLabel, "klbl", "K", .data),
        AttributeRow(.applicationTag, "atag", "K", .blob),
        AttributeRow(.keySizeInBits, "bsiz", "K", .number),
        AttributeRow(.effectiveKeySize, "esiz", "K", .number),
        AttributeRow(.isPermanent, "perm", "K", .number),
        AttributeRow(.isSensitive, "sens", "K", .number),
        AttributeRow(.isExtractable, "extr", "K", .number),
        AttributeRow(.canEncrypt, "encr", "K", .number),
        AttributeRow(.canDecrypt, "decr", "K", .number),
        AttributeRow(.canDerive, "drve", "K", .number),
        AttributeRow(.canSign, "sign", "K", .number),
        AttributeRow(.canVerify, "vrfy", "K", .number),
        AttributeRow(.canWrap, "wrap", "K", .number),
        AttributeRow(.canUnwrap, "unwp", "K", .number),
        AttributeRow(.syncViewHint, "vwht", "GICK", .string),
        AttributeRow(.tokenID, "tkid", "GICK", .string),
        AttributeRow(.scriptCode, "scrp", "GI", .number),
        AttributeRow(.alias, "alis", "GICK", .blob),
        AttributeRow(.hasCustomIcon, "cusi", "GI", .number),
        AttributeRow(.isProtected, "prot", "GI", .blob),
        AttributeRow(.isPrivate, "priv", "K", .number),
        AttributeRow(.isModifiable, "modi", "K", .number),
        AttributeRow(.startDate, "sdat", "K", .date),
        AttributeRow(.endDate, "edat", "K", .date),
        AttributeRow(.wasAlwaysSensitive, "asen", "K", .number),
        AttributeRow(.wasNeverExtractable, "next", "K", .number),
        AttributeRow(.canSignRecover, "snrc", "K", .number),
        AttributeRow(.canVerifyRecover, "vyrc", "K", .number),
        AttributeRow(.extraNotes, "binn", "I", .data),
        AttributeRow(.history, "bini", "I", .data),
        AttributeRow(.clientDefined0, "bin0", "I", .data),
        AttributeRow(.clientDefined1, "bin1", "I", .data),
        AttributeRow(.clientDefined2, "bin2", "I", .data),
        AttributeRow(.clientDefined3, "bin3", "I", .data),
        AttributeRow(.tombstone, "tomb", "GICK", .number),
        AttributeRow(.multiUser, "musr", "GICK", .data),
        AttributeRow(.digest, "sha1", "GICK", .data),
        AttributeRow(.syncIdentity, "UUID", "GICK", .data),
        AttributeRow(.systemBound, "sysb", "GICK", .number),
        AttributeRow(.tokenObjectID, "toid", "GICK", .data),
        AttributeRow(.sharingGroup, "ggrp", "GICK", .string),
    ]

    private let letters: [(Character, ItemClass)] = [
        ("G", .genericPassword), ("I", .internetPassword), ("C", .certificate), ("K", .key),
    ]

    func test_table_ofEachAttribute_hasItsCodeKindAndClasses() {
        for row in rows {
            let entry = ClassTable.row(row.name)
            XCTAssertEqual(entry.code, row.code, line: row.line)
            XCTAssertEqual(entry.kind, row.kind, row.code, line: row.line)
            XCTAssertEqual(ClassTable.name(code: row.code), row.name, row.code, line: row.line)
            for (letter, itemClass) in letters {
                XCTAssertEqual(
                    entry.classes.contains(itemClass), row.classes.contains(letter),
                    "\(row.code) \(letter)", line: row.line)
            }
        }
    }

    func test_table_hasEveryNameOnceAndNothingElse() {
        XCTAssertEqual(Set(rows.map(\.name)), Set(AttributeName.allCases))
        XCTAssertEqual(Set(rows.map(\.code)).count, AttributeName.allCases.count)
    }

    /// Records and tokens of every store have their attributes in this order.
    func test_order_ofAttributes_isFrozen() {
        XCTAssertEqual(AttributeName.allCases, rows.map(\.name))
    }

    func test_table_ofIdentities_hasAttributesOfCertificatesAndKeys() {
        for row in rows {
            XCTAssertEqual(
                ClassTable.row(row.name).classes.contains(.identity),
                row.classes.contains("C") || row.classes.contains("K"), row.code, line: row.line)
        }
    }

    func test_identity_ofEachClass_isItsPartOfTheUniqueKey() {
        let parts: [ItemClass: String] = [
            .genericPassword: "acct svce", .internetPassword: "acct sdmn srvr ptcl atyp port path",
            .certificate: "ctyp issr slnr", .key: "kcls klbl atag crtr type bsiz esiz sdat edat",
            .identity: "",
        ]
        for (itemClass, codes) in parts {
            let identity = ClassTable.identity(of: itemClass).map { ClassTable.row($0).code }
            XCTAssertEqual(Set(identity), Set(codes.split(separator: " ").map(String.init)), "\(itemClass)")
        }
    }

    func test_name_ofCodeThatIsNone_isNil() {
        for code in [
            "", "acc", "accts", "ACCT", "acls", "volm", "addr", "afps", "crlt", "crle", "persistref", "åä",
        ] {
            XCTAssertNil(ClassTable.name(code: code), code)
        }
    }

    func test_setter_ofWhatTheStoreDecides_isTheStore() {
        let table = AttributeName.allCases.map { ClassTable.row($0) }
        let store = table.filter { $0.setter == .store }.map(\.code)
        XCTAssertEqual(Set(store), ["cdat", "mdat", "tomb", "musr", "sha1", "UUID"])
        let withData = table.filter { $0.setter == .withData }.map(\.code)
        XCTAssertEqual(Set(withData), ["binn", "bini", "bin0", "bin1", "bin2", "bin3"])
    }

    func test_emptyValue_ofEachIdentityAttribute_isTheDefault() {
        let zero = Date(timeIntervalSinceReferenceDate: 0)
        let defaults: [(AttributeValue, String)] = [
            (.string(""), "acct svce sdmn srvr atyp path atag"), (.data(Data()), "issr slnr klbl"),
            (.number(0), "ptcl port ctyp kcls type crtr bsiz esiz"), (.date(zero), "sdat edat"),
        ]
        for (value, codes) in defaults {
            for code in codes.split(separator: " ") {
                let row = ClassTable.name(code: String(code)).map(ClassTable.row)
                XCTAssertEqual(row?.emptyValue, value, String(code))
            }
        }
    }

    func test_normalize_inClassWithoutTheAttribute_throwsNoSuchAttr() {
        for row in rows {
            for (letter, itemClass) in letters where !row.classes.contains(letter) {
                assertThrows(.noSuchAttr, "\(row.code) \(letter)", line: row.line) {
                    try ClassTable.normalize(row.name, .string("x"), in: itemClass)
                }
            }
        }
    }

    func test_normalize_ofDigestThatIsNot20Bytes_throwsParam() throws {
        for count in [0, 19, 21] {
            assertThrows(.param, "\(count)") {
                try ClassTable.normalize(.digest, .data(Data(count: count)), in: .key)
            }
        }
        XCTAssertNoThrow(try ClassTable.normalize(.digest, .data(Data(count: 20)), in: .key))
    }

    func test_searchable_ofEachClass_hasOneAttributeAColumn() {
        let expected: [ItemClass: [String]] = [
            .genericPassword: ["labl", "acct", "svce"], .internetPassword: ["labl", "acct", "srvr"],
            .certificate: ["labl", "subj", "pkhh"], .key: ["labl", "klbl", "atag"], .identity: [],
        ]
        for (itemClass, codes) in expected {
            let searchable = ClassShapes().searchable(in: itemClass)
            XCTAssertEqual(searchable.map { ClassTable.row($0.name).code }, codes, "\(itemClass)")
            XCTAssertEqual(Set(searchable.map { "\($0.column)" }).count, codes.count, "\(itemClass)")
        }
    }
}
