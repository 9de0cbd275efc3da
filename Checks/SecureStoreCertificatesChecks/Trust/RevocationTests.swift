import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Revocation lists that go to and come from `openssl` and Go, and responses of OCSP that `openssl` signs.
final class RevocationTests: XCTestCase {
    private let week = Date() - 60...Date() + 7 * 86_400.0

    /// Writes an authority, two certificates of it, and the list of the second: `ca`, `good`, `bad`, `crl`.
    private func writeList(_ kind: KeyKind, in openSSL: OpenSSL) throws {
        let root = try Authority(key: .generate(kind), validAt: Date())
        let leaves = try ["good", "bad"].map { name in
            try root.certificate.issue(
                CertificateRequest(
                    subject: DistinguishedName([.commonName: name]), as: .client, key: .generate(.p256)),
                key: root.key, validity: week
            ).certificate
        }
        let list = try root.certificate.revocationList(
            revoking: [RevokedCertificate(leaves[1], at: Date() - 30, for: .keyCompromise)], number: 1,
            key: root.key, validity: week)
        for (name, text) in [
            ("ca", root.certificate.pem), ("good", leaves[0].pem), ("bad", leaves[1].pem), ("crl", list.pem),
        ] { try openSSL.write(Data(text.utf8), name) }
    }

    func test_list_isCheckedByOpenSSL() throws {
        let openSSL = try OpenSSL()
        for kind in [KeyKind.rsa(2_048), .p256, .ed25519] {
            try writeList(kind, in: openSSL)
            let words = "verify -x509_strict -crl_check -CAfile @ca -CRLfile @crl"
            XCTAssertNoThrow(try openSSL.run("\(words) @good"), "\(kind)")
            XCTAssertThrowsError(try openSSL.run("\(words) @bad"), "\(kind)")
        }
        let text = String(decoding: try openSSL.run("crl -in @crl -noout -text"), as: UTF8.self)
        XCTAssertTrue(text.contains("Key Compromise") && text.contains("X509v3 CRL Number"), text)
    }

    func test_list_isCheckedByGo() throws {
        let (openSSL, go) = (try OpenSSL(), try Tool("go"))
        try writeList(.p256, in: openSSL)
        let verify = try GoVerifier(go, in: openSSL.directory)
        XCTAssertEqual(try verify.run(["ca", "crl"]), "OK 1\n")
    }

    // MARK: - Of openssl

    private let configuration = """
        [ca]
        default_ca = own
        [own]
        database = ./index
        crlnumber = ./number
        default_md = sha256
        default_crl_days = 7
        crl_extensions = full
        [full]
        authorityKeyIdentifier = keyid
        [delta]
        2.5.29.27 = critical,ASN1:INTEGER:1
        [indirect]
        issuingDistributionPoint = critical,@point
        [point]
        indirectCRL = TRUE
        """

    /// Writes an authority with its files, two certificates of it, `web` and `gone`, and revokes the second.
    private func makeAuthority() throws -> (OpenSSL, [String: Certificate]) {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.run("req -new -key @key -subj /CN=gone -out @request")
        try openSSL.run("x509 -req -in @request -CA @ca -CAkey @cakey -days 30 -out @gone")
        var lines = ""
        for (name, file, state) in [
            ("web", "cert", "V\t991231000000Z\t"),
            ("gone", "gone", "R\t991231000000Z\t260101000000Z,keyCompromise"),
        ] {
            let serial = try Certificate(pem: openSSL.read(file)).serialNumber.map {
                String(format: "%02X", $0)
            }
            lines += "\(state)\t\(serial.joined())\tunknown\t/CN=\(name)\n"
        }
        try openSSL.write(Data(lines.utf8), "index")
        try openSSL.write(Data("01\n".utf8), "number")
        let paths = configuration.replacingOccurrences(of: "./", with: openSSL.directory + "/")
        try openSSL.write(Data(paths.utf8), "cnf")
        let certificates = try ["ca", "cert", "gone"].map { ($0, try Certificate(pem: openSSL.read($0))) }
        return (openSSL, Dictionary(uniqueKeysWithValues: certificates))
    }

    private func list(_ openSSL: OpenSSL, _ more: String = "") throws -> RevocationList {
        try openSSL.run("ca -config @cnf -gencrl -keyfile @cakey -cert @ca -out @crl \(more)")
        return try RevocationList(pem: openSSL.read("crl"))
    }

    private func validate(
        _ name: String, _ all: [String: Certificate], at date: Date = Date(), _ check: RevocationCheck
    ) throws -> [Certificate] {
        let (leaf, root) = (try XCTUnwrap(all[name]), try XCTUnwrap(all["ca"]))
        return try leaf.validate(for: .basic, anchors: .only([root]), at: date, revocation: check)
    }

