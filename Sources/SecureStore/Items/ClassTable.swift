import FoundationEssentials

/// The one table of attributes: their codes, types and classes, and their part in identity and search.
///
/// Validation, uniqueness, tokens in the file and Apple's dictionaries all use it, so that they agree.
package enum ClassTable {
    package struct Classes: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let generic = Classes(rawValue: 1 << 1)
        static let internet = Classes(rawValue: 1 << 2)
        static let certificate = Classes(rawValue: 1 << 3)
        static let key = Classes(rawValue: 1 << 4)
        static let passwords = Classes(rawValue: 0b0110)
        static let withCreator = Classes(rawValue: 0b1_0110)
        static let all = Classes(rawValue: 0b1_1110)

        /// An identity has the attributes of certificates and of keys.
        package func contains(_ itemClass: ItemClass) -> Bool {
            guard itemClass != .identity else { return !isDisjoint(with: [.certificate, .key]) }
            return rawValue & (1 << itemClass.rawValue) != 0
        }
    }

    /// The indexed token column of a searchable attribute.
    enum SearchColumn: Sendable { case first, second, third }

    package enum Setter: Sendable {
        case caller
        /// The store; a value that a caller gives to an add is checked for its type and then ignored.
        case store
        /// The caller; the value is only returned together with the secret.
        case withData
    }

    package struct Row: Sendable {
        package let code: String
        /// The name of the attribute in error messages.
        package let words: String
        package let kind: AttributeKind
        package let classes: Classes
        /// The classes that it identifies; in these, an absent value equals the empty one.
        let identity: Classes
        let search: SearchColumn?
        package let setter: Setter

        init(
            _ code: String, _ words: String, _ kind: AttributeKind, _ classes: Classes,
            identity: Classes = Classes(rawValue: 0), search: SearchColumn? = nil, setter: Setter = .caller
        ) {
            (self.code, self.words, self.kind) = (code, words, kind)
            (self.classes, self.identity, self.search, self.setter) = (classes, identity, search, setter)
        }

        /// The code as it is in records.
        var packedCode: UInt32 { code.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

        /// The value that means absence in the classes that the attribute identifies.
        var emptyValue: AttributeValue {
            switch kind {
            case .data: return .data(.init())
            case .number: return .number(0)
            case .date: return .date(.init(timeIntervalSinceReferenceDate: 0))
            default: return .string("")
            }
        }
    }

    /// The table's row for an attribute.
    ///
    /// Another attribute takes at most five edits in this module: a constant and the last position of
    /// ``AttributeName``; its row here; a row of the page <doc:FileFormat>; and, for programs
    /// that do not use Apple's names, a property of its item and a constant of ``Attribute`` for queries and
    /// changes.
    ///
    /// A switch instead of an array, so that the compiler requires a row for every attribute. An array that
    /// is made at its first use would be behind a lock, and a child forked at the wrong moment would never
    /// get that.
    package static func row(_ name: AttributeName) -> Row {
        switch name.position {
        case .accessible: Row("pdmn", "accessibility", .accessibility, .all)
        case .accessControl: Row("accc", "access control", .accessControl, .all)
        case .accessGroup: Row("agrp", "access group", .string, .all)
        case .synchronizable: Row("sync", "synchronizable", .number, .all)
        case .creationDate: Row("cdat", "creation date", .date, .all, setter: .store)
        case .modificationDate: Row("mdat", "modification date", .date, .all, setter: .store)
        case .label: Row("labl", "label", .blob, .all, search: .third)
        case .description: Row("desc", "description", .blob, .passwords)
        case .comment: Row("icmt", "comment", .blob, .passwords)
        case .creator: Row("crtr", "creator", .number, .withCreator, identity: .key)
        case .type: Row("type", "type", .number, .withCreator, identity: .key)
        case .isInvisible: Row("invi", "invisible mark", .number, .passwords)
        case .isNegative: Row("nega", "negative mark", .number, .passwords)
        case .account: Row("acct", "account", .blob, .passwords, identity: .passwords, search: .second)
        case .service: Row("svce", "service", .blob, .generic, identity: .generic, search: .first)
        case .generic: Row("gena", "generic data", .blob, .generic)
        case .securityDomain: Row("sdmn", "security domain", .blob, .internet, identity: .internet)
        case .server: Row("srvr", "server", .blob, .internet, identity: .internet, search: .first)
        case .protocol: Row("ptcl", "protocol", .number, .internet, identity: .internet)
        case .authenticationType: Row("atyp", "authentication type", .blob, .internet, identity: .internet)
        case .port: Row("port", "port", .number, .internet, identity: .internet)
        case .path: Row("path", "path", .blob, .internet, identity: .internet)
        case .subject: Row("subj", "subject", .data, .certificate, search: .second)
        case .issuer: Row("issr", "issuer", .data, .certificate, identity: .certificate)
        case .serialNumber: Row("slnr", "serial number", .data, .certificate, identity: .certificate)
        case .subjectKeyID: Row("skid", "subject key id", .data, .certificate)
        case .publicKeyHash: Row("pkhh", "public key hash", .data, .certificate, search: .first)
        case .certificateType: Row("ctyp", "certificate type", .number, .certificate, identity: .certificate)
        case .certificateEncoding: Row("cenc", "certificate encoding", .number, .certificate)
        case .keyClass: Row("kcls", "key class", .number, .key, identity: .key)
        case .applicationLabel: Row("klbl", "application label", .data, .key, identity: .key, search: .first)
        case .applicationTag: Row("atag", "application tag", .blob, .key, identity: .key, search: .second)
        case .keySizeInBits: Row("bsiz", "key size", .number, .key, identity: .key)
        case .effectiveKeySize: Row("esiz", "effective key size", .number, .key, identity: .key)
        case .isPermanent: Row("perm", "permanent mark", .number, .key)
        case .isSensitive: Row("sens", "sensitive mark", .number, .key)
        case .isExtractable: Row("extr", "extractable mark", .number, .key)
        case .canEncrypt: Row("encr", "encrypt mark", .number, .key)
        case .canDecrypt: Row("decr", "decrypt mark", .number, .key)
        case .canDerive: Row("drve", "derive mark", .number, .key)
        case .canSign: Row("sign", "sign mark", .number, .key)
        case .canVerify: Row("vrfy", "verify mark", .number, .key)
        case .canWrap: Row("wrap", "wrap mark", .number, .key)
        case .canUnwrap: Row("unwp", "unwrap mark", .number, .key)
        case .syncViewHint: Row("vwht", "sync view hint", .string, .all)
        case .tokenID: Row("tkid", "token id", .string, .all)
        case .scriptCode: Row("scrp", "script code", .number, .passwords)
        case .alias: Row("alis", "alias", .blob, .all)
        case .hasCustomIcon: Row("cusi", "custom icon mark", .number, .passwords)
        case .isProtected: Row("prot", "protected data", .blob, .passwords)
        case .isPrivate: Row("priv", "private mark", .number, .key)
        case .isModifiable: Row("modi", "modifiable mark", .number, .key)
        case .startDate: Row("sdat", "start date", .date, .key, identity: .key)
        case .endDate: Row("edat", "end date", .date, .key, identity: .key)
        case .wasAlwaysSensitive: Row("asen", "always sensitive mark", .number, .key)
        case .wasNeverExtractable: Row("next", "never extractable mark", .number, .key)
        case .canSignRecover: Row("snrc", "sign-recover mark", .number, .key)
        case .canVerifyRecover: Row("vyrc", "verify-recover mark", .number, .key)
        case .extraNotes: Row("binn", "extra notes", .data, .internet, setter: .withData)
        case .history: Row("bini", "history", .data, .internet, setter: .withData)
        case .clientDefined0: Row("bin0", "client data 0", .data, .internet, setter: .withData)
        case .clientDefined1: Row("bin1", "client data 1", .data, .internet, setter: .withData)
        case .clientDefined2: Row("bin2", "client data 2", .data, .internet, setter: .withData)
        case .clientDefined3: Row("bin3", "client data 3", .data, .internet, setter: .withData)
        case .tombstone: Row("tomb", "tombstone mark", .number, .all, setter: .store)
        case .multiUser: Row("musr", "multi-user id", .data, .all, setter: .store)
        case .digest: Row("sha1", "digest", .data, .all, setter: .store)
        case .syncIdentity: Row("UUID", "sync identity", .data, .all, setter: .store)
        case .systemBound: Row("sysb", "system-bound mark", .number, .all)
        case .tokenObjectID: Row("toid", "token object id", .data, .all)
        case .sharingGroup: Row("ggrp", "sharing group", .string, .all)
        }
    }

    /// The attributes of a class, in the order of the table.
    package static func names(in itemClass: ItemClass) -> [AttributeName] {
        AttributeName.allCases.filter { row($0).classes.contains(itemClass) }
    }

    private static let byCode = Dictionary(
        uniqueKeysWithValues: AttributeName.allCases.map { (row($0).packedCode, $0) })

    /// The attribute with a code of four characters; the class in question may not have it.
    package static func name(code: String) -> AttributeName? {
        guard code.utf8.count == 4 else { return nil }
        return name(packedCode: code.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }

    static func name(packedCode: UInt32) -> AttributeName? { byCode[packedCode] }

    /// The attributes that tell items apart in every class, in addition; hardly any item has one of them.
    static let variant = [AttributeName.syncViewHint, .tokenID, .sharingGroup]

    /// The attributes that no record has: the row says the accessibility, and the others are never stored.
    static let unrecorded = [AttributeName.accessible, .tombstone, .multiUser, .digest, .syncIdentity]

    /// The identifying attributes of a class, in the order in which the token covers them.
    static func identity(of itemClass: ItemClass) -> [AttributeName] {
        guard itemClass != .identity else { return [] }
        return AttributeName.allCases.filter { row($0).identity.contains(itemClass) }
    }

    /// The form in which a class stores a value of this attribute.
    ///
    /// Throws `noSuchAttr` when the class lacks the attribute, and `param` when the value has the wrong type.
    package static func normalize(
        _ name: AttributeName, _ value: AttributeValue, in itemClass: ItemClass
    ) throws(StoreError) -> AttributeValue {
        let row = row(name)
        guard row.classes.contains(itemClass) else {
            throw StoreError(
                .noSuchAttr,
                "items of the class \(itemClass.words) have no \(row.words) (\(row.code)); leave it out")
        }
        guard let normal = row.kind.normalize(value) else {
            throw StoreError(
                .param,
                "the \(row.words) (\(row.code)) takes \(row.kind.rawValue), and not a value of this type")
        }
        if name == .digest, normal.data?.count != 20 {
            throw StoreError(.param, "a digest must have 20 bytes")
        }
        return normal
    }
}
