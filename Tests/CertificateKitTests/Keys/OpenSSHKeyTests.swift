import Foundation
import SecureStore
import XCTest

@testable import CertificateKit

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

    func test_read_ofEncryptedKeys_givesTheirPublicHalf() throws {
        let phrase = try SecretBytes(text: "correct horse")
        let ciphers = ["aes256-ctr", "aes256-cbc", "aes128-ctr"]
        for (kind, cipher) in zip(kinds, ciphers + ciphers) {
            let made = try make("\(kind) -a 2 -Z \(cipher)", passphrase: "correct horse")
            assertEqual(try PrivateKey(openSSH: made.private, passphrase: phrase), made.public)
        }
    }

    func test_read_ofEncryptedKey_withoutPassphraseOrWithAWrongOne_saysWhich() throws {
        let made = try make("-t ed25519 -a 1", passphrase: "right")
        assertThrows(.passphraseRequired) { _ = try PrivateKey(openSSH: made.private) }
        assertThrows(.authFailed) {
            _ = try PrivateKey(openSSH: made.private, passphrase: try SecretBytes(text: "wrong"))
        }
    }

    func test_read_ofKeyWithAnotherCipher_saysWhatToDo() throws {
        let made = try make("-t ed25519 -a 1 -Z chacha20-poly1305@openssh.com", passphrase: "right")
        XCTAssertThrowsError(
            try PrivateKey(openSSH: made.private, passphrase: try SecretBytes(text: "right"))
        ) { error in
            XCTAssertEqual((error as? StoreError)?.status, .unimplemented)
            XCTAssertTrue("\(error)".contains("ssh-keygen -p"))
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

    func test_read_ofKeyWithRoundsBeyondTheBounds_isRefusedAtOnce() throws {
        let made = try make("-t ed25519 -a 1", passphrase: "horse").private
        // Behind the magic, the names of cipher and derivation, and 16 bytes of salt.
        let rounds = 63..<67
        XCTAssertEqual(try content(of: made)[rounds], Data([0, 0, 0, 1]))
        let rows: [([UInt8], Status)] = [
            ([0, 0, 1, 0x2d], .dataTooLarge), ([255, 255, 255, 255], .dataTooLarge), ([0, 0, 0, 0], .decode),
        ]
        for (number, status) in rows {
            var changed = try content(of: made)
            changed.replaceSubrange(rounds, with: number)
            let base64 = changed.base64EncodedString()
            let pem =
                "-----BEGIN OPENSSH PRIVATE KEY-----\n\(base64)\n-----END OPENSSH PRIVATE KEY-----\n"
            assertThrows(status) {
                _ = try PrivateKey(openSSH: SecretBytes(text: pem), passphrase: SecretBytes(text: "horse"))
            }
        }
    }

    func test_read_ofFileWhoseKeysHaveTooManyRoundsTogether_throwsDataTooLarge() throws {
        let (made, passphrase) = (
            try make("-t ed25519 -a 2", passphrase: "horse").private, try SecretBytes(text: "horse")
        )
        let two = try SecretBytes(copying: made.copied + made.copied)
        let work = DerivationWork(limit: 3 * BcryptKey.repetitionsOfRound)
        XCTAssertEqual(try KeyFile(made, passphrase, work).privateKeys.count, 1)
        assertThrows(.dataTooLarge) { _ = try KeyFile(two, passphrase, work) }
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
