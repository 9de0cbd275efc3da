/// The attributes that items have, across all classes.
///
/// Which class has which, of what type, and what it means for the item's identity is in <doc:FileFormat>.
public enum AttributeName: UInt8, Hashable, Sendable, CaseIterable {
    /// When the item can be read.
    case accessible
    /// Conditions on the item's use; never a filter.
    case accessControl
    /// The group of programs that sees the item.
    case accessGroup
    /// Whether the item may travel to the owner's other devices.
    case synchronizable
    /// When the item was added.
    case creationDate
    /// When the item was last changed.
    case modificationDate
    /// A name to show to people.
    case label
    /// What kind of item this is, for people.
    case description
    /// A remark for people.
    case comment
    /// A four-character code of the program that made the item; for keys a part of the identity.
    case creator
    /// A four-character code for passwords, the key type for keys.
    case type
    /// Whether programs should hide the item.
    case isInvisible
    /// Whether the item says that there is no password.
    case isNegative
    /// The account's name.
    case account
    /// The service that a generic password is for.
    case service
    /// Anything a program wants to keep with a generic password.
    case generic
    /// The security domain of an internet password.
    case securityDomain
    /// The server's name or address.
    case server
    /// The protocol, as a four-character code.
    case `protocol`
    /// How the password is sent.
    case authenticationType
    /// The port number; 0 when there is none.
    case port
    /// The path on the server.
    case path
    /// The certificate's normalized subject name.
    case subject
    /// The certificate's normalized issuer name.
    case issuer
    /// The certificate's serial number.
    case serialNumber
    /// The certificate's subject key identifier.
    case subjectKeyID
    /// The hash that ties a certificate to its private key.
    case publicKeyHash
    /// The X.509 version.
    case certificateType
    /// The encoding; 3 is DER.
    case certificateEncoding
    /// Public, private or symmetric.
    case keyClass
    /// The hash of the public key, for finding a key by program.
    case applicationLabel
    /// A program's own name for the key.
    case applicationTag
    /// The number of bits in the key.
    case keySizeInBits
    /// The number of bits that count.
    case effectiveKeySize
    /// Whether the key is stored.
    case isPermanent
    /// Whether the key leaves only wrapped.
    case isSensitive
    /// Whether the key can leave at all.
    case isExtractable
    /// Whether the key encrypts.
    case canEncrypt
    /// Whether the key decrypts.
    case canDecrypt
    /// Whether the key derives others.
    case canDerive
    /// Whether the key signs.
    case canSign
    /// Whether the key verifies.
    case canVerify
    /// Whether the key wraps others.
    case canWrap
    /// Whether the key unwraps others.
    case canUnwrap
    /// A hint for synchronization; part of every identity.
    case syncViewHint
    /// The token that holds the item; part of every identity.
    case tokenID
    /// Private to Apple: a text encoding.
    case scriptCode
    /// Private to Apple: another name.
    case alias
    /// Private to Apple: whether the item has an icon.
    case hasCustomIcon
    /// Private to Apple: protected bytes.
    case isProtected
    /// Whether this is the private half; identities need it.
    case isPrivate
    /// Private to Apple: whether the key can be changed.
    case isModifiable
    /// When the key becomes valid; part of its identity.
    case startDate
    /// When the key ceases to be valid; part of its identity.
    case endDate
    /// Private to Apple: whether the key was ever exposed.
    case wasAlwaysSensitive
    /// Private to Apple: whether the key ever could leave.
    case wasNeverExtractable
    /// Private to Apple: whether the key signs with recovery.
    case canSignRecover
    /// Private to Apple: whether the key verifies with recovery.
    case canVerifyRecover
    /// Private to Apple: returned only with the secret.
    case extraNotes
    /// Private to Apple: returned only with the secret.
    case history
    /// Private to Apple: returned only with the secret.
    case clientDefined0
    /// Private to Apple: returned only with the secret.
    case clientDefined1
    /// Private to Apple: returned only with the secret.
    case clientDefined2
    /// Private to Apple: returned only with the secret.
    case clientDefined3
    /// Private to Apple: 1 on the traces of deleted items, which this store does not keep.
    case tombstone
    /// Private to Apple: always empty here.
    case multiUser
    /// Twenty bytes that change whenever the item does.
    case digest
    /// Private to Apple: never stored or returned here.
    case syncIdentity
    /// Private to Apple: how the item is tied to the system.
    case systemBound
    /// Private to Apple: the object on a token.
    case tokenObjectID
    /// Private to Apple: a group that shares the item.
    case sharingGroup
}
