import Foundation
import KeychainServices
import XCTest

/// Uses that programs make of keys, certificates and identities, as Apple's documentation has it.
final class CryptographyPrograms: IdiomTestCase {
    /// An identity of `client.example`, made with another implementation; the key guards nothing.
    private let file = Data(
        base64Encoded:
            "MIIEYwIBAzCCBBkGCSqGSIb3DQEHAaCCBAoEggQGMIIEAjCCAqIGCSqGSIb3DQEHBqCCApMwggKPAgEAMIICiAYJKoZIhvcN"
            + "AQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgwZo2GfrTB5AICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQME"
            + "ASoEENOJGdjgyUxPuyadRSI5u22AggIg5FrRKoxb4G+dPG+aGtcnixUzh7/k5Mb35u1uohBCvL1r3U48lNTzyMTMRU6DN9zs"
            + "Ucr4k5gy8u8+788tef9fw7cQfGy9C/uNHpDtJbexfHfdy/k2C3OoCJ7IUU5syRgStFcVm9ZNVhAIA+XnCHw6rIDr4E/fK4vM"
            + "jyItDXJeKR2L+dzBZhrMyJh/19JBHbTPpgb+PT74t+hQcl4CJRXRQqbDeT9HQjo/0wDhCtLX9prHQmP3SMNYVsvym5pFDXrs"
            + "ltMacsmhCJmWKJWtCSg0PdBAzHaHdnnur25ryNHzVLDKFpgRhCqAPdjwk2mDvyF3qhPMfNLGJqygl97VnydW1Ang+/CpgM5a"
            + "SYJhCAC+C5qIS6dh/ISps1iF2rVM7qHgoW3x08C8V7MNnj225z+4cx7iI6YtI+yOjcl1R8028KwPB/1yOXrXg6WrWPV2eviH"
            + "JIIEY6bE+dFRWbsdcEZ3322WYkM7+3V+7VvdY7alenMD3rT0vJvvtXuTifcx2T45gMH9l8AIRtkfObHHz2q7QnPdrIP/t4ua"
            + "C3/dyfg1QChZKnOlde4ql8DK20zbY8KOESN4p7DtJ/3V7rR7/fmpLXtaAYY13TMMH0n8Rf2nD4NFDdg+p5SnXbCY0pZ3mrBU"
            + "5qxPcs6DoKgvrJ9Xuj8+hUeRxfvcp+k4GZ71owB66EO2VS0E3vm1fqDODHfMnBhQGqnj37jQScfpmWq/IdzRaTCCAVgGCSqG"
            + "SIb3DQEHAaCCAUkEggFFMIIBQTCCAT0GCyqGSIb3DQEMCgECoIHvMIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAc"
            + "BAhBJHCCIxcPwwICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEES589l0A0fK7fTbAcjZSrIEgZDGNid80nCyYO65"
            + "c0V/nD38dEUmDmxEwRng1N7RLwjS5fHywibeguOgwuVoQ4vnDlsfkAo1O2J8mUOlHS5PhQp2ilxaqT29kDO7QMcpsUsHzCUq"
            + "F0372NN3GxPamZQB8UiK1VMbJ0n/Hy71RxqwKMS0tZCuBCZftEqfzkJGgboCsEDDEcI2vPncuTaHdWu7eGExPDAVBgkqhkiG"
            + "9w0BCRQxCB4GAHcAZQBiMCMGCSqGSIb3DQEJFTEWBBRRIOJ8bDrFpbIP645R//Qn4jni3jBBMDEwDQYJYIZIAWUDBAIBBQAE"
            + "IJzTVQUwk/fcfJX7cVm1/ZBKtiLuod1OBXjUbSGaPewdBAiysAhGKgcGKwICCAA=")!

    private let tag = "com.example.keys.mykey".data(using: .utf8)!

    private func makeKey() throws -> SecKey {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag,
            ],
        ]
        var error: Unmanaged<CFError>?
        guard let privateKey = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
            throw error!.takeRetainedValue() as Error
        }
        return privateKey
    }

    func test_key_isMadeStoredFoundSignsAndVerifies() throws {
        let publicKey = SecKeyCopyPublicKey(try makeKey())!
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: tag,
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecReturnRef as String: true,
        ]
        var item: CFTypeRef?
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &item), errSecSuccess)
        try assertSigns(item as! SecKey, publicKey)
    }

    private func assertSigns(_ key: SecKey, _ publicKey: SecKey) throws {
        let algorithm: SecKeyAlgorithm = .ecdsaSignatureMessageX962SHA256
        let data = Data("a message".utf8)
        XCTAssertTrue(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
        var error: Unmanaged<CFError>?
        guard let signature = SecKeyCreateSignature(key, algorithm, data as CFData, &error) as Data? else {
            throw error!.takeRetainedValue() as Error
        }
        XCTAssertTrue(
            SecKeyVerifySignature(publicKey, algorithm, data as CFData, signature as CFData, &error))
        XCTAssertFalse(SecKeyVerifySignature(publicKey, algorithm, NSData(), signature as CFData, &error))
        XCTAssertEqual(CFErrorGetCode(error!.takeRetainedValue()), CFIndex(errSecVerifyFailed))
    }

    func test_text_isEncryptedAndDecrypted() throws {
        let attributes =
            [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
            ] as [CFString: Any]
        var (publicKey, privateKey): (SecKey?, SecKey?)
        XCTAssertEqual(SecKeyGeneratePair(attributes as CFDictionary, &publicKey, &privateKey), errSecSuccess)
        let algorithm: SecKeyAlgorithm = .rsaEncryptionOAEPSHA512
        let text = "a secret".data(using: .utf8)!
        guard text.count < (SecKeyGetBlockSize(publicKey!) - 130) else { return XCTFail() }
        let sealed = SecKeyCreateEncryptedData(publicKey!, algorithm, text as CFData, nil)! as Data
        let opened = SecKeyCreateDecryptedData(privateKey!, algorithm, sealed as CFData, nil) as Data?
        XCTAssertEqual(opened, text)
    }

    private func importIdentity() -> SecIdentity {
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: "secret"]
        XCTAssertEqual(SecPKCS12Import(file as CFData, options as CFDictionary, &items), errSecSuccess)
        let first = (items! as! [[String: Any]])[0]
        return first[kSecImportItemIdentity as String] as! SecIdentity
    }

    func test_identity_isImportedAddedFoundAndSigns() throws {
        let addquery: [String: Any] = [
            kSecValueRef as String: importIdentity(), kSecAttrLabel as String: "My Identity",
        ]
        XCTAssertEqual(SecItemAdd(addquery as CFDictionary, nil), errSecSuccess)
        let getquery: [String: Any] = [
            kSecClass as String: kSecClassIdentity, kSecAttrLabel as String: "My Identity",
            kSecReturnRef as String: kCFBooleanTrue as Any,
        ]
        var item: CFTypeRef?
        XCTAssertEqual(SecItemCopyMatching(getquery as CFDictionary, &item), errSecSuccess)
        var (certificate, key): (SecCertificate?, SecKey?)
        SecIdentityCopyCertificate(item as! SecIdentity, &certificate)
        SecIdentityCopyPrivateKey(item as! SecIdentity, &key)
        XCTAssertEqual(SecCertificateCopySubjectSummary(certificate!) as String?, "client.example")
        try assertSigns(key!, SecCertificateCopyKey(certificate!)!)
    }
}
