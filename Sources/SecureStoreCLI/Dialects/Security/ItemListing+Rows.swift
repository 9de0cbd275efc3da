import SecureStore

extension ItemListing {
    /// A line of a listing: an attribute, and the form in which it is shown.
    struct Row {
        enum Form {
            case blob
            case number
            case signed
            case date
            /// A date without a time.
            case day
            /// The class of a key, as the number of its record type.
            case keyClass

            /// The word between the angle brackets.
            var word: String {
                switch self {
                case .blob, .day: return "blob"
                case .number, .keyClass: return "uint32"
                case .signed: return "sint32"
                case .date: return "timedate"
                }
            }
        }

        /// The code in quotes, or the number of an attribute that has none.
        let tag: String
        let form: Form
        /// The attribute; nil for one that our stores do not have.
        let name: AttributeName?

        init(_ code: String, _ form: Form, _ name: AttributeName?) {
            (tag, self.form, self.name) = ("\"\(code)\"", form, name)
        }

        init(_ number: Int, _ form: Form, _ name: AttributeName?) {
            (tag, self.form, self.name) = (FourCharacterCode(number: number).shown, form, name)
        }
    }
}

extension ItemListing.Row {
    /// The lines of a class, in Apple's order.
    static func all(of itemClass: ItemClass) -> [Self] {
        switch itemClass {
        case .genericPassword: return genericPassword
        case .internetPassword: return internetPassword
        case .certificate: return certificate
        case .key: return key
        case .identity: return certificate + key
        }
    }

    private static let genericPassword: [Self] = [
        Self(7, .blob, .label), Self(8, .blob, nil), Self("acct", .blob, .account),
        Self("cdat", .date, .creationDate), Self("crtr", .number, .creator),
        Self("cusi", .signed, .hasCustomIcon), Self("desc", .blob, .description),
        Self("gena", .blob, .generic), Self("icmt", .blob, .comment), Self("invi", .signed, .isInvisible),
        Self("mdat", .date, .modificationDate), Self("nega", .signed, .isNegative),
        Self("prot", .blob, .isProtected), Self("scrp", .signed, .scriptCode),
        Self("svce", .blob, .service), Self("type", .number, .type),
    ]

    private static let internetPassword: [Self] = [
        Self(7, .blob, .label), Self(8, .blob, nil), Self("acct", .blob, .account),
        Self("atyp", .blob, .authenticationType), Self("cdat", .date, .creationDate),
        Self("crtr", .number, .creator), Self("cusi", .signed, .hasCustomIcon),
        Self("desc", .blob, .description), Self("icmt", .blob, .comment),
        Self("invi", .signed, .isInvisible), Self("mdat", .date, .modificationDate),
        Self("nega", .signed, .isNegative), Self("path", .blob, .path), Self("port", .number, .port),
        Self("prot", .blob, .isProtected), Self("ptcl", .number, .protocol),
        Self("scrp", .signed, .scriptCode), Self("sdmn", .blob, .securityDomain),
        Self("srvr", .blob, .server), Self("type", .number, .type),
    ]

    private static let certificate: [Self] = [
        Self("alis", .blob, .alias), Self("cenc", .number, .certificateEncoding),
        Self("ctyp", .number, .certificateType), Self("hpky", .blob, .publicKeyHash),
        Self("issu", .blob, .issuer), Self("labl", .blob, .label), Self("skid", .blob, .subjectKeyID),
        Self("snbr", .blob, .serialNumber), Self("subj", .blob, .subject),
    ]

    private static let key: [Self] = [
        Self(0x00, .keyClass, .keyClass), Self(0x01, .blob, .label), Self(0x02, .blob, .alias),
        Self(0x03, .number, .isPermanent), Self(0x04, .number, .isPrivate),
        Self(0x05, .number, .isModifiable), Self(0x06, .blob, .applicationLabel),
        Self(0x07, .blob, .applicationTag), Self(0x08, .blob, .creator), Self(0x09, .number, .type),
        Self(0x0a, .number, .keySizeInBits), Self(0x0b, .number, .effectiveKeySize),
        Self(0x0c, .day, .startDate), Self(0x0d, .day, .endDate), Self(0x0e, .number, .isSensitive),
        Self(0x0f, .number, .wasAlwaysSensitive), Self(0x10, .number, .isExtractable),
        Self(0x11, .number, .wasNeverExtractable), Self(0x12, .number, .canEncrypt),
        Self(0x13, .number, .canDecrypt), Self(0x14, .number, .canDerive), Self(0x15, .number, .canSign),
        Self(0x16, .number, .canVerify), Self(0x17, .number, .canSignRecover),
        Self(0x18, .number, .canVerifyRecover), Self(0x19, .number, .canWrap),
        Self(0x1a, .number, .canUnwrap),
    ]
}
