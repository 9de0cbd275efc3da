import Foundation
import XCTest

@testable import SecureStore

final class DeviceKeySourceTests: EnvironmentTestCase {
    private let bytes = Array(UInt8(1)...32)
    private let digits = "0102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F20"

    private func load(_ source: DeviceKeySource) throws -> [UInt8] {
        try source.load().key.withBytes { $0.array(at: 0, count: $0.byteCount) ?? [] }
    }

    func test_load_ofEachKind_isTheKey() throws {
        set("CREDENTIALS_DIRECTORY", directory)
        set("SECURESTORE_TEST", digits)
        let path = try write("key", bytes)
        let sources: [DeviceKeySource] = [
            .bytes(try SecretBytes(copying: bytes)), .file(path), .serviceCredential("key"),
            .environment("SECURESTORE_TEST"),
        ]
        for source in sources { XCTAssertEqual(try load(source), bytes, "\(source.kind)") }
    }

    func test_load_ofWhatIsMissing_throwsNotAvailable() {
        let sources: [DeviceKeySource] = [
            .none, .file(directory + "/missing"), .serviceCredential("missing"),
            .environment("SECURESTORE_TEST"), .standard,
        ]
        for source in sources { assertThrows(.notAvailable, "\(source.kind)") { try source.load() } }
    }

    func test_load_ofFileOfWrongSize_throwsInvalidKeyFormat() throws {
        for count in [0, 31, 33, 64, 100] {
            let path = try write("key", Array(repeating: 7, count: count))
            assertThrows(.invalidKeyFormat, "\(count)") { try DeviceKeySource.file(path).load() }
        }
    }

    func test_load_ofBytesOfWrongSize_throwsParam() throws {
        let source = DeviceKeySource.bytes(try SecretBytes(copying: [1, 2, 3]))
        assertThrows(.param) { try source.load() }
    }

    func test_load_ofFileThatOthersCanRead_throwsInvalidDBLocation() throws {
        let path = try write("key", bytes, mode: 0o644)
        assertThrows(.invalidDBLocation) { try DeviceKeySource.file(path).load() }
    }

    func test_load_ofEnvironmentThatIsNoKey_throwsInvalidKeyFormat() {
        for text in ["", "01", digits + "0", String(digits.dropLast()), String(digits.dropLast()) + "g"] {
            set("SECURESTORE_TEST", text)
            let source = DeviceKeySource.environment("SECURESTORE_TEST")
            assertThrows(.invalidKeyFormat, text) { try source.load() }
        }
    }

    func test_load_ofStandard_takesItsPlacesInOrder() throws {
        let named = try write("named", Array(repeating: 1, count: 32))
        try write("securestore.device-key", Array(repeating: 2, count: 32))
        set("XDG_STATE_HOME", directory)
        try FileManager.default.createDirectory(
            atPath: directory + "/securestore", withIntermediateDirectories: false)
        try write("securestore/device.key", Array(repeating: 3, count: 32))
        set("SECURESTORE_DEVICE_KEY_FILE", named)
        set("CREDENTIALS_DIRECTORY", directory)
        for (name, byte) in [("SECURESTORE_DEVICE_KEY_FILE", 1), ("CREDENTIALS_DIRECTORY", 2), ("HOME", 3)] {
            XCTAssertEqual(try load(.standard), Array(repeating: UInt8(byte), count: 32))
            set(name, nil)
        }
    }

    func test_loadOrCreate_ofMissingFile_makesAPrivateOneWithItsDirectories() throws {
        let path = directory + "/a/b/device.key"
        let key = try DeviceKeySource.file(path).loadOrCreate()
        XCTAssertEqual(try load(.file(path)), key.key.withBytes { $0.array(at: 0, count: 32) })
        XCTAssertEqual(try mode(path), 0o600)
        XCTAssertEqual(try mode(directory + "/a"), 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/a/b")
        XCTAssertEqual(names, ["device.key"])
    }

    func test_loadOrCreate_twice_keepsTheKey() throws {
        let source = DeviceKeySource.file(directory + "/key")
        _ = try source.loadOrCreate()
        let first = try load(source)
        _ = try source.loadOrCreate()
        XCTAssertEqual(try load(source), first)
    }

    func test_loadOrCreate_ofFileThatIsThereButUnfit_leavesItAsItWas() throws {
        let path = try write("key", [1, 2, 3])
        assertThrows(.invalidKeyFormat) { try DeviceKeySource.file(path).loadOrCreate() }
        XCTAssertEqual(FileManager.default.contents(atPath: path), Data([1, 2, 3]))
    }

    func test_loadOrCreate_ofSourcesThatCannotBeMade_throwsNotAvailable() {
        let sources: [DeviceKeySource] = [
            .none, .serviceCredential("missing"), .environment("SECURESTORE_TEST"),
        ]
        for source in sources { assertThrows(.notAvailable, "\(source.kind)") { try source.loadOrCreate() } }
    }

    func test_open_neverMakesADeviceKey() throws {
        _ = try makeStore()
        try FileManager.default.removeItem(atPath: directory + "/device.key")
        assertThrows(.notAvailable) { try self.openStore() }
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory + "/device.key"))
    }

    func test_open_withEachKindOfSource_opens() throws {
        set("SECURESTORE_TEST", digits)
        let file = try write("key", bytes)
        var options = self.options
        options.deviceKey = .file(file)
        _ = try ItemStore.create(at: path, options: options)
        let sources: [DeviceKeySource] = [
            .environment("SECURESTORE_TEST"), .bytes(try SecretBytes(copying: bytes)),
        ]
        for source in sources {
            options.deviceKey = source
            XCTAssertEqual(try ItemStore.open(at: path, options: options).lockState, .unlocked)
        }
    }
}
