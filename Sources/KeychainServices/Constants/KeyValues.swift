// Values of attributes of keys, and what functions about keys take.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// A public key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassPublic: CFString = Constant("0")

/// A private key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassPrivate: CFString = Constant("1")

/// A symmetric key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassSymmetric: CFString = Constant("2")

/// RSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRSA: CFString = Constant("42")

/// A NIST curve; the older name.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeEC: CFString = Constant("73")

/// A NIST curve.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECSECPrimeRandom: CFString = Constant("73")

/// A NIST curve; the name of macOS.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECDSA: CFString = Constant("73")

/// DSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeDSA: CFString = Constant("43")

/// AES.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeAES: CFString = Constant("2147483649")

/// DES.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeDES: CFString = Constant("14")

/// Triple DES.
@safe public nonisolated(unsafe) let kSecAttrKeyType3DES: CFString = Constant("17")

/// RC2.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRC2: CFString = Constant("23")

/// RC4.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRC4: CFString = Constant("25")

/// CAST.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeCAST: CFString = Constant("56")

/// The Secure Enclave, which no machine has that this runs on.
@safe public nonisolated(unsafe) let kSecAttrTokenIDSecureEnclave: CFString = Constant(
    "com.apple.setoken")

/// The access group of smart cards: can be read, never written.
@safe public nonisolated(unsafe) let kSecAttrAccessGroupToken: CFString = Constant("com.apple.token")

/// HMAC with SHA-1.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA1: CFString = Constant("hsha1")

/// HMAC with SHA-224.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA224: CFString = Constant("hsha224")

/// HMAC with SHA-256.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA256: CFString = Constant("hsha256")

/// HMAC with SHA-384.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA384: CFString = Constant("hsha384")

/// HMAC with SHA-512.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA512: CFString = Constant("hsha512")

/// Attributes of the private half of a pair.
@safe public nonisolated(unsafe) let kSecPrivateKeyAttrs: CFString = Constant("private")

/// Attributes of the public half of a pair.
@safe public nonisolated(unsafe) let kSecPublicKeyAttrs: CFString = Constant("public")

/// Attributes of a symmetric key.
@safe public nonisolated(unsafe) let kSecSymmetricKeyAttrs: CFString = Constant("symmetric")
