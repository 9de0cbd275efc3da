import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class CertificateRequestTests: XCTestCase {
    private func request(_ key: PrivateKey, _ names: [String] = ["host.example"]) throws -> CertificateRequest
    {
        try CertificateRequest(
            subject: DistinguishedName([.commonName: "host.example"]), as: .server(names), key: key)
    }

    func test_request_isReadByOpenssl() throws {
        let openssl = try Tool("openssl")
        let file = FileManager.default.temporaryDirectory.appending(path: "request-\(UUID()).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try request(.generate(.p256)).pem.utf8).write(to: file)
        let text = try openssl.run("req", "-in", file.path, "-verify", "-noout", "-text")
        XCTAssertTrue(text.contains("DNS:host.example"), text)
    }
}
