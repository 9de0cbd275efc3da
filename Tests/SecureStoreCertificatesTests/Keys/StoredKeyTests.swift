import SecureStoreCertificates
import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

final class StoredKeyTests: XCTestCase {
    private let kinds = KeyKind.ofOneSize + [.rsa(2_048)]

    func test_add_ofEveryKind_isFoundAgainAsTheSameKey() throws {
        let store = try ItemStore.inMemory()
        for kind in kinds {
            let key = try PrivateKey.sample(kind)
            try store.add(key, label: "mine", applicationTag: Data("tag".utf8))
            try store.add(key.publicKey, label: "mine")
            let query = Query<KeyItem>().where(
                .applicationLabel, equals: try key.publicKey.applicationLabel)
            XCTAssertEqual(try store.privateKey(query), key)
            XCTAssertEqual(try store.privateKey(query)?.pkcs8(), try key.pkcs8())
            XCTAssertEqual(try store.publicKey(query), key.publicKey)
        }
    }

    func test_privateKey_whenNoneMatches_isNil() throws {
        XCTAssertNil(try ItemStore.inMemory().privateKey(Query<KeyItem>()))
    }

    func test_add_ofKeyThatIsThere_throwsDuplicateItem() throws {
        let (store, key) = (try ItemStore.inMemory(), try PrivateKey.generate(.p256))
        try store.add(key, label: "one")
        assertThrows(.duplicateItem) { try store.add(key, label: "two") }
    }

    func test_export_ofKeyThatIsNotExtractable_throwsKeyIsSensitive() throws {
        let (store, key) = (try ItemStore.inMemory(), try PrivateKey.generate(.p256))
        try store.add(key, label: "kept", isExtractable: false)
        let kept = try XCTUnwrap(try store.privateKey(Query<KeyItem>()))
        let phrase = try SecretBytes(utf8: "phrase")
        assertThrows(.keyIsSensitive) { _ = try kept.pkcs8() }
        assertThrows(.keyIsSensitive) { _ = try kept.pkcs8(passphrase: phrase) }
        assertThrows(.keyIsSensitive) { _ = try kept.pem() }
        assertThrows(.keyIsSensitive) { _ = try kept.externalRepresentation() }
        XCTAssertNoThrow(
            try key.publicKey.verify(try kept.sign([1], .ecdsaSHA256), of: [1], .ecdsaSHA256))
    }

    func test_add_ofKeyThatIsNotExtractable_toAnotherStore_keepsTheMark() throws {
        let (store, other) = (try ItemStore.inMemory(), try ItemStore.inMemory())
        try store.add(try PrivateKey.generate(.p256), isExtractable: false)
        let kept = try XCTUnwrap(try store.privateKey(Query<KeyItem>()))
        try other.add(kept)
        XCTAssertEqual(try other.first(Query<KeyItem>())?.item.isExtractable, false)
    }

    func test_privateKey_ofItemWithForeignBytes_throwsDecode() throws {
        let store = try ItemStore.inMemory()
        let key = try PrivateKey.generate(.p256)
        let samples: [(KeyType, SecretBytes)] = [
            (.rsa, try key.pkcs8()), (.ecSECPrimeRandom, try .random(count: 97)),
            (.ed25519, try .random(count: 31)), (.x25519, try key.externalRepresentation()),
        ]
        for (type, bytes) in samples {
            let item = KeyItem(keyClass: .private, type: type)
            try store.add(item, secret: bytes)
            let match = try XCTUnwrap(try store.match(of: item))
            assertThrows(.decode) { _ = try match.privateKey() }
        }
    }

    func test_privateKey_ofItemWithoutBytesOrOfTheOtherHalf_throwsParam() throws {
        let (store, key) = (try ItemStore.inMemory(), try PrivateKey.generate(.ed25519))
        try store.add(key.publicKey)
        let found = try XCTUnwrap(try store.first(Query<KeyItem>()))
        assertThrows(.param) { _ = try found.privateKey() }
        let bare = try XCTUnwrap(try store.first(Query<KeyItem>(), returning: .attributes))
        assertThrows(.param) { _ = try bare.publicKey() }
    }
}
