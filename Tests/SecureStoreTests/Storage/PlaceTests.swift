import Foundation
import XCTest

@testable import SecureStore

/// A store's place must be the user's own and nobody else's, and what is refused stays as it is.
final class PlaceTests: StoreTestCase {
    private typealias Row = PreparedRow<PlaceTests>

    private func write(_ text: String, to path: String? = nil) {
        let path = path ?? self.path
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
        setMode(0o600, of: path)
    }

    private let refused: [Row] = [
        Row("not there", .noSuchKeychain) { try FileManager.default.removeItem(atPath: $0.path) },
        Row("a link", .invalidDBLocation) {
            try FileManager.default.moveItem(atPath: $0.path, toPath: $0.path + ".real")
            try FileManager.default.createSymbolicLink(
                atPath: $0.path, withDestinationPath: $0.path + ".real")
        },
        Row("with a second name", .invalidDBLocation) {
            try FileManager.default.linkItem(atPath: $0.path, toPath: $0.path + ".second")
        },
        Row("a directory", .invalidDBLocation) {
            try FileManager.default.removeItem(atPath: $0.path)
            try FileManager.default.createDirectory(atPath: $0.path, withIntermediateDirectories: false)
        },
        Row("a pipe", .invalidDBLocation) {
            try FileManager.default.removeItem(atPath: $0.path)
            XCTAssertEqual(unsafe mkfifo($0.path, 0o600), 0)
        },
        Row("readable by the group", .invalidDBLocation) { $0.setMode(0o640, of: $0.path) },
        Row("writable by all", .invalidDBLocation) { $0.setMode(0o602, of: $0.path) },
        Row("with a journal that is a link", .invalidDBLocation) {
            try FileManager.default.createSymbolicLink(
                atPath: $0.path + "-wal", withDestinationPath: $0.directory + "/elsewhere")
        },
        Row("with a journal open to others", .invalidDBLocation) {
            $0.write("", to: $0.path + "-wal")
            $0.setMode(0o644, of: $0.path + "-wal")
        },
        Row("in a directory that the group can write", .invalidDBLocation) {
            $0.setMode(0o770, of: $0.directory)
        },
        Row("in a directory that all can write", .invalidDBLocation) { $0.setMode(0o777, of: $0.directory) },
        Row("in a sticky directory", .invalidDBLocation) { $0.setMode(0o1777, of: $0.directory) },
        Row("empty", .invalidKeychain) { $0.write("") },
        Row("a text", .invalidKeychain) { $0.write(String(repeating: "no store\n", count: 99)) },
        Row("shorter than a header", .invalidKeychain) { $0.write("SQLite format 3\0") },
        Row("another database", .invalidKeychain) {
            try FileManager.default.removeItem(atPath: $0.path)
            try $0.tamper("CREATE TABLE a(b)")
            $0.setMode(0o600, of: $0.path)
        },
        Row("of a later format", .wrongSecVersion) { try $0.tamper("PRAGMA user_version = 5") },
        Row("of no format", .invalidKeychain) { try $0.tamper("PRAGMA user_version = 0") },
        Row("without a table", .invalidKeychain) { try $0.tamper("DROP TABLE slot") },
    ]

    func test_open_ofPlaceThatIsNotRight_throwsItsStatus() throws {
        for row in refused {
            _ = try makeStore()
            try row.prepare(self)
            assertThrows(row.status, row.name, line: row.line) { try self.openStore() }
            try startAfresh()
        }
    }

    func test_open_ofPlaceThatIsNotRight_changesNothing() throws {
        for row in refused {
            _ = try makeStore()
            try row.prepare(self)
            let before = try contents()
            assertThrows(row.status, row.name, line: row.line) { try self.openStore() }
            XCTAssertEqual(try contents(), before, row.name, line: row.line)
            try startAfresh()
        }
    }

    /// Empties the directory for the next row.
    private func startAfresh() throws {
        setMode(0o700, of: directory)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
    }

    // MARK: - Create

