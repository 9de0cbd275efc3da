import XCTest

@testable import SecureStoreCertificates

final class SystemAnchorsTests: XCTestCase {
    /// Runs `body` with these of the variables that OpenSSL looks at, and no others of them.
    private func withEnvironment(
        _ values: [String: String], _ body: () throws -> Void
    ) rethrows {
        func set(_ values: [String: String]) {
            for name in ["SSL_CERT_DIR", "SSL_CERT_FILE"] {
                if let value = values[name] { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
            }
        }
        let before = ProcessInfo.processInfo.environment
        set(values)
        defer { set(before) }
        try body()
    }

    /// A directory of its own.
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "roots-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try FileManager.default.removeItem(at: folder) }
        return folder
    }

    func test_validate_withFileOfTheEnvironment_findsTheRootInIt() throws {
        let root = try Authority()
        let file = try folder().appending(path: "roots.pem")
        try Data(root.certificate.pem.utf8).write(to: file)
        let leaf = try root.issue()
        try withEnvironment(["SSL_CERT_FILE": file.path]) {
            XCTAssertEqual(try leaf.validate(for: .basic, at: Authority.today), [leaf, root.certificate])
        }
    }

    func test_validate_withDirectoryOfTheEnvironment_findsTheRootInIt() throws {
        let openssl = try Tool("openssl")
        let (root, folder) = (try Authority(), try folder())
        let file = folder.appending(path: "root.pem")
        try Data(root.certificate.pem.utf8).write(to: file)
        let hash = try openssl.run("x509", "-noout", "-hash", "-in", file.path)
        try FileManager.default.moveItem(
            at: file, to: folder.appending(path: hash.trimmingCharacters(in: .whitespacesAndNewlines) + ".0"))
        let leaf = try root.issue()
        try withEnvironment(["SSL_CERT_DIR": folder.path]) {
            XCTAssertEqual(try leaf.validate(for: .basic, at: Authority.today), [leaf, root.certificate])
        }
    }

    func test_validate_withAnchorsReadOnce_readsNoFileAgain() throws {
        let (root, other) = (try Authority(), try Authority("Other"))
        let file = try folder().appending(path: "roots.pem")
        try Data(root.certificate.pem.utf8).write(to: file)
        let leaf = try root.issue()
        try withEnvironment(["SSL_CERT_FILE": file.path]) {
            let anchors = TrustAnchors.system.readOnce()
            try Data(other.certificate.pem.utf8).write(to: file)
            assertFails(.unknownIssuer) { try leaf.validate(for: .basic, at: Authority.today) }
            let all = [leaf, root.certificate]
            XCTAssertEqual(try leaf.validate(for: .basic, anchors: anchors, at: Authority.today), all)
            let both = anchors.and([other.certificate])
            XCTAssertEqual(both, .systemAnd([other.certificate]))
            XCTAssertNoThrow(try other.issue().validate(for: .basic, anchors: both, at: Authority.today))
        }
    }

    func test_certificatesOfSystem_besideBlocksThatCannotBeRead_areTheOthers() throws {
        let (root, file) = (try Authority(), try folder().appending(path: "roots.pem"))
        let blocks = ["CERTIFICATE", "TRUSTED CERTIFICATE"].map {
            "-----BEGIN \($0)-----\nMAA=\n-----END \($0)-----\n"
        }
        try Data((blocks.joined() + root.certificate.pem).utf8).write(to: file)
        withEnvironment(["SSL_CERT_FILE": file.path]) {
            XCTAssertEqual(TrustAnchors.certificatesOfSystem, [root.certificate])
        }
    }

    func test_validate_withNothingAtThePlaces_saysNoAnchors() throws {
        let leaf = try Authority().issue()
        let empty = try folder().path
        withEnvironment(["SSL_CERT_DIR": empty, "SSL_CERT_FILE": "/dev/null"]) {
            assertFails(.noAnchors) { try leaf.validate(for: .basic, at: Authority.today) }
        }
    }

    func test_validate_withSystemAndOthers_acceptsBoth() throws {
        let (root, other) = (try Authority(), try Authority("Other"))
        let file = try folder().appending(path: "roots.pem")
        try Data(root.certificate.pem.utf8).write(to: file)
        try withEnvironment(["SSL_CERT_FILE": file.path]) {
            for leaf in [try root.issue(), try other.issue()] {
                XCTAssertNoThrow(
                    try leaf.validate(
                        for: .basic, anchors: .systemAnd([other.certificate]), at: Authority.today))
            }
        }
    }

