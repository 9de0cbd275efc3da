import FoundationEssentials

/// The one table of attributes: code, type, the classes that have it, and its part in identity and search.
///
/// Validation, uniqueness, the tokens of the file and the dictionary face all read it, so that they cannot differ.
enum ClassTable {
    /// A set of item classes.
    struct Classes: OptionSet, Sendable {
        let rawValue: UInt8
        static let generic = Classes(rawValue: 1 << 1)
        static let internet = Classes(rawValue: 1 << 2)
        static let certificate = Classes(rawValue: 1 << 3)
        static let key = Classes(rawValue: 1 << 4)
        static let passwords = Classes(rawValue: 0b0110)
        static let withCreator = Classes(rawValue: 0b1_0110)
        static let all = Classes(rawValue: 0b1_1110)

        /// An identity has the attributes of certificates and of keys.
        func contains(_ itemClass: ItemClass) -> Bool {
            guard itemClass != .identity else { return !isDisjoint(with: [.certificate, .key]) }
            return rawValue & (1 << itemClass.rawValue) != 0
        }
    }

    /// The indexed token column of a searchable attribute.
    enum SearchColumn: Sendable { case first, second, third }

    /// Who decides the value.
    enum Setter: Sendable {
        case caller
        /// The store; what a caller gives to an add is checked for its type and then ignored.
        case store
        /// The caller, and it is handed out only together with the secret.
        case withData
    }

    struct Row: Sendable {
        let name: AttributeName
        let code: String
        /// For reasons in errors.
        let words: String
        let kind: AttributeKind
        let classes: Classes
        /// The classes whose identity counts this attribute; there an absent value equals the empty one.
        let identity: Classes
        let search: SearchColumn?
        let setter: Setter

        init(
            _ name: AttributeName, _ code: String, _ words: String, _ kind: AttributeKind, _ classes: Classes,
            identity: Classes = Classes(rawValue: 0), search: SearchColumn? = nil, setter: Setter = .caller
        ) {
            (self.name, self.code, self.words, self.kind) = (name, code, words, kind)
            (self.classes, self.identity, self.search, self.setter) = (classes, identity, search, setter)
        }

        /// The code as the record spells it.
        var packedCode: UInt32 { code.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

        /// The value that stands for absence in the classes that count this attribute for identity.
        var emptyValue: AttributeValue {
            switch kind {
            case .data: return .data(.init())
            case .number: return .number(0)
            case .date: return .date(.init(timeIntervalSinceReferenceDate: 0))
            default: return .string("")
            }
        }
    }

