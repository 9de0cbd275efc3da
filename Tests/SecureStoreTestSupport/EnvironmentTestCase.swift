import Foundation
import XCTest

@testable import SecureStore

/// A test that sets environment variables: it begins with none of those that matter, and a home of its own.
class EnvironmentTestCase: StoreTestCase {
    private static let names = [
        "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "CREDENTIALS_DIRECTORY", "SECURESTORE_PATH",
        "SECURESTORE_DEVICE_KEY_FILE", "SECURESTORE_PASSPHRASE_FD", "SECURESTORE_PASSPHRASE_FILE",
        "SECURESTORE_PASSPHRASE_COMMAND", "SECURESTORE_PASSPHRASE", "SECURESTORE_TEST",
    ]
    private var before: [String: String] = [:]

    override func setUpWithError() throws {
        try super.setUpWithError()
        before = ProcessInfo.processInfo.environment
        for name in Self.names { set(name, nil) }
        set("HOME", directory)
    }

    override func tearDownWithError() throws {
        for name in Self.names { set(name, before[name]) }
        try super.tearDownWithError()
    }

    /// Sets a variable, or takes it away.
    func set(_ name: String, _ value: String?) {
        precondition(Self.names.contains(name), "\(name) would not be restored")
        if let value { _ = unsafe setenv(name, value, 1) } else { _ = unsafe unsetenv(name) }
    }

    /// Writes a file into the test's directory and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
        let path = directory + "/" + name
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        XCTAssertTrue(
            FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return path
    }

    /// The rights of a file or directory.
    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try XCTUnwrap(attributes[.posixPermissions] as? Int)
    }
}
