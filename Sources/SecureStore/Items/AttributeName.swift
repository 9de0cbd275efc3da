/// The attributes of items, across all classes.
///
/// <doc:FileFormat> lists which classes have each attribute, its type, and its part in the item's identity.
public enum AttributeName: UInt8, Hashable, Sendable, CaseIterable {
    /// The condition under which the item can be read.
    case accessible
    /// Conditions on the item's use; never a filter.
    case accessControl
    /// The group of programs that can see the item.
    case accessGroup
    /// A mark that the item may travel to the owner's other devices.
    case synchronizable
    /// The time at which the item was added.
    case creationDate
    /// The time at which the item was last changed.
    case modificationDate
    /// A name to show to people.
    case label
    /// The kind of item, for people.
    case description
    /// A comment for people.
    case comment
    /// The four-character code of the program that made the item; part of a key's identity.
    case creator
    /// A four-character code for passwords, and the key type for keys.
    case type
    /// A mark that programs should hide the item.
    case isInvisible
    /// A mark that there is no password.
    case isNegative
    /// The account's name.
    case account
    /// The service that a generic password is for.
    case service
    /// Data that a program keeps with a generic password.
    case generic
    /// The security domain of an internet password.
    case securityDomain
    /// The server's name or address.
    case server
    /// The protocol, as a four-character code.
    case `protocol`
    /// The way in which the password is sent.
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
    /// The hash of the public key, which ties a certificate to its private key.
    case publicKeyHash
    /// The X.509 version.
    case certificateType
    /// The encoding; 3 is DER.
    case certificateEncoding
    /// The kind of key: public, private or symmetric.
    case keyClass
    /// The hash of the public key, by which programs find a key.
    case applicationLabel
    /// A program's own name for the key.
    case applicationTag
    /// The number of bits in the key.
    case keySizeInBits
    /// The number of bits that add to the key's strength.
    case effectiveKeySize
    /// True if the key is stored.
    case isPermanent
    /// True if the key may only be exported wrapped.
    case isSensitive
    /// True if the key may be exported at all.
    case isExtractable
    /// True if the key may encrypt.
    case canEncrypt
    /// True if the key may decrypt.
    case canDecrypt
    /// True if other keys may be derived from the key.
    case canDerive
    /// True if the key may sign.
    case canSign
    /// True if the key may verify signatures.
    case canVerify
    /// True if the key may wrap other keys.
    case canWrap
    /// True if the key may unwrap other keys.
    case canUnwrap
    /// A hint for synchronization; part of every item's identity.
    case syncViewHint
    /// The token that holds the item; part of every item's identity.
    case tokenID
    /// Private to Apple: a text encoding.
    case scriptCode
    /// Private to Apple: another name.
    case alias
    /// Private to Apple: whether the item has an icon.
    case hasCustomIcon
    /// Private to Apple: protected bytes.
    case isProtected
    /// True for the private half of a pair; a key in an identity has this set.
    case isPrivate
    /// Private to Apple: whether the key can be changed.
    case isModifiable
    /// The time from which the key is valid; part of its identity.
    case startDate
    /// The time until which the key is valid; part of its identity.
    case endDate
    /// Private to Apple: whether the key was ever exposed.
    case wasAlwaysSensitive
    /// Private to Apple: whether the key could never be exported.
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
    /// Private to Apple: 1 on the markers of deleted items, which this store does not keep.
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
