import Foundation
import SecureStore
import SecureStoreCertificates
import XCTest

/// A root, an authority below it and a server's certificate of ours, judged by other verifiers.
final class IssuedChainTests: XCTestCase {
    private let day = 86_400.0

    /// Writes the three as `root`, `middle` and `leaf`.
    private func writeChain(_ kind: KeyKind, in openSSL: OpenSSL) throws {
        let (rootKey, middleKey) = (try PrivateKey.generate(kind), try PrivateKey.generate(kind))
        let (now, key) = (Date() - 60, try PrivateKey.generate(kind))
        let root = try Certificate.selfSigned(
            subject: DistinguishedName([.commonName: "Root"]), as: .authority(), key: rootKey,
            validity: now...now + 3_650 * day)
        let asked = try CertificateRequest(
            subject: DistinguishedName([.commonName: "Middle"]), as: .authority(), key: middleKey)
        let middle = try root.issue(
            asked, as: .authority(pathLength: 0), key: rootKey, validity: now...now + 1_000 * day
        ).certificate
        let request = try CertificateRequest(
            subject: DistinguishedName([:]), as: .server("host.example", "*.host.example", "192.0.2.7"),
            key: key)
        let leaf = try middle.issue(request, key: middleKey, validity: now...now + 398 * day).certificate
        for (name, certificate) in [("root", root), ("middle", middle), ("leaf", leaf)] {
            try openSSL.write(Data(certificate.pem.utf8), name)
        }
    }

    private let kinds = [KeyKind.rsa(2_048), .p256, .p384, .p521, .ed25519]

    func test_chain_isVerifiedByOpenSSLInStrictMode() throws {
        let openSSL = try OpenSSL()
        for kind in kinds {
            try writeChain(kind, in: openSSL)
            for name in ["-verify_hostname www.host.example", "-verify_ip 192.0.2.7"] {
                let words = "verify -x509_strict -check_ss_sig -purpose sslserver -CAfile @root"
                let answer = try openSSL.run("\(words) -untrusted @middle \(name) @leaf")
                XCTAssertTrue(String(decoding: answer, as: UTF8.self).hasSuffix(": OK\n"), "\(kind)")
            }
        }
    }

    func test_chain_isVerifiedByGo() throws {
        let (openSSL, go) = (try OpenSSL(), try Tool("go"))
        let verify = try GoVerifier(go, in: openSSL.directory)
        for kind in kinds {
            try writeChain(kind, in: openSSL)
            for host in ["host.example", "www.host.example", "192.0.2.7"] {
                let answer = try verify.run(["root", "middle", "leaf"], host)
                XCTAssertEqual(answer, "OK 3\n", "\(kind)")
            }
        }
    }
}
