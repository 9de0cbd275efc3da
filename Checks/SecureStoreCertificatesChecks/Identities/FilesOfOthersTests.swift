import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Files that GnuTLS and `openssl` write as they do by themselves, and files that these read.
final class FilesOfOthersTests: XCTestCase {
    private let passphrase = { try SecretBytes(utf8: "horse") }

    func test_read_ofCerttoolsPKCS12_givesIdentityAndChain() throws {
        let (openSSL, certtool) = (try OpenSSL(), try Tool("certtool"))
        try openSSL.makeIdentity()
        let files = ["key", "cert", "ca", "p12"].map { openSSL.directory + "/" + $0 }
        for cipher in ["aes-256", "aes-128", "3des-pkcs12"] {
            try certtool.run([
                "--to-p12", "--outder", "--load-privkey", files[0], "--load-certificate", files[1],
                "--load-ca-certificate", files[2], "--p12-name", "web", "--password", "horse",
                "--pkcs-cipher", cipher, "--outfile", files[3],
            ])
            let identity = try Identity(pkcs12: openSSL.read("p12"), passphrase: passphrase())
            XCTAssertEqual(identity.label, "web", cipher)
            XCTAssertEqual(identity.chain, [try Certificate(pem: openSSL.read("ca"))], cipher)
        }
    }

    func test_pkcs12_isReadByCerttool() throws {
        let (openSSL, certtool) = (try OpenSSL(), try Tool("certtool"))
        for kind in ["ED25519", "EC -pkeyopt ec_paramgen_curve:P-256"] {
            let file = try Identity.made(kind).pkcs12(passphrase: passphrase(), label: "web")
            try openSSL.write(file, "p12")
            let words = ["--p12-info", "--inder", "--password", "horse", "--infile"]
            let text = try certtool.run(words + [openSSL.directory + "/p12"])
            XCTAssertTrue(text.contains("BEGIN CERTIFICATE") && text.contains("PRIVATE KEY"), text)
        }
    }

    func test_read_ofAFileWithoutSeal_needsToBeAskedFor() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        for parts in ["", "-keypbe NONE -certpbe NONE"] {
            let words = "pkcs12 -export -nomac -inkey @key -in @cert -passout pass:horse \(parts)"
            let file = try openSSL.run(words)
            assertThrows(.unimplemented) { _ = try PKCS12(file, passphrase: self.passphrase()) }
            let read = try PKCS12(file, passphrase: passphrase(), isSealRequired: false)
            XCTAssertEqual(read.identities.count, 1)
        }
        let file = try openSSL.run("pkcs12 -export -nomac -inkey @key -in @cert -passout pass:horse")
        assertThrows(.authFailed) {
            _ = try PKCS12(file, passphrase: SecretBytes(utf8: "other"), isSealRequired: false)
        }
        let empty = try openSSL.run("pkcs12 -export -nomac -inkey @key -in @cert -passout pass:")
        XCTAssertEqual(try PKCS12(empty, isSealRequired: false).identities.count, 1)
    }

    func test_read_withASealThatNeedNotBe_stillChecksIt() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        var file = try openSSL.run("pkcs12 -export -inkey @key -in @cert -passout pass:horse")
        file[file.count / 2] ^= 1
        assertThrows(.authFailed) {
            _ = try PKCS12(file, passphrase: self.passphrase(), isSealRequired: false)
        }
    }

    func test_pkcs12_ofEd25519AndX25519_isReadAndWritten() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        for algorithm in ["ED25519", "X25519"] {
            try openSSL.run("genpkey -algorithm \(algorithm) -out @own")
            try openSSL.write(try openSSL.run("pkey -in @own -pubout"), "public")
            try openSSL.run(
                "x509 -req -in @request -CA @ca -CAkey @cakey -force_pubkey @public -days 30 -out @cert")
            let file = try openSSL.run("pkcs12 -export -inkey @own -in @cert -passout pass:horse")
            let identity = try Identity(pkcs12: file, passphrase: passphrase())
            XCTAssertEqual("\(identity.key.kind)", algorithm.lowercased())
            try openSSL.write(identity.pkcs12(passphrase: passphrase()), "again")
            let text = try openSSL.run("pkcs12 -in @again -nodes -passin pass:horse")
            XCTAssertEqual(try PrivateKey(pem: text), identity.key)
        }
    }

    func test_rsa_ofSmallAndLargeSizes_isReadAndUsed() throws {
        let openSSL = try OpenSSL()
        // A key of 8,192 bits takes OpenSSL up to half a minute.
        for bits in [512, 1_024, Effort.isWhole ? 8_192 : 4_096] {
            try openSSL.run("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:\(bits) -out @key")
            let key = try PrivateKey(pem: openSSL.read("key"))
            XCTAssertEqual(key.kind, .rsa(bits))
            try openSSL.write(key.sign(Data("text".utf8), .rsaPKCS1SHA256), "signature")
            try openSSL.write(Data(key.publicKey.pem.utf8), "public")
            try openSSL.write(Data("text".utf8), "text")
            let answer = try openSSL.run("dgst -sha256 -verify @public -signature @signature @text")
            XCTAssertEqual(String(decoding: answer, as: UTF8.self), "Verified OK\n")
            let sealed = try key.publicKey.encrypt([1, 2], .rsaPKCS1)
            XCTAssertEqual(try key.decrypt(sealed, .rsaPKCS1).copied, Data([1, 2]))
        }
    }

    func test_olderForms_areReadByOpenSSL() throws {
        let openSSL = try OpenSSL()
        for (kind, command) in [(KeyKind.rsa(2_048), "rsa"), (.p256, "ec"), (.p521, "ec")] {
            let key = try PrivateKey.generate(kind)
            try openSSL.write(key.olderPEM().copied, "key")
            let text = try openSSL.run("\(command) -in @key -pubout")
            XCTAssertEqual(try PublicKey(pem: text), key.publicKey)
        }
    }

    func test_openSSH_isReadBySSHKeygen() throws {
        let (openSSL, keygen) = (try OpenSSL(), try Tool("ssh-keygen"))
        for kind in [KeyKind.rsa(2_048), .p256, .p384, .p521, .ed25519] {
            let key = try PrivateKey.generate(kind)
            let path = openSSL.directory + "/\(kind)"
            _ = FileManager.default.createFile(
                atPath: path, contents: try key.openSSH().copied, attributes: [.posixPermissions: 0o600])
            let line = try keygen.run("-y", "-f", path).split(whereSeparator: \.isWhitespace)
            XCTAssertEqual(Data(base64Encoded: String(line[1])), Data(try key.publicKey.openSSH), "\(kind)")
        }
    }
}
