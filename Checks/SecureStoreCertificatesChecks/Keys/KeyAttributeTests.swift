import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class KeyAttributeTests: XCTestCase {
    func test_applicationLabel_isSHA1OfThePublicBytes() throws {
        let openSSL = try OpenSSL()
        for kind in [KeyKind.rsa(2_048), .p256, .ed25519] {
            let key = try PrivateKey.generate(kind).publicKey
            let hash = try openSSL.run("dgst -sha1 -binary", input: key.externalRepresentation)
            XCTAssertEqual(try key.applicationLabel, hash)
        }
    }
}
