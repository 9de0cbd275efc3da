import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Tests of what `openssl` and Python say of fifty certificates, and of the system's roots, is what the
/// library says.
final class FiftyCertificatesTests: XCTestCase {
    private static let folder = FileManager.default.temporaryDirectory.appending(path: "fifty-\(UUID())")
    private static let made = Result { () throws in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try OpenSSLCertificates(in: folder).files
    }

    override class func tearDown() {
        // Nothing to remove when they were never made.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Those that were made, then thirty of the system's own roots if there are any.
    private func files() throws -> [URL] {
        let roots = URL(filePath: "/usr/share/ca-certificates/mozilla")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: roots.path)) ?? []
        return try Self.made.get() + names.sorted().prefix(30).map { roots.appending(path: $0) }
    }

    func test_facts_ofEachCertificate_areThoseOfOpenssl() throws {
        let openssl = try Tool("openssl")
        let files = try files()
        XCTAssertGreaterThanOrEqual(files.count, 50)
        for file in files {
            var expected = CertificateReport.facts(
                ofOutput: try openssl.run(CertificateReport.words + [file.path]))
            let isAuthority =
                expected.removeValue(forKey: "X509v3 Basic Constraints")?.contains("CA:TRUE") == true
            let certificate = try Certificate(pem: Data(contentsOf: file))
            XCTAssertEqual(CertificateReport.facts(of: certificate), expected, file.lastPathComponent)
            XCTAssertEqual(certificate.isCertificateAuthority, isAuthority, file.lastPathComponent)
        }
    }

    func test_attributes_ofEachCertificate_areThoseThatPythonComputes() throws {
        let python = try Tool.python(with: "cryptography")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/attributes.py")
        let files = try files()
        let lines = try python.run([script.path] + files.map(\.path)).split(separator: "\n")
        XCTAssertEqual(lines.count, files.count)
        for (file, line) in zip(files, lines) {
            let certificate = try Certificate(pem: Data(contentsOf: file))
            let item = certificate.item(label: "any")
            let parts: [Data?] = [
                item.subject, item.issuer, item.serialNumber, item.subjectKeyID, item.publicKeyHash,
            ]
            let values = parts.map { $0?.hex ?? "-" } + ["\(item.type)"]
            XCTAssertEqual(values.joined(separator: " "), String(line), file.lastPathComponent)
        }
    }
}
