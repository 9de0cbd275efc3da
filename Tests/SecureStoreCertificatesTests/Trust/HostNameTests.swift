import XCTest

@testable import SecureStoreCertificates

final class HostNameTests: XCTestCase {
    private static let root = Result { try Authority() }

    /// Validates a certificate of these names for a host.
    private func validate(_ host: String, _ names: [String], addresses: [Data] = []) throws -> [Certificate] {
        let root = try Self.root.get()
        let leaf = try root.issue("common.example") { form in
            form.names = names.map { DER.encode(0x82, $0.utf8) }
            form.add(ipAddresses: addresses)
        }
        return try leaf.validate(
            for: .tlsServer(host), anchors: .only([root.certificate]), at: Authority.today)
    }

    func test_validate_withNameOfTheCertificate_succeeds() throws {
        let rows = [
            ("host.example", "host.example"), ("HOST.Example", "host.example"),
            ("host.example.", "host.example"),
            ("a.host.example", "*.host.example"), ("xn--gre-0na9n.example", "xn--gre-0na9n.example"),
            ("under_score.example", "under_score.example"), ("my_app.host.example", "*.host.example"),
            ("_.host.example.", "*.Host.example"),
        ]
        for (host, name) in rows { XCTAssertNoThrow(try validate(host, [name]), host) }
    }

    func test_validate_withOtherName_saysHostMismatch() {
        let rows = [
            ("other.example", "host.example"), ("a.b.host.example", "*.host.example"),
            ("host.example", "*.host.example"), ("abc.host.example", "a*.host.example"),
            ("a.host.example", "a.*.example"), ("host.example", "*.example"), ("example", "*"),
            ("host.example", "host.example.evil"), ("common.example", "host.example"),
            ("my_app.example", "*.example"), ("my_app", "*"), ("a_b.c.host.example", "*.host.example"),
            ("a_b.host.example", "*.example"), ("a_b.host.example", "a*.host.example"),
        ]
        for (host, name) in rows { assertFails(.hostMismatch, host) { try validate(host, [name]) } }
    }

    func test_validate_withNameInTheSubjectAlone_saysHostMismatch() {
        assertFails(.hostMismatch) { try validate("common.example", []) }
    }

    func test_validate_withNoNameAtAll_saysInvalidName() {
        let long = String(repeating: "a", count: 64) + ".example"
        for host in [
            "", ".", "..", ".example", "host..example", "host.example..", "*.example", "größe.example", "a b",
            "host.example\0.evil", "127.1", "1.2.3.256", "01.2.3.4", "1.2.3.4.5", "host:443", "[::1]",
            "::1%lo", "::1\0.evil", "host.example\u{600}.", long,
        ] { assertFails(.invalidName, host.debugDescription) { try validate(host, ["host.example"]) } }
    }

    func test_validate_withAddressOfTheCertificate_succeeds() throws {
        let four = Data([192, 0, 2, 7])
        let six = Data([0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1])
        XCTAssertNoThrow(try validate("192.0.2.7", [], addresses: [four]))
        XCTAssertNoThrow(try validate("2001:DB8:0::1", [], addresses: [six]))
    }

    func test_validate_withAddressAmongDNSNames_saysHostMismatch() {
        assertFails(.hostMismatch) { try validate("192.0.2.7", ["192.0.2.7"]) }
        assertFails(.hostMismatch) { try validate("192.0.2.8", [], addresses: [Data([192, 0, 2, 7])]) }
    }
}
