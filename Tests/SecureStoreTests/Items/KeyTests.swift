import FoundationEssentials
import SecureStore
import XCTest

final class KeyTests: XCTestCase {
    func test_init_withEveryPart_keepsThem() {
        let key = Key(
            keyClass: .private, type: .rsa, applicationLabel: Data([1]), applicationTag: Data([2]),
            sizeInBits: 2048)
        XCTAssertEqual(key.keyClass, .private)
        XCTAssertEqual(key.type, .rsa)
        XCTAssertEqual([key.applicationLabel, key.applicationTag], [Data([1]), Data([2])])
        XCTAssertEqual(key.sizeInBits, 2048)
    }

    func test_init_withClassAlone_hasEmptyRest() {
        let key = Key(keyClass: .public)
        XCTAssertEqual(key.keyClass, .public)
        XCTAssertNil(key.type)
        XCTAssertEqual([key.applicationLabel, key.applicationTag], [Data(), Data()])
        XCTAssertEqual(key.sizeInBits, 0)
    }

    func test_init_ofPrivateKeyAlone_marksItPrivate() {
        XCTAssertEqual(Key(keyClass: .private).attributes[.isPrivate], .number(1))
        XCTAssertNil(Key(keyClass: .public).attributes[.isPrivate])
        XCTAssertNil(Key(keyClass: .symmetric).attributes[.isPrivate])
    }

    func test_type_beyondThirtyTwoBits_isKept() {
        XCTAssertEqual(Key(keyClass: .symmetric, type: .aes).type?.rawValue, 2_147_483_649)
    }

    func test_set_ofEachFlag_changesThatOneAlone() {
        let flags: [WritableKeyPath<Key, Bool?>] = [
            \.canEncrypt, \.canDecrypt, \.canDerive, \.canSign, \.canVerify, \.canWrap, \.canUnwrap,
            \.isSensitive, \.isExtractable,
        ]
        for flag in flags {
            var key = Key(keyClass: .symmetric)
            key[keyPath: flag] = true
            XCTAssertEqual(flags.filter { key[keyPath: $0] == true }, [flag])
        }
    }

    func test_init_withAttributesOfAnotherClass_throwsNoSuchClass() {
        assertThrows(.noSuchClass) { try Key(attributes: ItemAttributes(.certificate)) }
    }
}
