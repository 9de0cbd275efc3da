import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Tests with identities in files, and a server of `openssl` that has one.
class TLSTestCase: XCTestCase {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        addTeardownBlock { [folder] in try FileManager.default.removeItem(at: folder) }
    }

    /// Takes an identity through PKCS#12 into a store and out again, and writes what a TLS program reads.
    func writeIdentity(_ name: String, issuedBy root: Authority, in store: ItemStore) throws
        -> [String]
    {
        let key = try PrivateKey.generate(.p256)
        var asked = CertificateContents.server("\(name).example")
        asked.extendedKeyUsage = [.serverAuthentication, .clientAuthentication]
        let request = try CertificateRequest(
            subject: DistinguishedName([.commonName: name]), as: asked, key: key)
        let certificate = try root.certificate.issue(
            request, key: root.key, validity: Date() - 60...Date() + 3_600
        ).certificate
        let passphrase = try SecretBytes(utf8: "pass")
        let file = try Identity(certificate: certificate, key: key).pkcs12(passphrase: passphrase)
        try store.add(Identity(pkcs12: file, passphrase: passphrase), label: name)

        let query = Query<IdentityItem>().where(.label, equals: name)
        let found = try XCTUnwrap(store.identity(query))
        let path = folder.appending(path: name + ".pem")
        let secret = try found.key.pem().withBytes { Array($0) }
        try Data([UInt8](found.certificate.pem.utf8) + secret).write(to: path)
        return ["-cert", path.path, "-key", path.path]
    }

    /// A server for some clients, which answers as the words say, and the port that it chose.
    func startServer(_ openssl: Tool, _ words: [String], clients: Int = 1) throws -> (
        server: Process, port: String
    ) {
        let (server, output) = (Process(), Pipe())
        server.executableURL = URL(fileURLWithPath: openssl.path)
        server.arguments = ["s_server", "-accept", "127.0.0.1:0", "-naccept", "\(clients)"] + words
        (server.standardOutput, server.standardError) = (output, FileHandle.nullDevice)
        try server.run()
        var text = ""
        while !text.hasSuffix("\n") || !text.contains("ACCEPT ") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        return (server, try XCTUnwrap(line?.split(separator: ":").last.map(String.init), text))
    }

    /// Writes the list of these certificates, and answers with the words that have a server ask it.
    func writeList(of names: [String], by root: Authority) throws -> [String] {
        let revoked = try names.map { name in
            let text = try Data(contentsOf: folder.appending(path: name + ".pem"))
            return RevokedCertificate(try Certificate(pem: text), at: Date() - 30)
        }
        let list = try root.certificate.revocationList(
            revoking: revoked, number: 1, key: root.key, validity: Date() - 60...Date() + 3_600)
        let path = folder.appending(path: "crl.pem")
        try Data(list.pem.utf8).write(to: path)
        return ["-crl_check", "-CRL", path.path]
    }
}
