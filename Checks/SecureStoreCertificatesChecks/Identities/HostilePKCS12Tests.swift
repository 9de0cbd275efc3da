import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class HostilePKCS12Tests: XCTestCase {
    private func make(_ options: String = "") throws -> Data {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        return try openSSL.run("pkcs12 -export -inkey @key -in @cert -passout pass:horse \(options)")
    }

    private func read(_ file: some Collection<UInt8>) throws -> PKCS12 {
        try PKCS12(file, passphrase: try SecretBytes(utf8: "horse"))
    }

    /// A bound that a number of three bytes goes beyond.
    private let bound = DerivationWork(limit: 2_000_000)

    private func readBounded(_ file: Data) throws -> PKCS12 {
        try PKCS12(file, SecretBytes(utf8: "horse"), bound)
    }

    func test_read_ofNineMillionIterations_takesSeconds() throws {
        // In the seal alone: OpenSSL has one number for key and certificates.
        let file = try make("-keypbe NONE -certpbe NONE -iter 9000000")
        let spent = try processorSeconds { XCTAssertEqual(try read(file).identities.count, 1) }
        XCTAssertLessThan(spent, 20)
    }

    func test_read_ofMoreIterationsThanTheBound_throwsDataTooLargeAtOnce() throws {
        let file = try make("-iter 3400000")
        // Each of the three parts is within the bound, and all of them are not.
        let spent = processorSeconds { assertThrows(.dataTooLarge) { _ = try self.read(file) } }
        XCTAssertLessThan(spent, 20)
    }

    func test_read_ofSealThatAsksForMoreThanTheBound_throwsDataTooLargeAtOnce() throws {
        // The number is the last in the file.
        let file = try make("-iter 70000")
        XCTAssertEqual(file.suffix(5), Data([0x02, 3, 1, 0x11, 0x70]))
        for number: [UInt8] in [[0x7f, 0xff, 0xff], [0, 0, 0], [0xff, 0xff, 0xff]] {
            let spent = try processorSeconds {
                XCTAssertThrowsError(try self.readBounded(file.dropLast(3) + number))
            }
            XCTAssertLessThan(spent, 0.1)
        }
        assertThrows(.dataTooLarge) { _ = try self.readBounded(file.dropLast(3) + [0x7f, 0xff, 0xff]) }
    }

    func test_pkcs8_withWorkBeyondTheBound_throwsDataTooLargeAtOnce() throws {
        let openSSL = try OpenSSL()
        let file = try openSSL.run("genpkey -algorithm ED25519")
        try openSSL.write(file, "key")
        var sealed = try openSSL.run("pkcs8 -topk8 -outform DER -in @key -passout pass:horse -iter 70000")
        let place = try XCTUnwrap(sealed.range(of: Data([0x02, 3, 1, 0x11, 0x70])))
        sealed.replaceSubrange(place, with: [0x02, 3, 0x7f, 0xff, 0xff])
        let spent = processorSeconds {
            assertThrows(.dataTooLarge) {
                var work = self.bound
                _ = try PrivateKey(
                    der: SecretBytes(copying: sealed), SecretBytes(utf8: "horse"), &work)
            }
        }
        XCTAssertLessThan(spent, 0.1)
    }

    func test_pkcs8_ofScryptWithMoreMemoryThanTheBound_throwsDataTooLarge() throws {
        let openSSL = try OpenSSL()
        try openSSL.write(try openSSL.run("genpkey -algorithm ED25519"), "key")
        var sealed = try openSSL.run("pkcs8 -topk8 -scrypt -outform DER -in @key -passout pass:horse")
        let place = try XCTUnwrap(sealed.range(of: Data([0x02, 2, 0x40, 0, 0x02, 1, 8])))
        // Twice the blocks: 32 MiB, and those that are worked on.
        sealed.replaceSubrange(place, with: [0x02, 2, 0x40, 0, 0x02, 1, 16])
        assertThrows(.dataTooLarge) {
            _ = try PrivateKey(der: sealed, passphrase: try SecretBytes(utf8: "horse"))
        }
    }

    func test_read_ofFileWithAnyLengthCutOrByteBehind_isRefused() throws {
        let file = try make()
        for count in stride(from: 0, to: file.count, by: 13) {
            assertThrows(.decode, "\(count)") { _ = try self.read(file.prefix(count)) }
        }
        assertThrows(.decode) { _ = try self.read(file + [0]) }
        assertThrows(.dataTooLarge) { _ = try self.read([UInt8](repeating: 0x30, count: (1 << 20) + 1)) }
    }

    func test_read_ofFileWithAnyByteChanged_isRefused() throws {
        let file = try make("-iter 1")
        for index in stride(from: 0, to: file.count, by: 7) {
            var changed = file
            changed[index] ^= 0x15
            guard let found = try? read(changed) else { continue }
            // Parts that the seal does not cover may change: names of algorithms with null parameters.
            XCTAssertEqual(found.identities.count, 1, "\(index)")
        }
    }

    func test_read_ofFileWithoutSeal_throwsUnimplemented() throws {
        let file = try make("-nomac")
        assertThrows(.unimplemented) { _ = try self.read(file) }
    }

    func test_queueOfErrors_afterRefusals_isAsItWas() throws {
        let (file, key) = (try make(), try PrivateKey.generate(.p256))
        let sealed = try key.pkcs8(passphrase: try SecretBytes(utf8: "horse"))
        let refused: [(String, () throws -> Void)] = [
            ("point", { _ = try PublicKey(x963: [4] + [UInt8](repeating: 1, count: 64)) }),
            ("signature", { try key.publicKey.verify([1], of: [2], .ecdsaSHA256) }),
            ("PKCS#12", { _ = try self.read(file.dropLast(3)) }),
            ("its passphrase", { _ = try PKCS12(file) }),
            ("PKCS#8", { _ = try PrivateKey(der: sealed, passphrase: try SecretBytes(utf8: "x")) }),
            ("ciphertext", { _ = try PrivateKey.generate(.rsa(2_048)).decrypt([1], .rsaPKCS1) }),
        ]
        for (name, body) in refused {
            LibCryptoErrors.clear()
            XCTAssertThrowsError(try body(), name)
            XCTAssertTrue(LibCryptoErrors.isEmpty, name)
        }
    }
}