    func test_list_ofOpenSSL_isReadAndAsked() throws {
        let (openSSL, all) = try makeAuthority()
        let check = RevocationCheck(lists: [try list(openSSL)])
        XCTAssertEqual(check.lists[0].revoked.map(\.reason), [.keyCompromise])
        XCTAssertNoThrow(try validate("cert", all, check))
        assertFails(.revoked) { try validate("gone", all, check) }
        assertFails(.revocationNotKnown) { try validate("cert", all, at: Date() + 8 * 86_400, check) }
    }

    func test_list_ofOpenSSLOverSHA1_vouchesForNothing() throws {
        let (openSSL, all) = try makeAuthority()
        let check = RevocationCheck(lists: [try list(openSSL, "-md sha1")])
        assertFails(.revocationNotKnown) { try validate("cert", all, check) }
    }

    func test_list_ofOpenSSLThatIsDeltaOrIndirect_isRefusedByName() throws {
        let (openSSL, _) = try makeAuthority()
        for name in ["delta", "indirect"] {
            XCTAssertThrowsError(try list(openSSL, "-crlexts \(name)")) { error in
                XCTAssertEqual((error as? StoreError)?.status, .unimplemented)
                XCTAssertTrue("\(error)".contains("\(name) list"), "\(error)")
            }
        }
    }

    // MARK: - OCSP

    private func response(
        _ openSSL: OpenSSL, about name: String, by signer: String = "ca", _ more: String = "-ndays 7",
        over hash: String = "sha1"
    ) throws -> RevocationCheck {
        try openSSL.run(
            "ocsp -index @index -CA @ca -issuer @ca -\(hash) -cert @\(name) -rsigner @\(signer) -rkey @\(signer)key "
                + "-respout @response -noverify \(more)")
        return RevocationCheck(responses: [try OCSPResponse(der: openSSL.read("response"))])
    }

    func test_response_ofTheIssuer_isAsked() throws {
        let (openSSL, all) = try makeAuthority()
        for hash in ["sha1", "sha256"] {
            let good = try response(openSSL, about: "cert", over: hash)
            XCTAssertNoThrow(try validate("cert", all, good), hash)
            assertFails(.revocationNotKnown) { try validate("gone", all, good) }
            assertFails(.revocationNotKnown) { try validate("cert", all, at: Date() + 8 * 86_400, good) }
            let gone = try response(openSSL, about: "gone", over: hash)
            assertFails(.revoked) { try validate("gone", all, gone) }
            XCTAssertThrowsError(try OCSPResponse(der: openSSL.read("response") + [0]))
        }
    }

    func test_response_withoutADateForTheNext_vouchesForNothing() throws {
        let (openSSL, all) = try makeAuthority()
        let always = try response(openSSL, about: "cert", by: "ca", "")
        assertFails(.revocationNotKnown) { try validate("cert", all, always) }
    }

    func test_response_aboutACertificateThatIsNotKnown_vouchesForNothing() throws {
        let (openSSL, all) = try makeAuthority()
        try openSSL.write(Data(), "index")
        let unknown = try response(openSSL, about: "cert")
        assertFails(.revocationNotKnown) { try validate("cert", all, unknown) }
    }

    func test_response_ofAResponder_countsIfTheIssuerSaysSo() throws {
        let (openSSL, all) = try makeAuthority()
        try openSSL.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out @otherkey")
        try openSSL.run("req -new -key @otherkey -subj /CN=responder -out @request")
        for (uses, isGood) in [("OCSPSigning", true), ("serverAuth", false)] {
            try openSSL.write(Data("extendedKeyUsage = \(uses)\n".utf8), "ext")
            try openSSL.run("x509 -req -in @request -CA @ca -CAkey @cakey -days 30 -extfile @ext -out @other")
            let check = try response(openSSL, about: "cert", by: "other")
            if isGood {
                XCTAssertNoThrow(try validate("cert", all, check))
            } else {
                assertFails(.revocationNotKnown) { try validate("cert", all, check) }
            }
        }
        try openSSL.write(Data("extendedKeyUsage = OCSPSigning\n".utf8), "ext")
        try openSSL.run("x509 -req -in @request -signkey @otherkey -days 30 -extfile @ext -out @other")
        let own = try response(openSSL, about: "cert", by: "other")
        assertFails(.revocationNotKnown) { try validate("cert", all, own) }
    }

    func test_response_withAnyByteChanged_vouchesForNothing() throws {
        let (openSSL, all) = try makeAuthority()
        // Certificates that come along are not signed with the response.
        XCTAssertNoThrow(
            try validate("cert", all, response(openSSL, about: "cert", by: "ca", "-ndays 7 -resp_no_certs")))
        let der = [UInt8](try openSSL.read("response"))
        for place in der.indices {
            var bytes = der
            bytes[place] ^= 0x41
            guard let changed = try? OCSPResponse(der: bytes) else { continue }
            XCTAssertThrowsError(
                try validate("cert", all, RevocationCheck(responses: [changed])), "\(place)")
        }
    }
}
