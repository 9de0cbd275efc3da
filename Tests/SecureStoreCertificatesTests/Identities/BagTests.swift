import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Tests of what is made of the bags of a PKCS#12 file.
final class BagTests: XCTestCase {
    private func read(_ bags: [[UInt8]]) throws -> PKCS12 {
        try PKCS12(try MadePKCS12.file(bags), passphrase: try SecretBytes(utf8: "horse"))
    }

    /// Certificates of which each is issued by the next, and the key of the first; the others share another
    /// key.
    private func chain(of count: Int) throws -> (certificates: [Certificate], key: PrivateKey) {
        let (key, shared) = (try PrivateKey.generate(.ed25519), try PrivateKey.generate(.ed25519))
        let names = try (0...count).map { try DistinguishedName([.commonName: "\($0)"]) }
        let publicKeys = [try key.publicKey.der, try shared.publicKey.der]
        let certificates = try (0..<count).map { place in
            var form = CertificateForm(
                subject: names[place], issuer: names[place + 1], validity: Authority.today...Authority.today,
                subjectPublicKeyInfo: publicKeys[min(place, 1)])
            if place > 0 { form.constraints = CertificateForm.authority }
            return try form.signed(with: shared)
        }
        return (certificates, key)
    }

    func test_read_ofBagsWithinABag_givesWhatIsInThem() throws {
        let (certificates, key) = try chain(of: 1)
        let inner = [try MadePKCS12.bag(of: key), try MadePKCS12.bag(of: certificates[0])]
        let nested = try MadePKCS12.bag(of: [try MadePKCS12.bag(of: inner)])
        XCTAssertEqual(try read([nested]).identities.map(\.certificate), certificates)
    }

    func test_read_ofManyKeysAndCertificates_takesLittleTime() throws {
        let (certificates, key) = try chain(of: 600)
        let bags = try certificates.reversed().map { try MadePKCS12.bag(of: $0) }
        let keys = [[UInt8]](repeating: try MadePKCS12.bag(of: key), count: 5)
        let file = try MadePKCS12.file(keys + bags)
        let spent = try processorSeconds {
            let read = try PKCS12(file, passphrase: try SecretBytes(utf8: "horse"))
            XCTAssertEqual(read.identities.count, 1)
        }
        XCTAssertLessThan(spent, 2)
    }

    func test_identity_ofLongChain_hasAsMuchAsCanBeValid() throws {
        let (certificates, key) = try chain(of: 20)
        let identity = try Identity(certificate: certificates[0], key: key, chain: certificates)
        XCTAssertEqual(identity.chain, Array(certificates[1...11]))
    }
}
