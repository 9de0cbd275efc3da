import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class OpenSSHKeyTests: XCTestCase {
    private var directory = ""

    override func setUpWithError() throws {
        directory = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: directory) }

    /// A key of `ssh-keygen`, and its public half as PKCS#8.
    private func make(_ words: String, passphrase: String = "") throws -> (private: SecretBytes, public: Data)
    {
        let (tool, file) = (try Tool("ssh-keygen"), directory + "/" + UUID().uuidString)
        _ = try tool.output(
            words.split(separator: " ").map(String.init) + ["-q", "-N", passphrase, "-f", file])
        return try parts(of: file)
    }

    private func parts(of file: String) throws -> (private: SecretBytes, public: Data) {
        let line = try String(contentsOfFile: file + ".pub", encoding: .utf8).split(separator: " ")
        let content = try Data(contentsOf: URL(fileURLWithPath: file))
        return (try SecretBytes(copying: content), try XCTUnwrap(Data(base64Encoded: String(line[1]))))
    }

    /// The public half as OpenSSH writes it, of which the end is the same.
    private func assertEqual(_ key: PrivateKey, _ blob: Data, line: UInt = #line) {
        let bytes = key.publicKey.externalRepresentation
        let isRSA = bytes.count > 200
        // Of an RSA key, the modulus is the last part there.
        let end = isRSA ? blob.suffix(256) : blob.suffix(bytes.count)
        XCTAssertTrue(isRSA ? bytes.range(of: end) != nil : end == bytes, line: line)
    }

    private let kinds = [
        "-t ed25519", "-t ecdsa -b 256", "-t ecdsa -b 384", "-t ecdsa -b 521", "-t rsa -b 2048",
    ]

    func test_read_ofPlainKeys_givesTheirPublicHalf() throws {
        for kind in kinds {
            let made = try make(kind)
            assertEqual(try PrivateKey(openSSH: made.private), made.public)
            assertEqual(try PrivateKey(pem: made.private), made.public)
        }
    }

    func test_read_ofEncryptedKey_saysWhatToDo() throws {
        for cipher in ["aes256-ctr", "aes256-cbc", "chacha20-poly1305@openssh.com"] {
            let made = try make("-t ed25519 -a 1 -Z \(cipher)", passphrase: "right").private
            for passphrase in [nil, try SecretBytes(utf8: "right")] {
                XCTAssertThrowsError(try KeyFile(made, passphrase: passphrase)) { error in
                    XCTAssertEqual((error as? StoreError)?.status, .unimplemented)
                    XCTAssertTrue("\(error)".contains("ssh-keygen -p -N '' -f COPY"), "\(error)")
                }
            }
        }
    }

    func test_read_ofKeyWhosePassphraseWasTakenOff_givesItsPublicHalf() throws {
        for kind in kinds {
            let (file, passphrase) = (directory + "/" + UUID().uuidString, "right")
            let tool = try Tool("ssh-keygen")
            _ = try tool.output(
                kind.split(separator: " ").map(String.init) + ["-q", "-a", "1", "-N", passphrase, "-f", file])
            _ = try tool.output(["-q", "-p", "-P", passphrase, "-N", "", "-f", file])
            let made = try parts(of: file)
            assertEqual(try PrivateKey(openSSH: made.private), made.public)
        }
    }

    func test_read_ofKeyWithEachLengthCutShort_isRefused() throws {
        let made = try make("-t ecdsa -b 256").private.copied
        for count in stride(from: 0, to: made.count - 40, by: 7) {
            XCTAssertThrowsError(try PrivateKey(openSSH: try SecretBytes(copying: made.prefix(count)))) {
                XCTAssertTrue([.decode, .unknownFormat].contains(($0 as? StoreError)?.status), "\(count)")
            }
        }
    }

    func test_read_ofKeyWithAnotherPublicKeyInFront_throwsDecode() throws {
        for kind in kinds {
            let (own, other) = (try make(kind), try make(kind))
            var changed = try content(of: own.private)
            let place = try XCTUnwrap(changed.range(of: own.public))
            changed.replaceSubrange(place, with: other.public)
            assertThrows(.decode, kind) { _ = try PrivateKey(openSSH: self.key(of: changed)) }
            XCTAssertNoThrow(try PrivateKey(openSSH: key(of: content(of: own.private))))
        }
    }

    private func key(of content: Data) throws -> SecretBytes {
        let label = "OPENSSH PRIVATE KEY-----\n"
        return try SecretBytes(
            text: "-----BEGIN \(label)\(content.base64EncodedString())\n-----END \(label)")
    }

    private func content(of key: SecretBytes) throws -> Data {
        let lines = String(decoding: key.copied, as: UTF8.self).split(separator: "\n")
        return try XCTUnwrap(Data(base64Encoded: lines.dropFirst().dropLast().joined()))
    }
}
