// The names of the algorithms that sign and verify.

extension SecKeyAlgorithm {
    // MARK: - RSA

    /// RSA over bytes that are padded already.
    public static let rsaSignatureRaw = Self("algid:sign:RSA:raw")
    /// RSA with the padding of PKCS#1 version 1.5, over bytes that are not said to be a hash.
    public static let rsaSignatureDigestPKCS1v15Raw = Self("algid:sign:RSA:digest-PKCS1v15")
    /// RSA with the padding of PKCS#1 version 1.5, over a hash of SHA-1.
    public static let rsaSignatureDigestPKCS1v15SHA1 = Self("algid:sign:RSA:digest-PKCS1v15:SHA1")
    /// RSA with the padding of PKCS#1 version 1.5, over a hash of SHA-224.
    public static let rsaSignatureDigestPKCS1v15SHA224 = Self("algid:sign:RSA:digest-PKCS1v15:SHA224")
    /// RSA with the padding of PKCS#1 version 1.5, over a hash of SHA-256.
    public static let rsaSignatureDigestPKCS1v15SHA256 = Self("algid:sign:RSA:digest-PKCS1v15:SHA256")
    /// RSA with the padding of PKCS#1 version 1.5, over a hash of SHA-384.
    public static let rsaSignatureDigestPKCS1v15SHA384 = Self("algid:sign:RSA:digest-PKCS1v15:SHA384")
    /// RSA with the padding of PKCS#1 version 1.5, over a hash of SHA-512.
    public static let rsaSignatureDigestPKCS1v15SHA512 = Self("algid:sign:RSA:digest-PKCS1v15:SHA512")
    /// RSA with the padding of PKCS#1 version 1.5, over the message, hashed with SHA-1.
    public static let rsaSignatureMessagePKCS1v15SHA1 = Self("algid:sign:RSA:message-PKCS1v15:SHA1")
    /// RSA with the padding of PKCS#1 version 1.5, over the message, hashed with SHA-224.
    public static let rsaSignatureMessagePKCS1v15SHA224 = Self("algid:sign:RSA:message-PKCS1v15:SHA224")
    /// RSA with the padding of PKCS#1 version 1.5, over the message, hashed with SHA-256.
    public static let rsaSignatureMessagePKCS1v15SHA256 = Self("algid:sign:RSA:message-PKCS1v15:SHA256")
    /// RSA with the padding of PKCS#1 version 1.5, over the message, hashed with SHA-384.
    public static let rsaSignatureMessagePKCS1v15SHA384 = Self("algid:sign:RSA:message-PKCS1v15:SHA384")
    /// RSA with the padding of PKCS#1 version 1.5, over the message, hashed with SHA-512.
    public static let rsaSignatureMessagePKCS1v15SHA512 = Self("algid:sign:RSA:message-PKCS1v15:SHA512")
    /// RSA-PSS over a hash of SHA-1.
    public static let rsaSignatureDigestPSSSHA1 = Self("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// RSA-PSS over a hash of SHA-224.
    public static let rsaSignatureDigestPSSSHA224 = Self("algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    /// RSA-PSS over a hash of SHA-256.
    public static let rsaSignatureDigestPSSSHA256 = Self("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// RSA-PSS over a hash of SHA-384.
    public static let rsaSignatureDigestPSSSHA384 = Self("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// RSA-PSS over a hash of SHA-512.
    public static let rsaSignatureDigestPSSSHA512 = Self("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// RSA-PSS over the message, hashed with SHA-1.
    public static let rsaSignatureMessagePSSSHA1 = Self("algid:sign:RSA:message-PSS:SHA1:SHA1:20")
    /// RSA-PSS over the message, hashed with SHA-224.
    public static let rsaSignatureMessagePSSSHA224 = Self("algid:sign:RSA:message-PSS:SHA224:SHA224:24")
    /// RSA-PSS over the message, hashed with SHA-256.
    public static let rsaSignatureMessagePSSSHA256 = Self("algid:sign:RSA:message-PSS:SHA256:SHA256:32")
    /// RSA-PSS over the message, hashed with SHA-384.
    public static let rsaSignatureMessagePSSSHA384 = Self("algid:sign:RSA:message-PSS:SHA384:SHA384:48")
    /// RSA-PSS over the message, hashed with SHA-512.
    public static let rsaSignatureMessagePSSSHA512 = Self("algid:sign:RSA:message-PSS:SHA512:SHA512:64")

    // MARK: - Curves

    /// ECDSA over any bytes, as two numbers one after the other; the older name.
    public static let ecdsaSignatureRFC4754 = Self("algid:sign:ECDSA:RFC4754")
    /// ECDSA over any bytes, in DER.
    public static let ecdsaSignatureDigestX962 = Self("algid:sign:ECDSA:digest-X962")
    /// ECDSA over any bytes, as two numbers one after the other.
    public static let ecdsaSignatureDigestRFC4754 = Self("algid:sign:ECDSA:digest-RFC4754")
    /// ECDSA over a hash of SHA-1, in DER.
    public static let ecdsaSignatureDigestX962SHA1 = Self("algid:sign:ECDSA:digest-X962:SHA1")
    /// ECDSA over a hash of SHA-224, in DER.
    public static let ecdsaSignatureDigestX962SHA224 = Self("algid:sign:ECDSA:digest-X962:SHA224")
    /// ECDSA over a hash of SHA-256, in DER.
    public static let ecdsaSignatureDigestX962SHA256 = Self("algid:sign:ECDSA:digest-X962:SHA256")
    /// ECDSA over a hash of SHA-384, in DER.
    public static let ecdsaSignatureDigestX962SHA384 = Self("algid:sign:ECDSA:digest-X962:SHA384")
    /// ECDSA over a hash of SHA-512, in DER.
    public static let ecdsaSignatureDigestX962SHA512 = Self("algid:sign:ECDSA:digest-X962:SHA512")
    /// ECDSA over the message, hashed with SHA-1, in DER.
    public static let ecdsaSignatureMessageX962SHA1 = Self("algid:sign:ECDSA:message-X962:SHA1")
    /// ECDSA over the message, hashed with SHA-224, in DER.
    public static let ecdsaSignatureMessageX962SHA224 = Self("algid:sign:ECDSA:message-X962:SHA224")
    /// ECDSA over the message, hashed with SHA-256, in DER.
    public static let ecdsaSignatureMessageX962SHA256 = Self("algid:sign:ECDSA:message-X962:SHA256")
    /// ECDSA over the message, hashed with SHA-384, in DER.
    public static let ecdsaSignatureMessageX962SHA384 = Self("algid:sign:ECDSA:message-X962:SHA384")
    /// ECDSA over the message, hashed with SHA-512, in DER.
    public static let ecdsaSignatureMessageX962SHA512 = Self("algid:sign:ECDSA:message-X962:SHA512")
    /// ECDSA over a hash of SHA-1, as two numbers one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA1 = Self("algid:sign:ECDSA:digest-RFC4754:SHA1")
    /// ECDSA over a hash of SHA-224, as two numbers one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA224 = Self("algid:sign:ECDSA:digest-RFC4754:SHA224")
    /// ECDSA over a hash of SHA-256, as two numbers one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA256 = Self("algid:sign:ECDSA:digest-RFC4754:SHA256")
    /// ECDSA over a hash of SHA-384, as two numbers one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA384 = Self("algid:sign:ECDSA:digest-RFC4754:SHA384")
    /// ECDSA over a hash of SHA-512, as two numbers one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA512 = Self("algid:sign:ECDSA:digest-RFC4754:SHA512")
    /// ECDSA over the message, hashed with SHA-1, as two numbers one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA1 = Self("algid:sign:ECDSA:message-RFC4754:SHA1")
    /// ECDSA over the message, hashed with SHA-224, as two numbers one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA224 = Self("algid:sign:ECDSA:message-RFC4754:SHA224")
    /// ECDSA over the message, hashed with SHA-256, as two numbers one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA256 = Self("algid:sign:ECDSA:message-RFC4754:SHA256")
    /// ECDSA over the message, hashed with SHA-384, as two numbers one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA384 = Self("algid:sign:ECDSA:message-RFC4754:SHA384")
    /// ECDSA over the message, hashed with SHA-512, as two numbers one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA512 = Self("algid:sign:ECDSA:message-RFC4754:SHA512")

    // MARK: - Ed25519

    /// Ed25519, over the message.
    public static let edDSASignatureMessageCurve25519SHA512 = Self(
        "algid:sign:EdDSA:message-Curve25519:SHA512")
}
