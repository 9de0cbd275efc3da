import Foundation
import XCTest

@testable import SecureStore

final class PassphraseSourceTests: EnvironmentTestCase {
    func test_unattended_withNothingSet_isNil() throws {
        XCTAssertNil(try PassphraseSource.unattended())
    }

    func test_unattended_withAllSet_takesThemInOrder() throws {
        try write("securestore.passphrase", "x".utf8)
        let number = dup(STDIN_FILENO)
        defer { close(number) }
        set("SECURESTORE_PASSPHRASE_FD", "\(number)")
        set("SECURESTORE_PASSPHRASE_FILE", "/file")
        set("CREDENTIALS_DIRECTORY", directory)
        set("SECURESTORE_PASSPHRASE_COMMAND", "pass")
        set("SECURESTORE_PASSPHRASE", "x")
        let order: [(String, PassphraseSource)] = [
            ("SECURESTORE_PASSPHRASE_FD", .descriptor(number)),
            ("SECURESTORE_PASSPHRASE_FILE", .file("/file")),
            ("CREDENTIALS_DIRECTORY", .serviceCredential("securestore.passphrase")),
            ("SECURESTORE_PASSPHRASE_COMMAND", .command("pass")),
            ("SECURESTORE_PASSPHRASE", .environment("SECURESTORE_PASSPHRASE")),
        ]
        for (name, source) in order {
            XCTAssertEqual(try PassphraseSource.unattended(), source)
            set(name, nil)
        }
        XCTAssertNil(try PassphraseSource.unattended())
    }

    func test_unattended_withEmptyVariables_isNil() throws {
        set("SECURESTORE_PASSPHRASE_FILE", "")
        set("SECURESTORE_PASSPHRASE", "")
        XCTAssertNil(try PassphraseSource.unattended())
    }

    func test_unattended_withDescriptorThatIsNoNumber_throwsParam() {
        for text in ["x", "-1", "7 ", "99999999999"] {
            set("SECURESTORE_PASSPHRASE_FD", text)
            assertThrows(.param, text) { try PassphraseSource.unattended() }
        }
    }

    func test_unattended_withDescriptorThatWasNotHandedOver_throws() throws {
        let own = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        for number in [own, 9_999] {
            set("SECURESTORE_PASSPHRASE_FD", "\(number)")
            assertThrows(.notAvailable) { try PassphraseSource.unattended() }
            assertThrows(.notAvailable) { try PassphraseSource.forNewStore() }
        }
        close(own)
    }

    func test_unattended_withCredentialsButNotOurs_isNil() throws {
        set("CREDENTIALS_DIRECTORY", directory)
        XCTAssertNil(try PassphraseSource.unattended())
    }

