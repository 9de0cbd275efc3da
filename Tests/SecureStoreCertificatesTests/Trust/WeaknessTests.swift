import CSecureStoreOpenSSL
import XCTest

@testable import SecureStoreCertificates

/// Keys and hashes that are strong enough for any purpose, and for a server.
final class WeaknessTests: XCTestCase {
    private static let key = Result { try PrivateKey.sample(.rsa(2048)) }
    private let strict = [TrustPolicy.tlsServer("host.example"), .tlsClient, .smime()]

    /// A leaf whose signature is over SHA-256, and its algorithm: 11 is RSA with SHA-256, 5 with SHA-1.
    private func chain(
        _ algorithm: UInt8 = 11, _ hash: HashFunction = .sha256
    ) throws -> (leaf: Certificate, root: Certificate) {
        let key = try Self.key.get()
        let root = try Authority(key: key)
        let name: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1]
        let leaf = try root.issue().replacing(
            name + [11], with: name + [algorithm], signedWith: key, .rsaPKCS1(hash))
        return (leaf, root.certificate)
    }

    private func validate(
        _ chain: (leaf: Certificate, root: Certificate), for policy: TrustPolicy
    ) throws -> [Certificate] {
        try chain.leaf.validate(for: policy, anchors: .only([chain.root]), at: Authority.today)
    }

    func test_validate_withSHA1_isForBasicAlone() throws {
        let chain = try chain(5, .sha1)
        XCTAssertEqual(try validate(chain, for: .basic), [chain.leaf, chain.root])
        for policy in strict { assertFails(.weakDigest, "\(policy)") { try validate(chain, for: policy) } }
    }

    func test_validate_withSHA1ThatWasNotSigned_saysBadSignature() throws {
        let chain = try chain(5, .sha256)
        assertFails(.badSignature) { try validate(chain, for: .basic) }
    }

    func test_validate_withMD5_isRefusedForBasicToo() throws {
        // The signature is none either: what is weak is not asked for more.
        let chain = try chain(4)
        let (_, failures) = chain.leaf.examine(
            for: .basic, anchors: .only([chain.root]), at: Authority.today)
        XCTAssertTrue(failures.contains { $0.reason == .weakDigest && $0.certificate == chain.leaf })
    }

    func test_validate_withWeakDigestOfTheRoot_succeeds() throws {
        // Nobody asks for the signature of an anchor.
        let key = try Self.key.get()
        let root = try Authority(key: key)
        let name: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1]
        let weak = try root.certificate.replacing(
            name + [11], with: name + [4], signedWith: key, .rsaPKCS1(.sha256))
        XCTAssertNoThrow(try validate((root.issue(), weak), for: .basic))
    }

    func test_validate_withListOverAnyHashThatChainsMayHave_asksIt() throws {
        let root = try Authority(key: Self.key.get())
        let leaf = try root.issue()
        let list = try root.certificate.revocationList(
            revoking: [RevokedCertificate(leaf, at: Authority.today)], number: 1, key: root.key,
            validity: Authority.today...Authority.today + 60)
        for name in ["SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHA224", "SHA1"] {
            let other = try list.signed(with: root.key, name)
            assertFails(name == "SHA1" ? .revocationNotKnown : .revoked, name) {
                try leaf.validate(
                    for: .basic, anchors: .only([root.certificate]), at: Authority.today,
                    revocation: RevocationCheck(lists: [other]))
            }
        }
    }

    // MARK: - Keys

    /// A leaf for a key of RSA of which only a modulus is known, and not a good one.
    private func leaf(_ modulus: [UInt8]) throws -> (leaf: Certificate, root: Certificate) {
        let numbers = [modulus + [UInt8](repeating: 0x5b, count: 127), [1, 0, 1]]
        let key = DER.encode(DER.sequence, numbers.flatMap { DER.encode(DER.integer, $0) })
        let algorithm = DER.encode(identifier: "1.2.840.113549.1.1.1") + DER.encode(DER.null, [])
        let root = try Authority()
        let leaf = try root.issue {
            $0.subjectPublicKeyInfo = Data(
                DER.encode(
                    DER.sequence,
                    DER.encode(DER.sequence, algorithm) + DER.encode(DER.bitString, [0] + key)))
        }
        return (leaf, root.certificate)
    }

    func test_validate_withKeyOf1024Bits_isForBasicAlone() throws {
        let chain = try leaf([0, 0xf3])
        XCTAssertEqual(try validate(chain, for: .basic), [chain.leaf, chain.root])
        for policy in strict { assertFails(.weakKey, "\(policy)") { try validate(chain, for: policy) } }
    }

    func test_validate_withKeyOf1023Bits_saysWeakKey() throws {
        let chain = try leaf([0x73])
        for policy in strict + [.basic] {
            assertFails(.weakKey, "\(policy)") { try validate(chain, for: policy) }
        }
    }
}

extension RevocationList {
    /// The same list, signed over a hash that libcrypto knows by this name.
    fileprivate func signed(with key: PrivateKey, _ hash: String) throws -> RevocationList {
        let list = try unsafe XCTUnwrap(
            LibCrypto.decoding(der, { unsafe d2i_X509_CRL(nil, $0, $1) }) { unsafe X509_CRL_free($0) })
        let count = unsafe X509_CRL_sign(list.object, key.handle.object, EVP_get_digestbyname(hash))
        XCTAssertGreaterThan(count, 0, hash)
        let der = unsafe LibCrypto.encoding { unsafe i2d_X509_CRL(list.object, $0) }
        return try RevocationList(der: XCTUnwrap(der))
    }
}
