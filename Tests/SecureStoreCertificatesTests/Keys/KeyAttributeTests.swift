import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class KeyAttributeTests: XCTestCase {
    private func numbers(_ item: KeyItem, _ names: [AttributeName]) -> [Int64?] {
        names.map { item.attributes[$0]?.number }
    }

    private let uses: [AttributeName] = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
    ]

    func test_item_ofKey_hasTypeSizesAndHash() throws {
        let rows: [(KeyKind, Int64, Int64)] = [
            (.rsa(2_048), 42, 2_048), (.p256, 73, 256), (.p384, 73, 384), (.p521, 73, 521),
            (.ed25519, 105, 256),
            (.x25519, 106, 256),
        ]
        for (kind, type, size) in rows {
            let key = try PrivateKey.sample(kind)
            for (item, keyClass) in [(try key.item(), 1), (try key.publicKey.item(), 0)] {
                XCTAssertEqual(
                    numbers(item, [.keyClass, .type, .keySizeInBits, .effectiveKeySize]),
                    [Int64(keyClass), type, size, size])
                XCTAssertEqual(item.applicationLabel, try key.publicKey.applicationLabel)
            }
        }
    }

    func test_item_ofEitherHalf_hasMarksOfApples() throws {
        for key in [try PrivateKey.sample(.rsa(2_048)), try .generate(.p256), try .generate(.x25519)] {
            for item in [try key.item(), try key.publicKey.item()] {
                XCTAssertEqual(
                    numbers(item, [.isPermanent, .isPrivate, .isModifiable, .isExtractable]), [1, 1, 1, 1])
                XCTAssertEqual(
                    numbers(
                        item,
                        [
                            .isSensitive, .wasAlwaysSensitive, .wasNeverExtractable, .canSignRecover,
                            .canVerifyRecover,
                        ]), [0, 0, 0, 0, 0])
            }
        }
    }

    func test_item_ofEachKind_saysWhatItCanDo() throws {
        // encrypt, decrypt, derive, sign, verify, wrap, unwrap
        let rows: [(KeyKind, private: [Int64], public: [Int64])] = [
            (.rsa(2_048), [0, 1, 0, 1, 0, 0, 1], [1, 1, 0, 0, 1, 1, 0]),
            (.p256, [0, 1, 1, 1, 0, 0, 1], [1, 0, 0, 0, 1, 1, 0]),
            (.ed25519, [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0]),
            (.x25519, [0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]),
        ]
        for row in rows {
            let key = try PrivateKey.sample(row.0)
            XCTAssertEqual(numbers(try key.item(), uses), row.private)
            XCTAssertEqual(numbers(try key.publicKey.item(), uses), row.public)
        }
    }

    func test_item_withLabelAndTag_hasThem() throws {
        let key = try PrivateKey.generate(.p256)
        let item = try key.item(label: "web", applicationTag: Data("org.example".utf8))
        XCTAssertEqual(item.label, "web")
        XCTAssertEqual(item.applicationTag, Data("org.example".utf8))
    }
}
