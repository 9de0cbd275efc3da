// Shared by all threads without a lock, because nobody can change them: see `Constant`.

// Names that Apple's headers keep private; answers of searches have some of these keys.

/// Refused.
@safe public nonisolated(unsafe) let kSecUseCredentialReference: CFString = Constant("u_CredRef")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseCallerName: CFString = Constant("u_CallerName")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseTombstones: CFString = Constant("u_Tomb")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseTokenRawItems: CFString = Constant("u_TokenRawItems")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseSystemKeychain: CFString = Constant("u_SystemKeychain")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseSystemKeychainAlways: CFString = Constant(
    "u_SystemKeychainAlways")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseSyncBubbleKeychain: CFString = Constant("u_SyncBubbleKeychain")
/// Refused.
@safe public nonisolated(unsafe) let kSecUseCertificatesWithMatchIssuers: CFString = Constant(
    "u_CertWithIssuers")
/// A text encoding.
@safe public nonisolated(unsafe) let kSecAttrScriptCode: CFString = Constant("scrp")
/// Another name.
@safe public nonisolated(unsafe) let kSecAttrAlias: CFString = Constant("alis")
/// True if the item has an icon.
@safe public nonisolated(unsafe) let kSecAttrHasCustomIcon: CFString = Constant("cusi")
/// The creator of a key, a part of its identity.
@safe public nonisolated(unsafe) let kSecAttrKeyCreator: CFString = Constant("crtr")
/// True if a key is the private half; identities need it.
@safe public nonisolated(unsafe) let kSecAttrIsPrivate: CFString = Constant("priv")
/// True if a key can be changed.
@safe public nonisolated(unsafe) let kSecAttrIsModifiable: CFString = Constant("modi")
/// The date on which a key becomes valid, a part of its identity.
@safe public nonisolated(unsafe) let kSecAttrStartDate: CFString = Constant("sdat")
/// The date on which a key ceases to be valid, a part of its identity.
@safe public nonisolated(unsafe) let kSecAttrEndDate: CFString = Constant("edat")
/// True if a key was ever exposed.
@safe public nonisolated(unsafe) let kSecAttrWasAlwaysSensitive: CFString = Constant("asen")
/// True if a key ever could leave.
@safe public nonisolated(unsafe) let kSecAttrWasNeverExtractable: CFString = Constant("next")
/// True if a key signs with recovery.
@safe public nonisolated(unsafe) let kSecAttrCanSignRecover: CFString = Constant("snrc")
/// True if a key verifies with recovery.
@safe public nonisolated(unsafe) let kSecAttrCanVerifyRecover: CFString = Constant("vyrc")
/// 0 on every item.
@safe public nonisolated(unsafe) let kSecAttrTombstone: CFString = Constant("tomb")
/// Empty on every item.
@safe public nonisolated(unsafe) let kSecAttrMultiUser: CFString = Constant("musr")
/// Twenty bytes that change whenever the item does.
@safe public nonisolated(unsafe) let kSecAttrSHA1: CFString = Constant("sha1")
/// Accepted, and never returned.
@safe public nonisolated(unsafe) let kSecAttrUUID: CFString = Constant("UUID")
/// The tie of an item to the system.
@safe public nonisolated(unsafe) let kSecAttrSysBound: CFString = Constant("sysb")
/// The object on a token.
@safe public nonisolated(unsafe) let kSecAttrTokenOID: CFString = Constant("toid")
/// A group that shares the item.
@safe public nonisolated(unsafe) let kSecAttrSharingGroup: CFString = Constant("ggrp")
/// Data of an internet password, returned with the secret.
@safe public nonisolated(unsafe) let kSecDataInetExtraNotes: CFString = Constant("binn")
/// Data of an internet password, returned with the secret.
@safe public nonisolated(unsafe) let kSecDataInetHistory: CFString = Constant("bini")
/// Data of an internet password, returned with the secret.
@safe public nonisolated(unsafe) let kSecDataInetClientDefined0: CFString = Constant("bin0")
/// Data of an internet password, returned with the secret.
@safe public nonisolated(unsafe) let kSecDataInetClientDefined1: CFString = Constant("bin1")
/// Data of an internet password, returned with the secret.
@safe public nonisolated(unsafe) let kSecDataInetClientDefined2: CFString = Constant("bin2")
/// Data of an internet password, returned with the secret.
@safe public nonisolated(unsafe) let kSecDataInetClientDefined3: CFString = Constant("bin3")
/// Refused.
@safe public nonisolated(unsafe) let kSecAttrAccessibleUntilReboot: CFString = Constant("f")
/// A type of key.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = Constant("2147483678")
/// A type of key.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeSecureEnclaveAttestation: CFString = Constant(
    "2147483679")
/// A type of key.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeSecureEnclaveAnonymousAttestation: CFString = Constant(
    "2147483680")
/// Ed25519.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeEd25519: CFString = Constant("105")
/// X25519.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeX25519: CFString = Constant("106")
/// Ed448.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeEd448: CFString = Constant("107")
/// X448.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeX448: CFString = Constant("108")
/// Kyber.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeKyber: CFString = Constant("109")
/// ML-KEM.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeMLKEM: CFString = Constant("110")
/// ML-DSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeMLDSA: CFString = Constant("111")
/// A token.
@safe public nonisolated(unsafe) let kSecAttrTokenIDAppleKeyStore: CFString = Constant(
    "com.apple.setoken:aks")
/// A token.
@safe public nonisolated(unsafe) let kSecAttrTokenIDSecureElement: CFString = Constant(
    "com.apple.secelemtoken")
/// The checks of an evaluation of trust that failed, for each certificate.
@safe public nonisolated(unsafe) let kSecTrustResultDetails: CFString = Constant("TrustResultDetails")
