import FoundationEssentials
import SecureStore

/// An item in the grammar in which Apple's tool prints it.
enum ItemListing {
    static func text(_ attributes: ItemAttributes, in path: String) -> String {
        let head = [
            "keychain: \(Array(path.utf8).quoted)", "version: 512", "class: \(recordType(of: attributes))",
            "attributes:",
        ]
        let rows = Row.all(of: attributes.itemClass).map { row in
            let value = row.name.flatMap { attributes[$0] }.flatMap { shown($0, row.form) }
            return "    \(row.tag)<\(row.form.word)>=\(value ?? "<NULL>")"
        }
        return (head + rows).joined(separator: "\n")
    }

    /// The rights that programs have on the item.
    ///
    /// They are the same for all: whatever opens the store reads the item, and nobody is asked.
    static func access(_ attributes: ItemAttributes) -> String {
        """
        access: 1 entries
            entry 0:
                authorizations (1): any
                don't-require-password
                description: \(Terminal.harmless(attributes[.label]?.text ?? ""))
                applications: <null>
        """
    }

    /// Four letters for passwords, a number for certificates, and one for each class of keys.
    private static func recordType(of attributes: ItemAttributes) -> String {
        switch attributes.itemClass {
        case .certificate: return 0x8000_1000.fourCharacters
        case .key: return shown(attributes[.keyClass] ?? .number(0), .keyClass) ?? ""
        default: return Array(attributes.itemClass.code.utf8).quoted
        }
    }

    /// The value in Apple's form; nil for one that Apple's tool prints as absent.
    private static func shown(_ value: AttributeValue, _ form: Row.Form) -> String? {
        switch (form, value) {
        case (.keyClass, .number(let number)): return (0x0f &+ Int(number)).fourCharacters
        // Absent, in an attribute that counts for the identity.
        case (.blob, .number(0)): return nil
        case (_, .number(let number)): return Int(number).fourCharacters
        case (.day, .date(let date)): return day(date).quoted
        case (_, .date(let date)): return digits(date).map { (Array($0.utf8) + [0]).quoted }
        default:
            guard let data = value.data, !data.isEmpty else { return nil }
            return Array(data).quoted
        }
    }

    /// The first eight digits, or as many zero bytes for a date that was not given.
    private static func day(_ date: Date) -> [UInt8] {
        guard date.timeIntervalSinceReferenceDate != 0, let digits = digits(date) else {
            return [UInt8](repeating: 0, count: 8)
        }
        return Array(digits.utf8.prefix(8))
    }

    /// As in `20261121060504Z`; nil beyond the years that have four digits.
    private static func digits(_ date: Date) -> String? {
        guard fourDigitYears.contains(date.timeIntervalSinceReferenceDate) else { return nil }
        return date.formatted(.iso8601).filter { $0.isNumber || $0 == "Z" }
    }

    private static let fourDigitYears = -63_114_076_800.0..<252_423_993_600.0

    /// A line of a listing: an attribute, and the form in which it is shown.
    private struct Row {
        enum Form {
            case blob, number, signed, date
            /// A date without a time.
            case day
            /// The class of a key, as the number of its record type.
            case keyClass

            var word: String {
                switch self {
                case .blob, .day: return "blob"
                case .number, .keyClass: return "uint32"
                case .signed: return "sint32"
                case .date: return "timedate"
                }
            }

            init(of name: AttributeName) {
                switch name {
                case .keyClass: self = .keyClass
                case .startDate, .endDate: self = .day
                case .hasCustomIcon, .isInvisible, .isNegative, .scriptCode: self = .signed
                default:
                    switch ClassTable.row(name).kind {
                    case .date: self = .date
                    case .number: self = .number
                    default: self = .blob
                    }
                }
            }
        }

        /// The code in quotes, or the number of an attribute that has none.
        let tag: String
        let form: Form
        /// The attribute; nil for one that our stores do not have.
        let name: AttributeName?

        init(_ code: String, _ name: AttributeName) {
            (tag, form, self.name) = ("\"\(code)\"", Form(of: name), name)
        }

        init(_ number: Int, _ name: AttributeName?, _ form: Form) {
            (tag, self.form, self.name) = (number.fourCharacters, form, name)
        }

        static func all(of itemClass: ItemClass) -> [Self] {
            switch itemClass {
            case .genericPassword:
                return passwords([
                    .account, .creationDate, .creator, .hasCustomIcon, .description, .generic, .comment,
                    .isInvisible, .modificationDate, .isNegative, .isProtected, .scriptCode, .service, .type,
                ])
            case .internetPassword:
                return passwords([
                    .account, .authenticationType, .creationDate, .creator, .hasCustomIcon, .description,
                    .comment, .isInvisible, .modificationDate, .isNegative, .path, .port, .isProtected,
                    .protocol, .scriptCode, .securityDomain, .server, .type,
                ])
            case .certificate: return certificates
            case .key: return keys
            case .identity: return certificates + keys
            }
        }

        private static func passwords(_ names: [AttributeName]) -> [Self] {
            [Self(7, .label, .blob), Self(8, nil, .blob)] + names.map { Self(ClassTable.row($0).code, $0) }
        }

        private static let certificates = [
            Self("alis", .alias), Self("cenc", .certificateEncoding), Self("ctyp", .certificateType),
            Self("hpky", .publicKeyHash), Self("issu", .issuer), Self("labl", .label),
            Self("skid", .subjectKeyID), Self("snbr", .serialNumber), Self("subj", .subject),
        ]

        private static let keys = [
            AttributeName.keyClass, .label, .alias, .isPermanent, .isPrivate, .isModifiable,
            .applicationLabel,
            .applicationTag, .creator, .type, .keySizeInBits, .effectiveKeySize, .startDate, .endDate,
            .isSensitive, .wasAlwaysSensitive, .isExtractable, .wasNeverExtractable, .canEncrypt, .canDecrypt,
            .canDerive, .canSign, .canVerify, .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
        ].enumerated().map { Self($0, $1, $1 == .creator ? .blob : Form(of: $1)) }
    }
}