    func test_create_whereSomethingIs_throwsDuplicateKeychainAndKeepsIt() throws {
        let rows: [(name: String, prepare: () throws -> Void)] = [
            ("a store", { _ = try self.makeStore() }),
            ("another file", { self.write("precious") }),
            ("an empty file", { self.write("") }),
            (
                "a link to nothing",
                {
                    try FileManager.default.createSymbolicLink(
                        atPath: self.path, withDestinationPath: self.directory + "/nothing")
                }
            ),
            (
                "a directory",
                {
                    try FileManager.default.createDirectory(
                        atPath: self.path, withIntermediateDirectories: false)
                }
            ),
            ("the journal of an earlier store", { self.write("changes", to: self.path + "-wal") }),
        ]
        for row in rows {
            try row.prepare()
            let before = try contents()
            assertThrows(.duplicateKeychain, row.name) { try self.makeStore() }
            XCTAssertEqual(try contents(), before, row.name)
            try startAfresh()
        }
    }

    func test_create_inWrongDirectory_throwsItsStatus() throws {
        write("", to: directory + "/file")
        try FileManager.default.createDirectory(
            atPath: directory + "/open", withIntermediateDirectories: false)
        setMode(0o770, of: directory + "/open")
        let rows: [(path: String, status: StoreStatus, line: UInt)] = [
            (directory + "/missing/test.store", .noSuchKeychain, #line),
            (directory + "/file/test.store", .invalidDBLocation, #line),
            (directory + "/open/test.store", .invalidDBLocation, #line),
            (directory + "/", .param, #line),
            (directory + "/..", .param, #line),
            (directory + "/nul\0.store", .param, #line),
            ("", .param, #line),
        ]
        for row in rows {
            assertThrows(row.status, row.path, line: row.line) {
                try ItemStore.create(at: row.path, options: self.options)
            }
        }
        XCTAssertEqual(try contents().keys.sorted(), ["file", "open"])
    }

    // MARK: - Owners

    func test_open_ofForeignFile_throwsInvalidDBLocation() throws {
        _ = try makeStore()
        try own(path, by: 65_534)
        assertThrows(.invalidDBLocation) { try self.openStore() }
    }

    func test_open_inForeignDirectory_throwsInvalidDBLocation() throws {
        _ = try makeStore()
        try own(directory, by: 65_534)
        assertThrows(.invalidDBLocation) { try self.openStore() }
    }

    // MARK: - Read only

    func test_create_inReadOnlyDirectory_throwsWrPerm() throws {
        try asOrdinaryUser {
            setMode(0o500, of: directory)
            assertThrows(.wrPerm) { try self.makeStore() }
            setMode(0o700, of: directory)
        }
    }

    func test_open_inReadOnlyDirectory_throwsWrPermAndChangesNothing() throws {
        _ = try makeStore()
        try asOrdinaryUser {
            setMode(0o500, of: directory)
            let before = try contents()
            assertThrows(.wrPerm) { try self.openStore() }
            XCTAssertEqual(try contents(), before)
            setMode(0o700, of: directory)
        }
    }

    func test_open_ofReadOnlyFile_throwsWrPermAndChangesNothing() throws {
        _ = try makeStore()
        try asOrdinaryUser {
            setMode(0o400, of: path)
            let before = try contents()
            assertThrows(.wrPerm) { try self.openStore() }
            XCTAssertEqual(try contents(), before)
        }
    }

    func test_open_ofUnreadableFile_throwsWrPerm() throws {
        _ = try makeStore()
        try asOrdinaryUser {
            setMode(0o200, of: path)
            assertThrows(.wrPerm) { try self.openStore() }
        }
    }

    func test_open_onReadOnlyFileSystem_throwsWrPerm() throws {
        let options = options
        try withFileSystem(ofSize: 1 << 20) { place in
            _ = try ItemStore.create(at: place + "/test.store", options: options)
            XCTAssertEqual(unsafe mount(nil, place, nil, UInt(MS_REMOUNT | MS_RDONLY), nil), 0)
            assertThrows(.wrPerm) { try ItemStore.open(at: place + "/test.store", options: options) }
            assertThrows(.wrPerm) { try ItemStore.create(at: place + "/other.store", options: options) }
        }
    }
}
