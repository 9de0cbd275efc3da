// Shared by all threads without a lock, because nobody can change them: see `Constant`.

// Attributes that several classes have, and those of passwords.

/// The conditions under which the item can be read.
@safe public nonisolated(unsafe) let kSecAttrAccessible: CFString = Constant("pdmn")
/// Conditions on the use of the item.
@safe public nonisolated(unsafe) let kSecAttrAccessControl: CFString = Constant("accc")
/// An access list of macOS; accepted, and ignored.
@safe public nonisolated(unsafe) let kSecAttrAccess: CFString = Constant("acls")
/// The group of programs that sees the item.
@safe public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = Constant("agrp")
/// True if the item may travel to other devices; nothing leaves this machine.
@safe public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = Constant("sync")
/// A value for ``kSecAttrSynchronizable``: both kinds of items.
@safe public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = Constant("syna")
/// The date on which the item was added.
@safe public nonisolated(unsafe) let kSecAttrCreationDate: CFString = Constant("cdat")
/// The date on which the item was last changed.
@safe public nonisolated(unsafe) let kSecAttrModificationDate: CFString = Constant("mdat")
/// A name to show to people.
@safe public nonisolated(unsafe) let kSecAttrLabel: CFString = Constant("labl")
/// The kind of item, for people.
@safe public nonisolated(unsafe) let kSecAttrDescription: CFString = Constant("desc")
/// A remark for people.
@safe public nonisolated(unsafe) let kSecAttrComment: CFString = Constant("icmt")
/// A four-character code of the program that made the item.
@safe public nonisolated(unsafe) let kSecAttrCreator: CFString = Constant("crtr")
/// A four-character code of the kind of item.
@safe public nonisolated(unsafe) let kSecAttrType: CFString = Constant("type")
/// True if programs should hide the item.
@safe public nonisolated(unsafe) let kSecAttrIsInvisible: CFString = Constant("invi")
/// True if the item says that there is no password.
@safe public nonisolated(unsafe) let kSecAttrIsNegative: CFString = Constant("nega")
/// The name of the account.
@safe public nonisolated(unsafe) let kSecAttrAccount: CFString = Constant("acct")
/// The service that a generic password is for.
@safe public nonisolated(unsafe) let kSecAttrService: CFString = Constant("svce")
/// Anything that a program keeps with a generic password.
@safe public nonisolated(unsafe) let kSecAttrGeneric: CFString = Constant("gena")
/// The security domain of an internet password.
@safe public nonisolated(unsafe) let kSecAttrSecurityDomain: CFString = Constant("sdmn")
/// The name or address of the server.
@safe public nonisolated(unsafe) let kSecAttrServer: CFString = Constant("srvr")
/// The protocol.
@safe public nonisolated(unsafe) let kSecAttrProtocol: CFString = Constant("ptcl")
/// The way in which the password is sent.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationType: CFString = Constant("atyp")
/// The number of the port.
@safe public nonisolated(unsafe) let kSecAttrPort: CFString = Constant("port")
/// The path on the server.
@safe public nonisolated(unsafe) let kSecAttrPath: CFString = Constant("path")
/// A hint for synchronization.
@safe public nonisolated(unsafe) let kSecAttrSyncViewHint: CFString = Constant("vwht")
/// The token that holds the item.
@safe public nonisolated(unsafe) let kSecAttrTokenID: CFString = Constant("tkid")
/// Refused as a key of queries, and never returned.
@safe public nonisolated(unsafe) let kSecAttrPersistantReference: CFString = Constant("persistref")
/// Refused as a key of queries, and never returned.
@safe public nonisolated(unsafe) let kSecAttrPersistentReference: CFString = Constant("persistref")
/// An attribute that no class has.
@safe public nonisolated(unsafe) let kSecAttrVolume: CFString = Constant("volm")
/// An attribute that no class has.
@safe public nonisolated(unsafe) let kSecAttrAddress: CFString = Constant("addr")
/// An attribute that no class has.
@safe public nonisolated(unsafe) let kSecAttrAFPServerSignature: CFString = Constant("afps")
/// An attribute that no class has.
@safe public nonisolated(unsafe) let kSecAttrCRLType: CFString = Constant("crlt")
/// An attribute that no class has.
@safe public nonisolated(unsafe) let kSecAttrCRLEncoding: CFString = Constant("crle")

// Attributes of certificates and keys.

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
/// True if a key is stored.
@safe public nonisolated(unsafe) let kSecAttrIsPermanent: CFString = Constant("perm")
/// True if a key leaves only wrapped.
@safe public nonisolated(unsafe) let kSecAttrIsSensitive: CFString = Constant("sens")
/// True if a key can leave at all.
@safe public nonisolated(unsafe) let kSecAttrIsExtractable: CFString = Constant("extr")
/// True if a key encrypts.
@safe public nonisolated(unsafe) let kSecAttrCanEncrypt: CFString = Constant("encr")
/// True if a key decrypts.
@safe public nonisolated(unsafe) let kSecAttrCanDecrypt: CFString = Constant("decr")
/// True if a key derives others.
@safe public nonisolated(unsafe) let kSecAttrCanDerive: CFString = Constant("drve")
/// True if a key signs.
@safe public nonisolated(unsafe) let kSecAttrCanSign: CFString = Constant("sign")
/// True if a key verifies.
@safe public nonisolated(unsafe) let kSecAttrCanVerify: CFString = Constant("vrfy")
/// True if a key wraps others.
@safe public nonisolated(unsafe) let kSecAttrCanWrap: CFString = Constant("wrap")
/// True if a key unwraps others.
@safe public nonisolated(unsafe) let kSecAttrCanUnwrap: CFString = Constant("unwp")
/// A function for deriving keys; refused in queries.
@safe public nonisolated(unsafe) let kSecAttrPRF: CFString = Constant("prf")
/// A salt for deriving keys; refused in queries.
@safe public nonisolated(unsafe) let kSecAttrSalt: CFString = Constant("salt")
/// A number of rounds for deriving keys; refused in queries.
@safe public nonisolated(unsafe) let kSecAttrRounds: CFString = Constant("rounds")
