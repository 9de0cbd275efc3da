import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// A test with a store of its own, in a directory of its own, with a clock that stands still and cheap
/// passphrases.
class StoreTestCase: XCTestCase {
    /// The directory; mode 700, removed after the test.
    private(set) var directory = ""
    let clock = TestClock()

    override func setUpWithError() throws {
        directory = try Self.makeDirectory(in: Self.parent)
    }

    override func tearDownWithError() throws {
        while FileManager.default.fileExists(atPath: directory) {
            // A task closes its store only after it was waited for, and then a journal may go by itself.
            do { try FileManager.default.removeItem(atPath: directory) } catch CocoaError.fileNoSuchFile {}
        }
    }

    /// The directory in which a test makes its own.
    class var parent: String { usualParent }

    var path: String { directory + "/test.store" }

    /// Options for stores of this test: its device key is a file in the directory.
    var options: StoreOptions {
        var options = StoreOptions(now: { [clock] in clock.now }, TestTerms(allowsAnyCost: true))
        options.deviceKey = .file(directory + "/device.key")
        return options
    }

    func makeStore() throws -> ItemStore { try ItemStore.create(at: path, options: options) }

    func openStore(_ credential: Credential = .deviceKey) throws -> ItemStore {
        try ItemStore.open(at: path, unlockingWith: credential, options: options)
    }

    static func makeDirectory(in parent: String = NSTemporaryDirectory()) throws -> String {
        let path = parent + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }
}

extension XCTestCase {
    /// The directory in which most tests make their own: in memory, where a sync takes no time, but for
    /// checks, which are about disks and killed processes.
    static var usualParent: String {
        String(reflecting: self).contains("Checks.") ? NSTemporaryDirectory() : memory
    }

    /// The parent for tests that make thousands of files and kill no process: memory, where there is enough.
    static let memory: String = {
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")
        let free = facts?[.systemFreeSize] as? NSNumber
        let isWritable = FileManager.default.isWritableFile(atPath: "/dev/shm")
        return isWritable && (free?.int64Value ?? 0) >= 1 << 29 ? "/dev/shm/" : NSTemporaryDirectory()
    }()
}

/// A clock that moves only when a test moves it.
final class TestClock: Sendable {
    private let time = Locked(Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7))

    var now: Date { time.value }

    func advance(by seconds: TimeInterval) { time.update { $0.addTimeInterval(seconds) } }
}

/// A value that several threads of a test share.
final class Locked<Value: Sendable>: Sendable {
    // Not the standard library's, which the thread sanitizer does not see into.
    private let stored: SystemMutex<Value>

    init(_ value: Value) { stored = SystemMutex(value) }

    var value: Value { stored.withLock { $0 } }

    func update(_ change: (inout Value) -> Void) { stored.withLock { change(&$0) } }
}

/// A secret from text.
func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: text.utf8) }

extension SecretBytes {
    /// The text of a secret that is text, for assertions.
    var text: String {
        withRawBytes { String(decoding: $0.array(at: 0, count: $0.byteCount) ?? [], as: UTF8.self) }
    }

    /// The bytes, for assertions.
    var bytes: [UInt8] { withRawBytes { $0.array(at: 0, count: $0.byteCount) ?? [] } }
}

/// Asserts that `body` throws this status, with a reason that says what it should.
func assertThrows<R>(
    _ status: StoreStatus, _ name: String = "", reason: String? = nil, file: StaticString = #filePath,
    line: UInt = #line, _ body: () throws -> R
) {
    XCTAssertThrowsError(try body(), name, file: file, line: line) { error in
        let thrown = (error as? StoreError)?.status
        XCTAssertEqual(thrown, status, "\(name): \(error)", file: file, line: line)
        guard let reason else { return }
        XCTAssertTrue("\(error)".contains(reason), "\(name): \(error)", file: file, line: line)
    }
}
