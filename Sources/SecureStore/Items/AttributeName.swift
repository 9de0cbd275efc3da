/// The attributes of items, across all classes; more may be added.
///
/// <doc:FileFormat> lists which classes have each attribute, its type, and its part in the item's identity.
/// It also has those that are private to Apple: an item can have them, and they have no constant here.
public struct AttributeName: Hashable, Sendable, CustomStringConvertible {
    /// The order of the attributes in records and tokens, which <doc:FileFormat> freezes.
    ///
    /// None may move; another one comes at the end, and makes a new format.
    package enum Position: UInt8, CaseIterable, Sendable {
        case accessible, accessControl, accessGroup, synchronizable, creationDate, modificationDate, label,
            description, comment, creator, type, isInvisible, isNegative, account, service, generic,
            securityDomain, server, `protocol`, authenticationType, port, path, subject, issuer, serialNumber,
            subjectKeyID, publicKeyHash, certificateType, certificateEncoding, keyClass, applicationLabel,
            applicationTag, keySizeInBits, effectiveKeySize, isPermanent, isSensitive, isExtractable,
            canEncrypt, canDecrypt, canDerive, canSign, canVerify, canWrap, canUnwrap, syncViewHint, tokenID,
            scriptCode, alias, hasCustomIcon, isProtected, isPrivate, isModifiable, startDate, endDate,
            wasAlwaysSensitive, wasNeverExtractable, canSignRecover, canVerifyRecover, extraNotes, history,
            clientDefined0, clientDefined1, clientDefined2, clientDefined3, tombstone, multiUser, digest,
            syncIdentity, systemBound, tokenObjectID, sharingGroup
    }

    package let position: Position

    package static var allCases: [Self] { Position.allCases.map { Self(position: $0) } }

    /// The name of the constant.
    public var description: String { "\(position)" }