    /// In the order of ``AttributeName``.
    static let rows: [Row] = [
        Row(.accessible, "pdmn", "accessibility", .accessibility, .all),
        Row(.accessControl, "accc", "access control", .accessControl, .all),
        Row(.accessGroup, "agrp", "access group", .string, .all),
        Row(.synchronizable, "sync", "synchronizable", .number, .all),
        Row(.creationDate, "cdat", "creation date", .date, .all, setter: .store),
        Row(.modificationDate, "mdat", "modification date", .date, .all, setter: .store),
        Row(.label, "labl", "label", .blob, .all, search: .third),
        Row(.description, "desc", "description", .blob, .passwords),
        Row(.comment, "icmt", "comment", .blob, .passwords),
        Row(.creator, "crtr", "creator", .number, .withCreator, identity: .key),
        Row(.type, "type", "type", .number, .withCreator, identity: .key),
        Row(.isInvisible, "invi", "invisible mark", .number, .passwords),
        Row(.isNegative, "nega", "negative mark", .number, .passwords),
        Row(.account, "acct", "account", .blob, .passwords, identity: .passwords, search: .second),
        Row(.service, "svce", "service", .blob, .generic, identity: .generic, search: .first),
        Row(.generic, "gena", "generic data", .blob, .generic),
        Row(.securityDomain, "sdmn", "security domain", .blob, .internet, identity: .internet),
        Row(.server, "srvr", "server", .blob, .internet, identity: .internet, search: .first),
        Row(.protocol, "ptcl", "protocol", .number, .internet, identity: .internet),
        Row(.authenticationType, "atyp", "authentication type", .blob, .internet, identity: .internet),
        Row(.port, "port", "port", .number, .internet, identity: .internet),
        Row(.path, "path", "path", .blob, .internet, identity: .internet),
        Row(.subject, "subj", "subject", .data, .certificate, search: .second),
        Row(.issuer, "issr", "issuer", .data, .certificate, identity: .certificate),
        Row(.serialNumber, "slnr", "serial number", .data, .certificate, identity: .certificate),
        Row(.subjectKeyID, "skid", "subject key id", .data, .certificate),
        Row(.publicKeyHash, "pkhh", "public key hash", .data, .certificate, search: .first),
        Row(.certificateType, "ctyp", "certificate type", .number, .certificate, identity: .certificate),
        Row(.certificateEncoding, "cenc", "certificate encoding", .number, .certificate),
        Row(.keyClass, "kcls", "key class", .number, .key, identity: .key),
        Row(.applicationLabel, "klbl", "application label", .data, .key, identity: .key, search: .first),
        Row(.applicationTag, "atag", "application tag", .blob, .key, identity: .key, search: .second),
        Row(.keySizeInBits, "bsiz", "key size", .number, .key, identity: .key),
        Row(.effectiveKeySize, "esiz", "effective key size", .number, .key, identity: .key),
        Row(.isPermanent, "perm", "permanent mark", .number, .key),
        Row(.isSensitive, "sens", "sensitive mark", .number, .key),
        Row(.isExtractable, "extr", "extractable mark", .number, .key),
        Row(.canEncrypt, "encr", "encrypt mark", .number, .key),
        Row(.canDecrypt, "decr", "decrypt mark", .number, .key),
        Row(.canDerive, "drve", "derive mark", .number, .key),
        Row(.canSign, "sign", "sign mark", .number, .key),
        Row(.canVerify, "vrfy", "verify mark", .number, .key),
        Row(.canWrap, "wrap", "wrap mark", .number, .key),
        Row(.canUnwrap, "unwp", "unwrap mark", .number, .key),
        Row(.syncViewHint, "vwht", "sync view hint", .string, .all),
        Row(.tokenID, "tkid", "token id", .string, .all),
        Row(.scriptCode, "scrp", "script code", .number, .passwords),
        Row(.alias, "alis", "alias", .blob, .all),
        Row(.hasCustomIcon, "cusi", "custom icon mark", .number, .passwords),
        Row(.isProtected, "prot", "protected data", .blob, .passwords),
        Row(.isPrivate, "priv", "private mark", .number, .key),
        Row(.isModifiable, "modi", "modifiable mark", .number, .key),
        Row(.startDate, "sdat", "start date", .date, .key, identity: .key),
        Row(.endDate, "edat", "end date", .date, .key, identity: .key),
        Row(.wasAlwaysSensitive, "asen", "always sensitive mark", .number, .key),
        Row(.wasNeverExtractable, "next", "never extractable mark", .number, .key),
        Row(.canSignRecover, "snrc", "sign-recover mark", .number, .key),
        Row(.canVerifyRecover, "vyrc", "verify-recover mark", .number, .key),
        Row(.extraNotes, "binn", "extra notes", .data, .internet, setter: .withData),
        Row(.history, "bini", "history", .data, .internet, setter: .withData),
        Row(.clientDefined0, "bin0", "client data 0", .data, .internet, setter: .withData),
        Row(.clientDefined1, "bin1", "client data 1", .data, .internet, setter: .withData),
        Row(.clientDefined2, "bin2", "client data 2", .data, .internet, setter: .withData),
        Row(.clientDefined3, "bin3", "client data 3", .data, .internet, setter: .withData),
        Row(.tombstone, "tomb", "tombstone mark", .number, .all, setter: .store),
        Row(.multiUser, "musr", "multi-user id", .data, .all, setter: .store),
        Row(.digest, "sha1", "digest", .data, .all, setter: .store),
        Row(.syncIdentity, "UUID", "sync identity", .data, .all, setter: .store),
        Row(.systemBound, "sysb", "system-bound mark", .number, .all),
        Row(.tokenObjectID, "toid", "token object id", .data, .all),
        Row(.sharingGroup, "ggrp", "sharing group", .string, .all),
    ]

    static func row(_ name: AttributeName) -> Row { rows[Int(name.rawValue)] }

    /// The kind on its own: look-ups ask for it often, and a whole row is large.
    static func kind(_ name: AttributeName) -> AttributeKind { rows[Int(name.rawValue)].kind }

    private static let byCode = Dictionary(uniqueKeysWithValues: rows.map { ($0.packedCode, $0.name) })

    /// The attribute with a code of four characters; the caller's class may still not have it.
    static func name(code: String) -> AttributeName? {
        guard code.utf8.count == 4 else { return nil }
        return name(packedCode: code.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }

    static func name(packedCode: UInt32) -> AttributeName? { byCode[packedCode] }

    /// The attributes that make the class's part of the identity, in the order the token covers them.
    static func identity(of itemClass: ItemClass) -> [AttributeName] {
        guard itemClass != .identity else { return [] }
        return rows.filter { $0.identity.contains(itemClass) }.map(\.name)
    }

    /// The form in which a class keeps a value of this attribute.
    ///
    /// Throws `noSuchAttr` when the class does not have the attribute, `param` for a value of the wrong type.
    static func normalize(
        _ name: AttributeName, _ value: AttributeValue, in itemClass: ItemClass
    ) throws(StoreError) -> AttributeValue {
        let row = row(name)
        guard row.classes.contains(itemClass) else {
            throw StoreError(
                .noSuchAttr, "items of class \(itemClass.code) have no \(row.words) (\(row.code))")
        }
        guard let normal = row.kind.normalize(value) else {
            throw StoreError(.param, "the \(row.words) (\(row.code)) does not take a value of this type")
        }
        if name == .digest, normal.data?.count != 20 {
            throw StoreError(.param, "a digest has 20 bytes")
        }
        return normal
    }
}
