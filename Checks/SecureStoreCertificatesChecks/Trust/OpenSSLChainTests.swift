import XCTest

@testable import SecureStoreCertificates

/// Chains that the command `openssl` makes.
final class OpenSSLChainTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func read(_ name: String) throws -> Certificate {
        try Certificate(pem: Data(contentsOf: folder.appending(path: name)))
    }

    /// A root with these extensions and a certificate for `host.example` below it with those, signed with a
    /// digest.
    private func chain(
        root: String = "", leaf: String = "", names: String = "DNS:host.example", digest: String = "-sha256",
        key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    ) throws -> (leaf: Certificate, root: Certificate) {
        let openssl = try Tool("openssl")
        let rootSection = "[root]\nbasicConstraints = critical,CA:TRUE\n" + root
        let leafSection = "\n[leaf]\nextendedKeyUsage = serverAuth\nsubjectAltName = \(names)\n" + leaf
        let text = "[req]\ndistinguished_name = dn\n[dn]\n" + rootSection + leafSection + "\n"
        try Data(text.utf8).write(to: folder.appending(path: "openssl.cnf"))
        try openssl.run(
            [
                "req", "-x509", "-nodes", "-keyout", path("root.key"), "-out", path("root.pem"), "-config",
                path("openssl.cnf"), "-extensions", "root", "-subj", "/CN=Root", "-days", "10", "-newkey",
            ] + key)
        try openssl.run(
            [
                "req", "-new", "-nodes", "-keyout", path("leaf.key"), "-out", path("leaf.csr"), "-config",
                path("openssl.cnf"), "-subj", "/CN=host.example", "-newkey",
            ] + key)
        try openssl.run([
            "x509", "-req", "-in", path("leaf.csr"), "-CA", path("root.pem"), "-CAkey", path("root.key"),
            "-set_serial", "2", "-days", "5", "-extfile", path("openssl.cnf"), "-extensions", "leaf", digest,
            "-out", path("leaf.pem"),
        ])
        return (try read("leaf.pem"), try read("root.pem"))
    }

    private func validate(
        _ chain: (leaf: Certificate, root: Certificate), for host: String = "host.example"
    ) throws -> [Certificate] {
        try chain.leaf.validate(
            for: .tlsServer(host), anchors: .only([chain.root]), at: chain.leaf.notBefore + 60)
    }

    func test_validate_ofPlainChain_succeeds() throws {
        let chain = try chain()
        XCTAssertEqual(try validate(chain), [chain.leaf, chain.root])
    }

    func test_validate_withSHA1_saysWeakDigest() throws {
        let chain = try chain(digest: "-sha1")
        assertFails(.weakDigest) { try validate(chain) }
    }

    func test_validate_withMD5_saysWeakDigestForAnyPurpose() throws {
        let (leaf, root) = try chain(digest: "-md5", key: ["rsa:2048"])
        for policy in [TrustPolicy.basic, .tlsServer("host.example")] {
            assertFails(.weakDigest, "\(policy)") {
                try leaf.validate(for: policy, anchors: .only([root]), at: leaf.notBefore + 60)
            }
        }
    }

    func test_validate_belowRootOfTheFirstVersion_succeeds() throws {
        let openssl = try Tool("openssl")
        _ = try chain()
        try openssl.run([
            "req", "-new", "-key", path("root.key"), "-out", path("root.csr"), "-config", path("openssl.cnf"),
            "-subj", "/CN=Root",
        ])
        try openssl.run([
            "x509", "-req", "-in", path("root.csr"), "-signkey", path("root.key"), "-days", "10", "-out",
            path("root.pem"),
        ])
        let (leaf, root) = (try read("leaf.pem"), try read("root.pem"))
        XCTAssertEqual(root.version, 1)
        XCTAssertEqual(try validate((leaf, root)), [leaf, root])
    }

    func test_validate_withNameThatTheRootMayNotIssue_saysSo() throws {
        let chain = try chain(root: "nameConstraints = critical,permitted;DNS:other.example")
        assertFails(.nameNotPermitted) { try validate(chain) }
    }

    func test_validate_withNameThatTheRootExcludesUnderAWildcard_saysSo() throws {
        let chain = try chain(
            root: "nameConstraints = critical,excluded;DNS:A.host.example", names: "DNS:*.host.example")
        assertFails(.nameNotPermitted) { try validate(chain, for: "a.host.example") }
    }

    func test_validate_withWildcardBesideAnExcludedName_succeeds() throws {
        let chain = try chain(
            root: "nameConstraints = critical,excluded;DNS:a.host.example", names: "DNS:*.host.example")
        XCTAssertEqual(try validate(chain, for: "ba.host.example"), [chain.leaf, chain.root])
    }

    func test_validate_withoutThePolicyThatAnAuthorityRequires_saysSo() throws {
        for isCritical in ["critical,", ""] {
            let constraint = "policyConstraints = \(isCritical)requireExplicitPolicy:0"
            let certificate = try chain(leaf: "basicConstraints = CA:FALSE\n" + constraint)
            assertFails(.policyNotFound, isCritical) { try validate(certificate) }
            let named = try chain(leaf: "certificatePolicies = 1.2.3.4\n" + constraint)
            XCTAssertEqual(try validate(named), [named.leaf, named.root], isCritical)
        }
    }

    func test_validate_withUnknownCriticalExtension_saysSo() throws {
        let chain = try chain(leaf: "1.2.3.4.5 = critical,ASN1:UTF8String:whatever")
        assertFails(.unknownCriticalExtension) { try validate(chain) }
    }

    func test_validate_withExtensionThatCannotBeRead_saysMalformed() throws {
        let leaf = try chain(leaf: "keyUsage = DER:0102").leaf
        XCTAssertEqual(leaf.keyUsage, [])
        for anchor in [leaf, try read("root.pem")] {
            assertFails(.malformed) {
                try leaf.validate(for: .basic, anchors: .only([anchor]), at: leaf.notBefore + 60)
            }
        }
    }

    func test_validate_belowAnAuthorityWithBytesBehindAnExtension_saysMalformed() throws {
        let chain = try chain(root: "keyUsage = DER:0302010600")
        let error = assertFails(.malformed) { try validate(chain) }
        XCTAssertEqual(error?.certificate, chain.root)
    }

    func test_request_ofOpenssl_isRead() throws {
        _ = try chain()
        let request = try CertificateRequest(pem: Data(contentsOf: folder.appending(path: "leaf.csr")))
        XCTAssertEqual(request.subject.description, "CN=host.example")
        XCTAssertTrue(request.isSignatureValid)
    }

    func test_selfSigned_isVerifiedByOpenssl() throws {
        let openssl = try Tool("openssl")
        let key = try PrivateKey.generate(.rsa(2048))
        let now = Date()
        let made = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: "Root"]), as: .authority(), key: key,
            validity: now - 60...now + 60)
        try Data(made.pem.utf8).write(to: folder.appending(path: "made.pem"))
        let text = try openssl.run(
            "verify", "-x509_strict", "-check_ss_sig", "-CAfile", path("made.pem"), path("made.pem"))
        XCTAssertTrue(text.hasSuffix(": OK\n"), text)
    }
}
