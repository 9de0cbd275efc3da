import Foundation
import XCTest

@testable import SecureStoreSecretService

/// The place at which the service listens for `securestore unlock`.
final class UnlockSocketTests: XCTestCase {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var path: String { directory.appendingPathComponent("service").path }

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: directory) }

    func test_socket_whereOneIsLeftOver_takesItsPlace() throws {
        do { _ = try UnlockSocket(path) }
        XCTAssertTrue(FileManager.default.fileExists(atPath: path))
        XCTAssertNoThrow(try UnlockSocket(path))
    }

    func test_socket_whereAnotherListens_isRefused() throws {
        let other = try UnlockSocket(path)
        XCTAssertThrowsError(try UnlockSocket(path)) {
            XCTAssertTrue("\($0)".hasSuffix("Address already in use"), "\($0)")
        }
        withExtendedLifetime(other) {}
    }

    func test_socket_whereOneIsBoundAndDoesNotListenYet_leavesIt() throws {
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(other) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(other, $0, size) }
        }
        XCTAssertEqual(code, 0)
        XCTAssertThrowsError(try UnlockSocket(path)) {
            XCTAssertTrue("\($0)".hasSuffix("Address already in use"), "\($0)")
        }
        XCTAssertTrue(FileManager.default.fileExists(atPath: path))
    }

    func test_socket_whereAFileOfAnotherKindIs_leavesIt() throws {
        try Data("somebody's".utf8).write(to: URL(fileURLWithPath: path))
        XCTAssertThrowsError(try UnlockSocket(path)) {
            XCTAssertTrue("\($0)".hasSuffix("Address already in use"), "\($0)")
        }
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "somebody's")
    }
}
