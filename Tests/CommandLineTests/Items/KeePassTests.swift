import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Databases of KeePassXC, and what is not one.
final class KeePassTests: XCTestCase {
    private func open(_ file: SecretBytes, _ passphrase: String = "pw") throws -> KeePassVault {
        let opened = try KDBXFile(file) {
            KDBXKey(passphrase: try SecretBytes(text: passphrase), keyFile: nil)
        }
        return KeePassVault(xml: opened.xml, stream: opened.stream)
    }

    /// The entries, as in `Wiki eva two`.
    private func texts(_ vault: KeePassVault) throws -> [String] {
        var texts: [String] = []
        try vault.visit { _, entry in
            switch entry {
            case .generic(let item, let secret):
                texts.append("\(item.service) \(item.account) \(try secret.text())")
            case .internet(let item, let secret):
                texts.append("\(item.server) \(item.account) \(try secret.text())")
            case .leftOut(let reason): texts.append(reason)
            }
        }
        return texts
    }

    func test_open_ofDatabasesOfKeePassXC_givesTheirEntriesAsOftenAsAsked() throws {
        for text in [KeePassFiles.argon2dWithAES, KeePassFiles.argon2idWithChaCha20] {
            let vault = try open(KeePassFiles.bytes(text))
            for _ in 0..<2 {
                XCTAssertEqual(
                    try texts(vault),
                    ["forge.example maria one", "Wiki eva two", "the earlier versions of 1 entry"])
            }
        }
    }

    func test_open_withAnotherPassphrase_isRefusedAsThat() throws {
        XCTAssertThrowsError(try open(KeePassFiles.bytes(KeePassFiles.argon2dWithAES), "pW")) { error in
            XCTAssertEqual((error as? CommandError)?.exitCode, ExitCode(.authFailed))
        }
    }

    func test_open_ofDamagedDatabase_isRefused() throws {
        let file = [UInt8](try XCTUnwrap(Data(base64Encoded: KeePassFiles.argon2idWithChaCha20)))
        for place in stride(from: 0, to: file.count, by: 37) {
            var changed = file
            changed[place] ^= 4
            XCTAssertThrowsError(try open(SecretBytes(copying: changed)), "\(place)")
            XCTAssertThrowsError(try open(SecretBytes(copying: file.prefix(place))), "\(place)")
        }
        XCTAssertThrowsError(try open(SecretBytes(copying: file + [0])))
    }

    func test_open_withCostsOutOfBounds_asksForNoPassphrase() throws {
        // Where the number of passes stands: behind its name and the length of its value.
        var file = [UInt8](try XCTUnwrap(Data(base64Encoded: KeePassFiles.argon2dWithAES)))
        let name: [UInt8] = [0x05, 1, 0, 0, 0, UInt8(ascii: "I"), 8, 0, 0, 0]
        let place = try XCTUnwrap(file.indices.first { file[$0...].starts(with: name) }) + name.count
        file.replaceSubrange(place..<(place + 8), with: [0, 0, 0, 1, 0, 0, 0, 0])
        let key = {
            XCTFail("somebody was asked")
            return KDBXKey(passphrase: nil, keyFile: nil)
        }
        XCTAssertThrowsError(try KDBXFile(SecretBytes(copying: file), key)) { error in
            XCTAssertEqual(
                (error as? CommandError)?.message,
                "the passphrase costs 0 MiB 16777216 times, which is more than is spent here")
        }
    }

    func test_open_withTwofish_saysWhatMakesItReadable() throws {
        var file = [UInt8](try XCTUnwrap(Data(base64Encoded: KeePassFiles.argon2dWithAES)))
        let aes: [UInt8] = [0x31, 0xc1, 0xf2, 0xe6, 0xbf, 0x71, 0x43, 0x50]
        let place = try XCTUnwrap(file.indices.first { file[$0...].starts(with: aes) })
        let twofish = "rWjyn1dvS7mjatR6+WU0bA=="
        file.replaceSubrange(place..<(place + 16), with: try XCTUnwrap(Data(base64Encoded: twofish)))
        XCTAssertThrowsError(try open(SecretBytes(copying: file))) { error in
            let error = error as? CommandError
            XCTAssertEqual(error?.message, "the database is encrypted with Twofish, which is not read")
            XCTAssertTrue(error?.hint?.contains("KDBX 4 with AES or ChaCha20") == true)
        }
    }

    // MARK: - Key files

    private let digits = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"

    private func keyDigits(_ file: String) throws -> String {
        let key = try KDBXKey.key(of: SecretBytes(text: file))
        return key.withSpan { key in
            key.indices.map { (key[$0] < 16 ? "0" : "") + String(key[$0], radix: 16) }
        }
        .joined().uppercased()
    }

    func test_keyFile_ofEveryForm_hasItsKey() throws {
        let version2 = """
            <?xml version="1.0"?><KeyFile><Meta><Version>2.0</Version></Meta><Key><Data Hash="630DCD29">
            00010203 04050607 08090A0B 0C0D0E0F
            10111213 14151617 18191A1B 1C1D1E1F</Data></Key></KeyFile>
            """
        let version1 = """
            <KeyFile><Meta><Version>1.00</Version></Meta>
            <Key><Data>AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=</Data></Key></KeyFile>
            """
        for file in [version2, version1, digits, String(decoding: (0..<32).map { UInt8($0) }, as: UTF8.self)]
        {
            XCTAssertEqual(try keyDigits(file), digits)
        }
    }

    func test_keyFile_withAnotherChecksum_isRefused() {
        let file = """
            <KeyFile><Meta><Version>2.0</Version></Meta><Key><Data Hash="630DCD28">\(digits)</Data></Key></KeyFile>
            """
        XCTAssertThrowsError(try keyDigits(file))
    }

    func test_keyFile_ofAnyOtherKind_isHashed() throws {
        // The SHA-256 of what a shell writes.
        XCTAssertEqual(
            try keyDigits("any file\n"), "4AF405921C484F8C7318345DD1A4795CAC3C8A99B78E4DB4256DC12680A97C78")
    }
}
