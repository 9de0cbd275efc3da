import Foundation
import XCTest

@testable import SecureStore

extension StoreTestCase {
    /// Every file of the directory with its mode and its bytes, to see that nothing was touched.
    func contents() throws -> [String: String] {
        let manager = FileManager.default
        var contents: [String: String] = [:]
        for name in try manager.subpathsOfDirectory(atPath: directory) {
            let path = "\(directory)/\(name)"
            let facts = try manager.attributesOfItem(atPath: path)
            let bytes =
                facts[.type] as? FileAttributeType == .typeRegular ? manager.contents(atPath: path) : nil
            contents[name] =
                "\(facts[.type] ?? "") \(facts[.posixPermissions] ?? "") \((bytes ?? Data()).base64EncodedString())"
        }
        return contents
    }

    /// Runs `body` as a user without the administrator's rights, who owns the test's directory and what is in
    /// it.
    func asOrdinaryUser(_ body: () throws -> Void) throws {
        guard geteuid() == 0 else { return try body() }
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory) + [""] {
            try own("\(directory)/\(name)", by: 65_534)
        }
        try XCTSkipIf(seteuid(65_534) != 0, "the test cannot become another user")
        defer { XCTAssertEqual(seteuid(0), 0) }
        try body()
    }

    func own(_ path: String, by user: uid_t) throws {
        try XCTSkipIf(unsafe chown(path, user, gid_t.max) != 0, "the test may not give files away")
    }

    func setMode(_ mode: mode_t, of path: String) { XCTAssertEqual(unsafe chmod(path, mode), 0) }

    /// Puts a file system in the directory, of this many bytes and files, for the length of `body`.
    func withFileSystem(ofSize size: Int, files: Int = 0, _ body: (String) throws -> Void) throws {
        let place = directory + "/mounted"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let code = unsafe mount("tmpfs", place, "tmpfs", 0, "size=\(size),nr_inodes=\(files),mode=700")
        try XCTSkipIf(code != 0, "the test may not mount a file system: error \(errno)")
        defer {
            XCTAssertEqual(unsafe umount(place), 0)
            XCTAssertEqual(unsafe rmdir(place), 0)
        }
        try body(place)
    }
}