    /// The condition under which the item can be read.
    public static let accessible = Self(position: .accessible)
    /// Conditions on the item's use; never a filter.
    public static let accessControl = Self(position: .accessControl)
    /// The group of programs that can see the item.
    public static let accessGroup = Self(position: .accessGroup)
    /// A mark that the item may travel to the owner's other devices.
    public static let synchronizable = Self(position: .synchronizable)
    /// The time at which the item was added.
    public static let creationDate = Self(position: .creationDate)
    /// The time at which the item was last changed.
    public static let modificationDate = Self(position: .modificationDate)
    /// A name to show to people.
    public static let label = Self(position: .label)
    /// The kind of item, for people.
    public static let description = Self(position: .description)
    /// A comment for people.
    public static let comment = Self(position: .comment)
    /// The four-character code of the program that made the item; part of a key's identity.
    public static let creator = Self(position: .creator)
    /// A four-character code for passwords, and the key type for keys.
    public static let type = Self(position: .type)
    /// A mark that programs should hide the item.
    public static let isInvisible = Self(position: .isInvisible)
    /// A mark that there is no password.
    public static let isNegative = Self(position: .isNegative)
    /// The account's name.
    public static let account = Self(position: .account)
    /// The service that a generic password is for.
    public static let service = Self(position: .service)
    /// Data that a program keeps with a generic password.
    public static let generic = Self(position: .generic)
    /// The security domain of an internet password.
    public static let securityDomain = Self(position: .securityDomain)
    /// The server's name or address.
    public static let server = Self(position: .server)
    /// The protocol, as a four-character code.
    public static let `protocol` = Self(position: .protocol)
    /// The way in which the password is sent.
    public static let authenticationType = Self(position: .authenticationType)
    /// The port number; 0 when there is none.
    public static let port = Self(position: .port)
    /// The path on the server.
    public static let path = Self(position: .path)
    /// The certificate's normalized subject name.
    public static let subject = Self(position: .subject)
    /// The certificate's normalized issuer name.
    public static let issuer = Self(position: .issuer)
    /// The certificate's serial number.
    public static let serialNumber = Self(position: .serialNumber)
    /// The certificate's subject key identifier.
    public static let subjectKeyID = Self(position: .subjectKeyID)
    /// The hash of the public key, which ties a certificate to its private key.
    public static let publicKeyHash = Self(position: .publicKeyHash)
    /// The X.509 version.
    public static let certificateType = Self(position: .certificateType)
    /// The encoding; 3 is DER.
    public static let certificateEncoding = Self(position: .certificateEncoding)
    /// The kind of key: public, private or symmetric.
    public static let keyClass = Self(position: .keyClass)
    /// The hash of the public key, by which programs find a key.
    public static let applicationLabel = Self(position: .applicationLabel)
    /// A program's own name for the key.
    public static let applicationTag = Self(position: .applicationTag)
    /// The number of bits in the key.
    public static let keySizeInBits = Self(position: .keySizeInBits)
    /// The number of bits that add to the key's strength.
    public static let effectiveKeySize = Self(position: .effectiveKeySize)
    /// True if the key is stored.
    public static let isPermanent = Self(position: .isPermanent)
    /// True if the key may only be exported wrapped.
    public static let isSensitive = Self(position: .isSensitive)
    /// True if the key may be exported at all.
    public static let isExtractable = Self(position: .isExtractable)
    /// True if the key may encrypt.
    public static let canEncrypt = Self(position: .canEncrypt)
    /// True if the key may decrypt.
    public static let canDecrypt = Self(position: .canDecrypt)
    /// True if other keys may be derived from the key.
    public static let canDerive = Self(position: .canDerive)
    /// True if the key may sign.
    public static let canSign = Self(position: .canSign)
    /// True if the key may verify signatures.
    public static let canVerify = Self(position: .canVerify)
    /// True if the key may wrap other keys.
    public static let canWrap = Self(position: .canWrap)
    /// True if the key may unwrap other keys.
    public static let canUnwrap = Self(position: .canUnwrap)
    /// A hint for synchronization; part of every item's identity.
    public static let syncViewHint = Self(position: .syncViewHint)
    /// The token that holds the item; part of every item's identity.
    public static let tokenID = Self(position: .tokenID)
    /// Private to Apple: a text encoding.
    package static let scriptCode = Self(position: .scriptCode)
    /// Further names of the item, one a line.
    public static let alias = Self(position: .alias)
    /// Private to Apple: whether the item has an icon.
    package static let hasCustomIcon = Self(position: .hasCustomIcon)
    /// Private to Apple: protected bytes.
    package static let isProtected = Self(position: .isProtected)
    /// True for the private half of a pair; a key in an identity has this set.
    public static let isPrivate = Self(position: .isPrivate)
    /// Private to Apple: whether the key can be changed.
    package static let isModifiable = Self(position: .isModifiable)
    /// The time from which the key is valid; part of its identity.
    public static let startDate = Self(position: .startDate)
    /// The time until which the key is valid; part of its identity.
    public static let endDate = Self(position: .endDate)
    /// Private to Apple: whether the key was ever exposed.
    package static let wasAlwaysSensitive = Self(position: .wasAlwaysSensitive)
    /// Private to Apple: whether the key could never be exported.
    package static let wasNeverExtractable = Self(position: .wasNeverExtractable)
    /// Private to Apple: whether the key signs with recovery.
    package static let canSignRecover = Self(position: .canSignRecover)
    /// Private to Apple: whether the key verifies with recovery.
    package static let canVerifyRecover = Self(position: .canVerifyRecover)
    // Private to Apple: these are returned only with the secret.
    package static let extraNotes = Self(position: .extraNotes)
    package static let history = Self(position: .history)
    package static let clientDefined0 = Self(position: .clientDefined0)
    package static let clientDefined1 = Self(position: .clientDefined1)
    package static let clientDefined2 = Self(position: .clientDefined2)
    package static let clientDefined3 = Self(position: .clientDefined3)
    /// Private to Apple: 1 on the markers of deleted items, which this store does not keep.
    package static let tombstone = Self(position: .tombstone)
    /// Private to Apple: always empty here.
    package static let multiUser = Self(position: .multiUser)
    /// Twenty bytes that change whenever the item does.
    public static let digest = Self(position: .digest)
    /// Private to Apple: never stored or returned here.
    package static let syncIdentity = Self(position: .syncIdentity)
    /// Private to Apple: how the item is tied to the system.
    package static let systemBound = Self(position: .systemBound)
    /// Private to Apple: the object on a token.
    package static let tokenObjectID = Self(position: .tokenObjectID)
    /// Private to Apple: a group that shares the item.
    package static let sharingGroup = Self(position: .sharingGroup)
}
