// The names of the algorithms that encrypt, decrypt and agree.

extension SecKeyAlgorithm {
    // MARK: - RSA

    /// RSA of bytes that are padded already.
    public static let rsaEncryptionRaw = Self("algid:encrypt:RSA:raw")
    /// RSA with the padding of PKCS#1 version 1.5.
    public static let rsaEncryptionPKCS1 = Self("algid:encrypt:RSA:PKCS1")
    /// RSA-OAEP with SHA-1.
    public static let rsaEncryptionOAEPSHA1 = Self("algid:encrypt:RSA:OAEP:SHA1")
    /// RSA-OAEP with SHA-224.
    public static let rsaEncryptionOAEPSHA224 = Self("algid:encrypt:RSA:OAEP:SHA224")
    /// RSA-OAEP with SHA-256.
    public static let rsaEncryptionOAEPSHA256 = Self("algid:encrypt:RSA:OAEP:SHA256")
    /// RSA-OAEP with SHA-384.
    public static let rsaEncryptionOAEPSHA384 = Self("algid:encrypt:RSA:OAEP:SHA384")
    /// RSA-OAEP with SHA-512.
    public static let rsaEncryptionOAEPSHA512 = Self("algid:encrypt:RSA:OAEP:SHA512")
    /// AES-GCM under a new key, which is encrypted with RSA-OAEP and SHA-1.
    public static let rsaEncryptionOAEPSHA1AESGCM = Self("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
    /// AES-GCM under a new key, which is encrypted with RSA-OAEP and SHA-224.
    public static let rsaEncryptionOAEPSHA224AESGCM = Self("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
    /// AES-GCM under a new key, which is encrypted with RSA-OAEP and SHA-256.
    public static let rsaEncryptionOAEPSHA256AESGCM = Self("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
    /// AES-GCM under a new key, which is encrypted with RSA-OAEP and SHA-384.
    public static let rsaEncryptionOAEPSHA384AESGCM = Self("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
    /// AES-GCM under a new key, which is encrypted with RSA-OAEP and SHA-512.
    public static let rsaEncryptionOAEPSHA512AESGCM = Self("algid:encrypt:RSA:OAEP:SHA512:AESGCM")

    // MARK: - Curves

    private static func ecies(_ agreement: String, _ hash: String, _ iv: String = "") -> Self {
        Self("algid:encrypt:ECIES:\(agreement):KDFX963:\(hash):AESGCM\(iv)")
    }

    /// ECIES with SHA-1 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA1AESGCM = ecies("ECDH", "SHA1")
    /// ECIES with SHA-224 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA224AESGCM = ecies("ECDH", "SHA224")
    /// ECIES with SHA-256 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA256AESGCM = ecies("ECDH", "SHA256")
    /// ECIES with SHA-384 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA384AESGCM = ecies("ECDH", "SHA384")
    /// ECIES with SHA-512 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA512AESGCM = ecies("ECDH", "SHA512")
    /// ECIES with SHA-1 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA1AESGCM = ecies("ECDHC", "SHA1")
    /// ECIES with SHA-224 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA224AESGCM = ecies("ECDHC", "SHA224")
    /// ECIES with SHA-256 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA256AESGCM = ecies("ECDHC", "SHA256")
    /// ECIES with SHA-384 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA384AESGCM = ecies("ECDHC", "SHA384")
    /// ECIES with SHA-512 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA512AESGCM = ecies("ECDHC", "SHA512")
    /// ECIES with SHA-224 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = ecies("ECDH", "SHA224", "-KDFIV")
    /// ECIES with SHA-256 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = ecies("ECDH", "SHA256", "-KDFIV")
    /// ECIES with SHA-384 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = ecies("ECDH", "SHA384", "-KDFIV")
    /// ECIES with SHA-512 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = ecies("ECDH", "SHA512", "-KDFIV")
    /// ECIES with SHA-224 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = ecies("ECDHC", "SHA224", "-KDFIV")
    /// ECIES with SHA-256 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = ecies("ECDHC", "SHA256", "-KDFIV")
    /// ECIES with SHA-384 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = ecies("ECDHC", "SHA384", "-KDFIV")
    /// ECIES with SHA-512 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = ecies("ECDHC", "SHA512", "-KDFIV")

    // MARK: - Agreement

    /// The shared secret itself; standard agreement.
    public static let ecdhKeyExchangeStandard = Self("algid:keyexchange:ECDH")
    /// A key of the shared secret, derived with SHA-1; standard agreement.
    public static let ecdhKeyExchangeStandardX963SHA1 = Self("algid:keyexchange:ECDH:KDFX963:SHA1")
    /// A key of the shared secret, derived with SHA-224; standard agreement.
    public static let ecdhKeyExchangeStandardX963SHA224 = Self("algid:keyexchange:ECDH:KDFX963:SHA224")
    /// A key of the shared secret, derived with SHA-256; standard agreement.
    public static let ecdhKeyExchangeStandardX963SHA256 = Self("algid:keyexchange:ECDH:KDFX963:SHA256")
    /// A key of the shared secret, derived with SHA-384; standard agreement.
    public static let ecdhKeyExchangeStandardX963SHA384 = Self("algid:keyexchange:ECDH:KDFX963:SHA384")
    /// A key of the shared secret, derived with SHA-512; standard agreement.
    public static let ecdhKeyExchangeStandardX963SHA512 = Self("algid:keyexchange:ECDH:KDFX963:SHA512")
    /// The shared secret itself; cofactor agreement.
    public static let ecdhKeyExchangeCofactor = Self("algid:keyexchange:ECDHC")
    /// A key of the shared secret, derived with SHA-1; cofactor agreement.
    public static let ecdhKeyExchangeCofactorX963SHA1 = Self("algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// A key of the shared secret, derived with SHA-224; cofactor agreement.
    public static let ecdhKeyExchangeCofactorX963SHA224 = Self("algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// A key of the shared secret, derived with SHA-256; cofactor agreement.
    public static let ecdhKeyExchangeCofactorX963SHA256 = Self("algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// A key of the shared secret, derived with SHA-384; cofactor agreement.
    public static let ecdhKeyExchangeCofactorX963SHA384 = Self("algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// A key of the shared secret, derived with SHA-512; cofactor agreement.
    public static let ecdhKeyExchangeCofactorX963SHA512 = Self("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