    func test_validate_ofServerBelowTheSystems_asksForMoreThanBelowOnesOwn() throws {
        let (september2020, day) = (Date(timeIntervalSince1970: 1_598_918_400), Authority.day)
        let root = try Authority(validAt: september2020)
        let file = try folder().appending(path: "roots.pem")
        try Data(root.certificate.pem.utf8).write(to: file)
        let rows:
            [(first: TimeInterval, length: TimeInterval, uses: [ExtendedKeyUsage], TrustError.Reason?)] = [
                (0, 398 * day, [.serverAuthentication], nil),
                (0, 398 * day + 1, [.serverAuthentication], .validityTooLong),
                (-1, 825 * day, [.serverAuthentication], nil),
                (-1, 826 * day, [.serverAuthentication], .validityTooLong),
                (-500 * day, day, [], .wrongPurpose),
            ]
        try withEnvironment(["SSL_CERT_FILE": file.path]) {
            for row in rows {
                let first = september2020 + row.first
                let leaf = try root.issue { form in
                    form.validity = first...first + row.length
                    form.extendedKeyUsage = row.uses
                }
                let policy = TrustPolicy.tlsServer("host.example")
                let found = leaf.examine(for: policy, at: first + 1).failures.map(\.reason)
                XCTAssertEqual(found, row.3.map { [$0] } ?? [], "\(row)")
                XCTAssertEqual(
                    (try? leaf.validate(for: policy, at: first + 1)) == nil, row.3 != nil, "\(row)")
            }
        }
    }

    func test_validate_ofServerBelowTheSystemsThatIsOnesOwnToo_asksForLess() throws {
        let root = try Authority()
        let file = try folder().appending(path: "roots.pem")
        try Data(root.certificate.pem.utf8).write(to: file)
        let leaf = try root.issue {
            $0.validity = $0.validity.lowerBound...$0.validity.lowerBound + 500 * Authority.day
        }
        try withEnvironment(["SSL_CERT_FILE": file.path]) {
            for own in [root.certificate, leaf] {
                XCTAssertNoThrow(
                    try leaf.validate(
                        for: .tlsServer("host.example"), anchors: .systemAnd([own]), at: Authority.today))
            }
        }
    }

    func test_validate_ofServerWithoutUseBelowOnesOwnAndTheSystems_takesOnesOwn() throws {
        let (day, before) = (Authority.day, Date(timeIntervalSince1970: 1_561_900_000))
        let own = try Authority(validAt: before)
        // libcrypto prefers the one that ends last.
        let systems = try Authority(key: own.key, validAt: before + day)
        let file = try folder().appending(path: "roots.pem")
        try Data(systems.certificate.pem.utf8).write(to: file)
        let leaf = try own.issue { ($0.validity, $0.extendedKeyUsage) = (before - day...before + day, []) }
        try withEnvironment(["SSL_CERT_FILE": file.path]) {
            let policy = TrustPolicy.tlsServer("host.example")
            assertFails(.wrongPurpose) { try leaf.validate(for: policy, at: before) }
            XCTAssertEqual(
                try leaf.validate(for: policy, anchors: .systemAnd([own.certificate]), at: before),
                [leaf, own.certificate])
        }
    }

    func test_validate_withFileOfTheEnvironment_takesNothingFromOtherPlaces() throws {
        let root = try systemRoot()
        let file = try folder().appending(path: "roots.pem")
        try Data(SampleCertificates.authorityText.utf8).write(to: file)
        withEnvironment(["SSL_CERT_FILE": file.path]) {
            assertFails(.selfSignedNotTrusted) { try root.validate(for: .basic, at: root.notBefore + 1) }
        }
    }

    private func systemRoot() throws -> Certificate {
        let bundle = URL(filePath: "/etc/ssl/certs/ca-certificates.crt")
        guard let text = try? Data(contentsOf: bundle) else {
            throw XCTSkip("ca-certificates is not installed")
        }
        return try XCTUnwrap(Certificate.all(pem: text).first)
    }

    func test_validate_ofTheSystemsOwnRoot_succeeds() throws {
        let root = try systemRoot()
        try withEnvironment([:]) {
            XCTAssertEqual(try root.validate(for: .basic, at: root.notBefore + 1), [root])
        }
    }
}
