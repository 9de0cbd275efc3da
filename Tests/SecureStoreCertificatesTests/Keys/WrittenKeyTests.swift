import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Keys in the forms of other programs, written and read again.
final class WrittenKeyTests: XCTestCase {
    private let kinds = [KeyKind.rsa(1_024), .rsa(2_056), .p256, .p384, .p521]

    func test_openSSH_ofEveryKind_isReadAgain() throws {
        for kind in kinds + [.ed25519] {
            // Numbers of all lengths, and so every padding.
            for _ in 0..<(kind.curve == nil ? 1 : 20) {
                let key = try PrivateKey.sample(kind)
                let read = try PrivateKey(openSSH: key.openSSH())
                XCTAssertEqual(read, key)
                XCTAssertEqual(try read.pkcs8(), try key.pkcs8(), "\(kind)")
            }
        }
    }

    func test_olderForms_areReadAgain() throws {
        for kind in kinds {
            let key = try PrivateKey.sample(kind)
            let bytes = try kind.curve == nil ? key.pkcs1() : key.sec1()
            XCTAssertEqual(try PrivateKey(der: bytes), key)
            XCTAssertEqual(try PrivateKey(pem: key.olderPEM()), key)
        }
    }

    func test_forms_ofOtherKinds_throw() throws {
        let (curve, rsa) = (try PrivateKey.generate(.p256), try PrivateKey.sample(.rsa(1_024)))
        assertThrows(.param) { _ = try curve.pkcs1() }
        assertThrows(.param) { _ = try rsa.sec1() }
        assertThrows(.param) { _ = try PrivateKey.generate(.ed25519).sec1() }
        assertThrows(.unimplemented) { _ = try PrivateKey.generate(.x25519).openSSH() }
        XCTAssertNil(try PrivateKey.generate(.ed25519).olderForm())
    }

    func test_forms_ofAKeyThatDoesNotLeave_throwKeyIsSensitive() throws {
        let store = try ItemStore.inMemory()
        for kind in [KeyKind.p256, .rsa(1_024)] {
            try store.add(PrivateKey.sample(kind), label: "\(kind)", isExtractable: false)
            let key = try XCTUnwrap(store.privateKey(Query().where(.label, equals: "\(kind)")))
            assertThrows(.keyIsSensitive) { _ = try key.openSSH() }
            assertThrows(.keyIsSensitive) { _ = try kind.curve == nil ? key.pkcs1() : key.sec1() }
            assertThrows(.keyIsSensitive) { _ = try key.olderPEM() }
        }
    }

    func test_generate_ofRSAWith1024Bits_makesAKeyThatSigns() throws {
        let key = try PrivateKey.sample(.rsa(1_024))
        let signature = try key.sign([1], .rsaPKCS1SHA256)
        XCTAssertTrue(try key.publicKey.isValid(signature, of: [1], .rsaPKCS1SHA256))
    }
}
