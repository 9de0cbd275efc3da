import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

/// PKCS#12 sealed as RFC 9579 has it, which Python does here: the installed openssl cannot.
final class PBMAC1Tests: XCTestCase {
    private static let program = """
        import sys, hashlib, hmac
        digest, number, count, length = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
        def der(tag, *parts):
            content = b"".join(parts)
            size = len(content).to_bytes((len(content).bit_length() + 7) // 8, "big")
            return bytes([tag]) + (bytes([len(content)]) if len(content) < 128
                else bytes([128 | len(size)]) + size) + content
        def integer(value): return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))
        def fields(data):
            while data:
                size, start = data[1], 2
                if size > 127: start, size = 2 + size - 128, int.from_bytes(data[2:2 + size - 128], "big")
                yield data[:start + size], data[start:start + size]
                data = data[start + size:]
        whole = next(fields(sys.stdin.buffer.read()))[1]
        version, safe = [field for field, _ in fields(whole)]
        content = list(fields(list(fields(list(fields(safe))[0][1]))[1][1]))[0][1]
        pkcs5 = bytes.fromhex("2a864886f70d0105")
        method = der(0x30, der(6, bytes.fromhex("2a864886f70d02") + bytes([number])), der(5))
        key = hashlib.pbkdf2_hmac(digest, "hörse".encode(), b"saltsalt", count, length or 32)
        derivation = der(0x30, der(6, pkcs5 + b"\\x0c"), der(0x30, der(4, b"saltsalt"), integer(count),
            integer(length) if length else b"", method))
        algorithm = der(0x30, der(6, pkcs5 + b"\\x0e"), der(0x30, derivation, method))
        seal = der(0x30, algorithm, der(4, hmac.new(key, content, digest).digest()))
        sys.stdout.buffer.write(der(0x30, version, safe, der(0x30, seal, der(4, b"NOT USED"), integer(1))))
        """

    private func make(_ words: String) throws -> Data {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        let file = try openSSL.run("pkcs12 -export -inkey @key -in @cert -nomac -passout pass:hörse")
        return try Tool("python3").output(
            ["-c", Self.program] + words.split(separator: " ").map(String.init), input: file)
    }

    private func read(_ file: Data, _ phrase: String = "hörse") throws -> PKCS12 {
        try PKCS12(file, passphrase: SecretBytes(utf8: phrase))
    }

    func test_read_ofEachHash_givesTheIdentity() throws {
        for words in ["sha1 7 10 20", "sha256 9 2048 32", "sha384 10 1 48", "sha512 11 1000 64"] {
            let file = try make(words)
            XCTAssertEqual(try read(file).identities.count, 1, words)
        }
    }

    func test_read_withWrongPassphraseOrChangedContent_throwsAuthFailed() throws {
        let file = try make("sha256 9 100 32")
        assertThrows(.authFailed) { _ = try self.read(file, "horse") }
        assertThrows(.authFailed) { _ = try PKCS12(file) }
        var changed = file
        changed[changed.count / 2] ^= 1
        assertThrows(.authFailed) { _ = try self.read(changed) }
    }

    func test_read_ofTooMuchWork_throwsDataTooLarge() throws {
        let file = try make("sha256 9 10000001 32")
        assertThrows(.dataTooLarge) { _ = try self.read(file) }
    }

    func test_read_ofSealWithKeyOfNoLengthOrAnAbsurdOne_throwsDecode() throws {
        for length in ["0", "19", "4096"] {
            let file = try make("sha256 9 100 " + length)
            assertThrows(.decode, length) { _ = try self.read(file) }
        }
    }

    func test_read_ofUnknownHash_throwsUnimplemented() throws {
        let file = try make("sha256 12 100 32")
        assertThrows(.unimplemented) { _ = try self.read(file) }
    }
}