    func test_unattended_withCredentialsThatCannotBeReached_throws() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/loop", withDestinationPath: "loop")
        set("CREDENTIALS_DIRECTORY", directory + "/loop")
        assertThrows(.invalidDBLocation) { try PassphraseSource.unattended() }
        assertThrows(.invalidDBLocation) { try DeviceKeySource.standard.forNewStore() }
    }

    func test_unattended_withCredentialsThatAreNotMounted_throws() throws {
        set("CREDENTIALS_DIRECTORY", directory + "/none")
        assertThrows(.notAvailable) { try PassphraseSource.unattended() }
        assertThrows(.notAvailable) { try DeviceKeySource.standard.forNewStore() }
    }

    func test_read_ofLine_takesOneLineBreakAway() throws {
        let rows: [(String, String)] = [
            ("pass", "pass"), ("pass\n", "pass"), ("pass\r\n", "pass"), ("pass\n\n", "pass\n"),
            (" pass ", " pass "), ("pass\r", "pass\r"), ("a\nb\n", "a\nb"), ("\n\n", "\n"),
        ]
        for (content, expected) in rows {
            let path = try write("pass", content.utf8)
            XCTAssertEqual(try PassphraseSource.file(path).read().text, expected, content)
        }
    }

    func test_read_ofBytesThatAreNoText_keepsThem() throws {
        let path = try write("pass", [0xff, 0, 0x0a])
        XCTAssertEqual(try PassphraseSource.file(path).read().bytes, [0xff, 0])
    }

    func test_read_ofNothing_throwsAuthFailed() throws {
        for content in ["", "\n", "\r\n"] {
            let path = try write("pass", content.utf8)
            assertThrows(.authFailed, content) { try PassphraseSource.file(path).read() }
        }
    }

    func test_read_ofFile_needsItsRights() throws {
        let rows: [(Int, StoreStatus?)] = [
            (0o600, nil), (0o400, nil), (0o700, nil), (0o640, .invalidDBLocation),
            (0o604, .invalidDBLocation), (0o620, .invalidDBLocation), (0o644, .invalidDBLocation),
        ]
        for (mode, status) in rows {
            let path = try write("pass", "pass".utf8, mode: mode)
            let name = String(mode, radix: 8)
            guard let status else {
                XCTAssertEqual(try PassphraseSource.file(path).read().text, "pass", name)
                continue
            }
            assertThrows(status, name) { try PassphraseSource.file(path).read() }
        }
    }

    func test_read_ofLink_throwsInvalidDBLocation() throws {
        let path = try write("pass", "pass".utf8)
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/link", withDestinationPath: path)
        assertThrows(.invalidDBLocation, reason: "name the file that it leads to") {
            try PassphraseSource.file(self.directory + "/link").read()
        }
    }

    func test_read_ofWhatIsNoFile_throwsInvalidDBLocation() {
        assertThrows(.invalidDBLocation, "directory") { try PassphraseSource.file(self.directory).read() }
        assertThrows(.invalidDBLocation, "device") { try PassphraseSource.file("/dev/zero").read() }
        XCTAssertEqual(unsafe mkfifo(directory + "/pipe", 0o600), 0)
        assertThrows(.invalidDBLocation, "pipe") {
            try PassphraseSource.file(self.directory + "/pipe").read()
        }
    }

    func test_read_ofWhatIsMissing_throwsNotAvailable() {
        let sources: [PassphraseSource] = [
            .file(directory + "/missing"), .environment("SECURESTORE_TEST"), .serviceCredential("missing"),
        ]
        for source in sources { assertThrows(.notAvailable, "\(source)") { try source.read() } }
    }

    func test_read_ofMoreThanTheLimit_throwsDataTooLarge() throws {
        let largest = try write("pass", Array(repeating: 7, count: 1 << 16))
        XCTAssertEqual(try PassphraseSource.file(largest).read().count, 1 << 16)
        let larger = try write("pass", Array(repeating: 7, count: 1 << 16 + 1))
        assertThrows(.dataTooLarge) { try PassphraseSource.file(larger).read() }
    }

    func test_read_ofCommand_doesNotHandItOn() throws {
        set("SECURESTORE_PASSPHRASE_COMMAND", "printf %s \"${SECURESTORE_PASSPHRASE_COMMAND-none}\"")
        XCTAssertEqual(try PassphraseSource.unattended()?.read().text, "none")
    }

    func test_read_ofEnvironment_isItsValue() throws {
        set("SECURESTORE_TEST", "pass word")
        XCTAssertEqual(try PassphraseSource.environment("SECURESTORE_TEST").read().text, "pass word")
    }

    func test_read_ofServiceCredential_isItsContent() throws {
        // The service manager's files may be readable for the group.
        try write("mine", "pass\n".utf8, mode: 0o440)
        set("CREDENTIALS_DIRECTORY", directory)
        XCTAssertEqual(try PassphraseSource.serviceCredential("mine").read().text, "pass")
    }

    func test_read_ofServiceCredentialThatOthersMayWrite_isRefused() throws {
        try write("mine", "pass\n".utf8, mode: 0o666)
        set("CREDENTIALS_DIRECTORY", directory)
        let source = PassphraseSource.serviceCredential("mine")
        assertThrows(.invalidDBLocation) { try source.read() }
        XCTAssertEqual(unsafe chmod(directory + "/mine", 0o444), 0)
        XCTAssertEqual(try source.read().text, "pass")
        XCTAssertEqual(unsafe chmod(directory, 0o777), 0)
        assertThrows(.invalidDBLocation) { try source.read() }
        XCTAssertEqual(unsafe chmod(directory, 0o700), 0)
    }

    func test_read_ofServiceCredentialOutsideTheDirectory_throwsNotAvailable() throws {
        try write("mine", "pass".utf8)
        set("CREDENTIALS_DIRECTORY", directory + "/..")
        let name = URL(fileURLWithPath: directory).lastPathComponent + "/mine"
        assertThrows(.notAvailable) { try PassphraseSource.serviceCredential(name).read() }
    }

    func test_read_ofDescriptor_isAllThatComesUntilItsEnd() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("pass\n".utf8))
        try pipe.fileHandleForWriting.close()
        let number = pipe.fileHandleForReading.fileDescriptor
        XCTAssertEqual(try PassphraseSource.descriptor(number).read().text, "pass")
    }

    func test_read_ofDescriptor_leavesItOpen() throws {
        let file = try XCTUnwrap(FileHandle(forReadingAtPath: try write("pass", "pass".utf8)))
        _ = try PassphraseSource.descriptor(file.fileDescriptor).read()
        XCTAssertNoThrow(try file.seek(toOffset: 0))
    }

    func test_read_ofDescriptorThatIsNotOpen_throwsIo() {
        assertThrows(.io) { try PassphraseSource.descriptor(1_000_000).read() }
    }
}
