import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// The older calls that sign and encrypt into a caller's memory, against the newer ones.
final class SecKeyRawTests: XCTestCase {
    private let digest = [UInt8](1...32)

    private func pair(_ kind: KeyKind) throws -> (private: SecKey, public: SecKey) {
        let key = try PrivateKey.sample(kind)
        return (try SecKey(key), try SecKey(key.publicKey))
    }

    /// The bytes that a call writes into a place of this size, or its status.
    private func written(_ room: Int = 300, _ call: (UnsafeMutablePointer<UInt8>, inout Int) -> OSStatus)
        -> (status: OSStatus, bytes: Data)
    {
        var (place, count) = ([UInt8](repeating: 0, count: room), room)
        let status = unsafe place.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return errSecParam }
            return unsafe call(start, &count)
        }
        return (status, Data(place.prefix(status == errSecSuccess ? count : 0)))
    }

    func test_rawSign_isVerifiedByTheNewerCall() throws {
        let rows: [(KeyKind, SecPadding, SecKeyAlgorithm)] = [
            (.rsa(2_048), .PKCS1SHA256, .rsaSignatureDigestPKCS1v15SHA256),
            (.rsa(2_048), .PKCS1, .rsaSignatureDigestPKCS1v15Raw), (.rsa(2_048), [], .rsaSignatureRaw),
            (.p256, .PKCS1, .ecdsaSignatureDigestX962),
            (.p256, .PKCS1SHA256, .ecdsaSignatureDigestX962SHA256),
            (.p256, .sigRaw, .ecdsaSignatureDigestRFC4754),
        ]
        for (kind, padding, algorithm) in rows {
            let keys = try pair(kind)
            let made = unsafe written { unsafe SecKeyRawSign(keys.private, padding, digest, 32, $0, &$1) }
            XCTAssertEqual(made.status, errSecSuccess)
            let (data, signature) = (Data(digest) as NSData, made.bytes as NSData)
            XCTAssertTrue(SecKeyVerifySignature(keys.public, algorithm, data, signature, nil))
            let bytes = [UInt8](made.bytes)
            XCTAssertEqual(
                unsafe SecKeyRawVerify(keys.public, padding, digest, 32, bytes, bytes.count), errSecSuccess)
            XCTAssertEqual(
                unsafe SecKeyRawVerify(keys.public, padding, digest, 32, bytes, bytes.count - 1),
                errSSLCrypto)
        }
    }

    func test_encrypt_leavesNoCopyOfTheTextBehind() throws {
        let keys = try pair(.rsa(2_048))
        let text = (0..<200).map { _ in UInt8.random(in: 1...255) }
        let sealed = unsafe written { unsafe SecKeyEncrypt(keys.public, .PKCS1, text, 200, $0, &$1) }
        XCTAssertEqual(sealed.bytes.count, 256)
        // The memory that was freed last comes first, with what was in it.
        let blocks = try (0..<64).map { _ in
            try unsafe Data(bytesNoCopy: XCTUnwrap(malloc(232)), count: 232, deallocator: .free)
        }
        XCTAssertNil(blocks.firstIndex { $0.range(of: Data(text[100..<132])) != nil })
    }

    func test_encryptAndDecrypt_giveTheMessageBack() throws {
        let keys = try pair(.rsa(2_048))
        for padding in [SecPadding.PKCS1, .OAEP] {
            let sealed = [UInt8](
                unsafe written { unsafe SecKeyEncrypt(keys.public, padding, digest, 32, $0, &$1) }.bytes)
            XCTAssertEqual(sealed.count, 256)
            let opened = unsafe written { unsafe SecKeyDecrypt(keys.private, padding, sealed, 256, $0, &$1) }
            XCTAssertEqual(opened.bytes, Data(digest))
        }
    }

    func test_rawSign_ofCurve_takesAnyPaddingForOneSignature() throws {
        let keys = try pair(.p256)
        for padding in [SecPadding(), .PKCS1, .PKCS1SHA1, .OAEP] {
            let made = unsafe written { unsafe SecKeyRawSign(keys.private, padding, digest, 32, $0, &$1) }
            let bytes = [UInt8](made.bytes)
            XCTAssertEqual(
                unsafe SecKeyRawVerify(keys.public, .PKCS1, digest, 32, bytes, bytes.count), errSecSuccess)
        }
    }

    func test_decrypt_withoutPadding_leavesOutTheZerosInFront() throws {
        let keys = try pair(.rsa(1_024))
        for text in [digest, [0, 0, 7], [0]] {
            let sealed = [UInt8](
                unsafe written { unsafe SecKeyEncrypt(keys.public, [], text, text.count, $0, &$1) }.bytes)
            let opened = unsafe written { unsafe SecKeyDecrypt(keys.private, [], sealed, 128, $0, &$1) }
            XCTAssertEqual(opened.status, errSecSuccess)
            XCTAssertEqual(opened.bytes, Data(text.drop { $0 == 0 }))
        }
    }

    func test_decrypt_withPublicKey_givesWhatThePrivateOneSigned() throws {
        let keys = try pair(.rsa(1_024))
        let signed = [UInt8](
            unsafe written { unsafe SecKeyRawSign(keys.private, .PKCS1, digest, 32, $0, &$1) }.bytes)
        let opened = unsafe written { unsafe SecKeyDecrypt(keys.public, [], signed, 128, $0, &$1) }
        let padded = [1] + [UInt8](repeating: 0xff, count: 128 - 3 - digest.count) + [0] + digest
        XCTAssertEqual(opened.bytes, Data(padded))
        let data = Data(signed) as NSData
        XCTAssertEqual(
            SecKeyCreateDecryptedData(keys.public, .rsaEncryptionRaw, data, nil) as Data?, Data([0] + padded))
        XCTAssertTrue(SecKeyIsAlgorithmSupported(keys.public, .decrypt, .rsaEncryptionRaw))
    }

    func test_rawCalls_withTooMuchOrTooLittle_areParam() throws {
        let rsa = try pair(.rsa(1_024))
        let (long, largest) = ([UInt8](1...129), [UInt8](repeating: 0xff, count: 128))
        let made = [
            unsafe written { unsafe SecKeyRawSign(rsa.private, .PKCS1, long, 118, $0, &$1) },
            unsafe written { unsafe SecKeyRawSign(rsa.private, [], long, 129, $0, &$1) },
            unsafe written { unsafe SecKeyRawSign(rsa.private, [], largest, 128, $0, &$1) },
            unsafe written { unsafe SecKeyEncrypt(rsa.public, .PKCS1, long, 118, $0, &$1) },
            unsafe written { unsafe SecKeyEncrypt(rsa.public, .OAEP, long, 87, $0, &$1) },
            unsafe written { unsafe SecKeyEncrypt(rsa.public, [], largest, 128, $0, &$1) },
            unsafe written(127) { unsafe SecKeyEncrypt(rsa.public, .PKCS1, long, 16, $0, &$1) },
            unsafe written { unsafe SecKeyDecrypt(rsa.private, .PKCS1, long, 127, $0, &$1) },
            unsafe written { unsafe SecKeyDecrypt(rsa.private, [], largest, 128, $0, &$1) },
            unsafe written { unsafe SecKeyDecrypt(rsa.public, .PKCS1, long, 128, $0, &$1) },
        ]
        XCTAssertEqual(made.map(\.status), [OSStatus](repeating: errSecParam, count: made.count))
    }

    func test_rawSign_withoutRoom_writesNothing() throws {
        let key = try pair(.p256).private
        let made = unsafe written(40) { unsafe SecKeyRawSign(key, .PKCS1, digest, 32, $0, &$1) }
        XCTAssertEqual(made.status, errSecParam)
    }

    func test_rawCalls_withPaddingOrKeyThatDoesNotFit_areParam() throws {
        let (curve, rsa) = (try pair(.p256), try pair(.rsa(2_048)))
        let made = [
            unsafe written { unsafe SecKeyRawSign(rsa.private, .PKCS1MD5, digest, 16, $0, &$1) },
            unsafe written { unsafe SecKeyRawSign(rsa.private, .PKCS1SHA256, digest, 31, $0, &$1) },
            unsafe written { unsafe SecKeyRawSign(rsa.public, .PKCS1SHA256, digest, 32, $0, &$1) },
            unsafe written { unsafe SecKeyRawSign(rsa.private, .PKCS1, digest, -1, $0, &$1) },
            unsafe written { unsafe SecKeyEncrypt(curve.public, .PKCS1, digest, 32, $0, &$1) },
            unsafe written { unsafe SecKeyEncrypt(rsa.public, .PKCS1SHA1, digest, 32, $0, &$1) },
        ]
        XCTAssertEqual(made.map(\.status), [OSStatus](repeating: errSecParam, count: made.count))
    }
}
