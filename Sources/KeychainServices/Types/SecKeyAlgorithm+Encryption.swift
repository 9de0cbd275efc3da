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

    /// ECIES with SHA-1 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA1AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
    /// ECIES with SHA-224 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA224AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
    /// ECIES with SHA-256 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA256AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
    /// ECIES with SHA-384 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA384AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
    /// ECIES with SHA-512 and AES-GCM, whose IV is zero; standard agreement.
    public static let eciesEncryptionStandardX963SHA512AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
    /// ECIES with SHA-1 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA1AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
    /// ECIES with SHA-224 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA224AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
    /// ECIES with SHA-256 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA256AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
    /// ECIES with SHA-384 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA384AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
    /// ECIES with SHA-512 and AES-GCM, whose IV is zero; cofactor agreement.
    public static let eciesEncryptionCofactorX963SHA512AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
    /// ECIES with SHA-224 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with SHA-256 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with SHA-384 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with SHA-512 and AES-GCM, whose IV is derived; standard agreement.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
    /// ECIES with SHA-224 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with SHA-256 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with SHA-384 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with SHA-512 and AES-GCM, whose IV is derived; cofactor agreement.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")

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
