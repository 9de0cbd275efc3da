import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class KeyFormatTests: XCTestCase {
    private let kinds = KeyKind.ofOneSize + [.rsa(2_048)]

    func test_pkcs8_readAgain_isTheSameKey() throws {
        for kind in kinds {
            let key = try PrivateKey.sample(kind)
            let again = try PrivateKey(der: try key.pkcs8())
            XCTAssertEqual(again, key)
            XCTAssertEqual(try again.externalRepresentation(), try key.externalRepresentation())
        }
    }

    func test_externalRepresentation_ofCurve_isPaddedX963() throws {
        let lengths: [(KeyKind, Int)] = [(.p256, 97), (.p384, 145), (.p521, 199)]
        for (kind, count) in lengths {
            for _ in 0..<20 {
                let key = try PrivateKey.sample(kind)
                let bytes = try key.externalRepresentation()
                XCTAssertEqual(bytes.count, count)
                XCTAssertEqual(try PrivateKey(x963: bytes), key)
            }
        }
    }

    func test_publicKey_readFromEachOfItsForms_isEqual() throws {
        for kind in kinds {
            let key = try PrivateKey.sample(kind).publicKey
            XCTAssertEqual(try PublicKey(der: key.der), key)
            XCTAssertEqual(try PublicKey(pem: key.pem.utf8), key)
        }
        let point = try PrivateKey.generate(.p384).publicKey
        XCTAssertEqual(try PublicKey(x963: point.externalRepresentation), point)
        let rsa = try PrivateKey.sample(.rsa(2_048)).publicKey
        XCTAssertEqual(try PublicKey(der: rsa.externalRepresentation), rsa)
    }

    func test_generate_ofOtherSizes_throwsKeySizeNotAllowed() {
        for bits in [0, 512, 1_016, 2_047, 2_049, 8_200, 1 << 40] {
            assertThrows(.keySizeNotAllowed, "\(bits)") { _ = try PrivateKey.generate(.rsa(bits)) }
        }
    }

    func test_generate_withAllowedSize_hasThatSize() throws {
        let key = try PrivateKey.sample(.rsa(2_056))
        XCTAssertEqual(key.kind, .rsa(2_056))
        XCTAssertEqual(try PrivateKey(der: try key.pkcs8()).kind, .rsa(2_056))
    }

    // MARK: - With openssl
}
