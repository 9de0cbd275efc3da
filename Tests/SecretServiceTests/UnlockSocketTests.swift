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

    func test_take_withMoreThanThereIsRoomFor_hearsTheNewestAndSendsTheOldestAway() throws {
        let service = try UnlockSocket(path)
        let guests = try (0..<9).map { number in
            let guest = try XCTUnwrap(connected())
            XCTAssertEqual(unsafe send(guest, "\(number)\n", 2, 0), 2)
            return guest
        }
        defer { for guest in guests { close(guest) } }
        var heard: [String?] = []
        for _ in 1...2 { service.take { heard.append($1) } }
        XCTAssertEqual(heard, (0..<8).map { "\($0)" } + [nil, "8"])
        XCTAssertEqual(service.files.count, 9)
    }

    private func connected() -> Int32? {
        let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        return unsafe at(path) { unsafe connect(file, $0, $1) } == 0 ? file : nil
    }

    /// Calls with the address of a path.
    private func at(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    func test_socket_whereOneIsBoundAndDoesNotListenYet_leavesIt() throws {
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(other) }
        let code = unsafe at(path) { unsafe bind(other, $0, $1) }
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
