// Attributes of certificates and keys.
// Shared by all threads without a lock, because nobody can change them: see `Constant`.

/// The normalized subject of a certificate.
@safe public nonisolated(unsafe) let kSecAttrSubject: CFString = Constant("subj")

/// The normalized issuer of a certificate.
@safe public nonisolated(unsafe) let kSecAttrIssuer: CFString = Constant("issr")

/// The serial number of a certificate.
@safe public nonisolated(unsafe) let kSecAttrSerialNumber: CFString = Constant("slnr")

/// The subject key identifier of a certificate.
@safe public nonisolated(unsafe) let kSecAttrSubjectKeyID: CFString = Constant("skid")

/// The hash that ties a certificate to its private key.
@safe public nonisolated(unsafe) let kSecAttrPublicKeyHash: CFString = Constant("pkhh")

/// The X.509 version of a certificate.
@safe public nonisolated(unsafe) let kSecAttrCertificateType: CFString = Constant("ctyp")

/// The encoding of a certificate; 3 is DER.
@safe public nonisolated(unsafe) let kSecAttrCertificateEncoding: CFString = Constant("cenc")

/// Public, private or symmetric.
@safe public nonisolated(unsafe) let kSecAttrKeyClass: CFString = Constant("kcls")

/// The hash of a public key, for finding its halves by program.
@safe public nonisolated(unsafe) let kSecAttrApplicationLabel: CFString = Constant("klbl")

/// A name of the program for a key.
@safe public nonisolated(unsafe) let kSecAttrApplicationTag: CFString = Constant("atag")

/// The algorithm of a key.
@safe public nonisolated(unsafe) let kSecAttrKeyType: CFString = Constant("type")

/// The number of bits of a key.
@safe public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = Constant("bsiz")

/// The number of bits that count.
@safe public nonisolated(unsafe) let kSecAttrEffectiveKeySize: CFString = Constant("esiz")

/// Whether a key is stored.
@safe public nonisolated(unsafe) let kSecAttrIsPermanent: CFString = Constant("perm")

/// Whether a key leaves only wrapped.
@safe public nonisolated(unsafe) let kSecAttrIsSensitive: CFString = Constant("sens")

/// Whether a key can leave at all.
@safe public nonisolated(unsafe) let kSecAttrIsExtractable: CFString = Constant("extr")

/// Whether a key encrypts.
@safe public nonisolated(unsafe) let kSecAttrCanEncrypt: CFString = Constant("encr")

/// Whether a key decrypts.
@safe public nonisolated(unsafe) let kSecAttrCanDecrypt: CFString = Constant("decr")

/// Whether a key derives others.
@safe public nonisolated(unsafe) let kSecAttrCanDerive: CFString = Constant("drve")

/// Whether a key signs.
@safe public nonisolated(unsafe) let kSecAttrCanSign: CFString = Constant("sign")

/// Whether a key verifies.
@safe public nonisolated(unsafe) let kSecAttrCanVerify: CFString = Constant("vrfy")

/// Whether a key wraps others.
@safe public nonisolated(unsafe) let kSecAttrCanWrap: CFString = Constant("wrap")

/// Whether a key unwraps others.
@safe public nonisolated(unsafe) let kSecAttrCanUnwrap: CFString = Constant("unwp")

/// A function for deriving keys; refused in queries.
@safe public nonisolated(unsafe) let kSecAttrPRF: CFString = Constant("prf")

/// A salt for deriving keys; refused in queries.
@safe public nonisolated(unsafe) let kSecAttrSalt: CFString = Constant("salt")

/// A number of rounds for deriving keys; refused in queries.
@safe public nonisolated(unsafe) let kSecAttrRounds: CFString = Constant("rounds")
