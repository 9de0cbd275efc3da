import FoundationEssentials
import SecureStore
import XCTest

final class KeyItemTests: XCTestCase {
    func test_init_withEveryPart_keepsThem() {
        let key = KeyItem(
            keyClass: .private, type: .rsa, applicationLabel: Data([1]), applicationTag: Data([2]),
            sizeInBits: 2048)
        XCTAssertEqual(key.keyClass, .private)
        XCTAssertEqual(key.type, .rsa)
        XCTAssertEqual([key.applicationLabel, key.applicationTag], [Data([1]), Data([2])])
        XCTAssertEqual(key.sizeInBits, 2048)
    }

    func test_init_withClassAlone_hasEmptyRest() {
        let key = KeyItem(keyClass: .public)
        XCTAssertEqual(key.keyClass, .public)
        XCTAssertNil(key.type)
        XCTAssertEqual([key.applicationLabel, key.applicationTag], [Data(), Data()])
        XCTAssertEqual(key.sizeInBits, 0)
    }

    func test_init_ofPrivateKeyAlone_marksItPrivate() {
        XCTAssertEqual(KeyItem(keyClass: .private).attributes[.isPrivate], .number(1))
        XCTAssertNil(KeyItem(keyClass: .public).attributes[.isPrivate])
        XCTAssertNil(KeyItem(keyClass: .symmetric).attributes[.isPrivate])
    }

    func test_type_beyondThirtyTwoBits_isKept() {
        XCTAssertEqual(KeyItem(keyClass: .symmetric, type: .aes).type?.rawValue, 2_147_483_649)
    }

    func test_set_ofEachFlag_changesThatOneAlone() {
        let flags: [WritableKeyPath<KeyItem, Bool?>] = [
            \.canEncrypt, \.canDecrypt, \.canDerive, \.canSign, \.canVerify, \.canWrap, \.canUnwrap,
            \.isSensitive, \.isExtractable,
        ]
        for flag in flags {
            var key = KeyItem(keyClass: .symmetric)
            key[keyPath: flag] = true
            XCTAssertEqual(flags.filter { key[keyPath: $0] == true }, [flag])
        }
    }

    func test_init_withAttributesOfAnotherClass_throwsNoSuchClass() {
        assertThrows(.noSuchClass) { try KeyItem(attributes: ItemAttributes(.certificate)) }
    }
}
