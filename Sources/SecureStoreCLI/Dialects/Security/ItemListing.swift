import FoundationEssentials
import SecureStore

/// An item in the grammar in which Apple's tool prints it.
struct ItemListing {
    private enum Form: String {
        case blob
        case number = "uint32"
        case signed = "sint32"
        case date = "timedate"
    }

    private struct Row {
        /// The code in quotes, or the number of an attribute that has none.
        let tag: String
        let form: Form
        /// Nil for what our stores do not have.
        let name: AttributeName?

        init(_ code: String, _ form: Form, _ name: AttributeName?) {
            (tag, self.form, self.name) = ("\"\(code)\"", form, name)
        }

        init(number tag: String, _ name: AttributeName?) {
            (self.tag, form, self.name) = (tag + " ", .blob, name)
        }
    }

    /// From the keychain's name to the last attribute.
    static func text(_ attributes: ItemAttributes, in path: String) -> String {
        var lines = [
            "keychain: \(Array(path.utf8).quoted)", "version: 512", "class: \"\(attributes.itemClass.code)\"",
            "attributes:",
        ]
        for row in attributes.itemClass == .genericPassword ? genericRows : internetRows {
            let value = row.name.flatMap { attributes[$0] }.flatMap { shown($0, row.form) }
            lines.append("    \(row.tag)<\(row.form.rawValue)>=\(value ?? "<NULL>")")
        }
        return lines.joined(separator: "\n")
    }

    private static func shown(_ value: AttributeValue, _ form: Form) -> String? {
        switch form {
        case .blob:
            guard let data = value.data, !data.isEmpty else { return nil }
            return Array(data).quoted
        case .number, .signed:
            if let number = value.number { return FourCharacterCode(number: Int(number)).shown }
            // A protocol has four characters where Apple keeps a number.
            guard let text = value.text, let code = FourCharacterCode(text) else { return nil }
            return code.shown
        case .date:
            guard let date = value.date else { return nil }
            let digits = date.formatted(.iso8601).filter { $0.isNumber || $0 == "Z" }
            return (Array(digits.utf8) + [0]).quoted
        }
    }

    private static let genericRows: [Row] = [
        Row(number: "0x00000007", .label), Row(number: "0x00000008", nil), Row("acct", .blob, .account),
        Row("cdat", .date, .creationDate), Row("crtr", .number, .creator), Row("cusi", .signed, nil),
        Row("desc", .blob, .description), Row("gena", .blob, .generic), Row("icmt", .blob, .comment),
        Row("invi", .signed, .isInvisible), Row("mdat", .date, .modificationDate),
        Row("nega", .signed, .isNegative), Row("prot", .blob, nil), Row("scrp", .signed, nil),
        Row("svce", .blob, .service), Row("type", .number, .type),
    ]

    private static let internetRows: [Row] = [
        Row(number: "0x00000007", .label), Row(number: "0x00000008", nil), Row("acct", .blob, .account),
        Row("atyp", .blob, .authenticationType), Row("cdat", .date, .creationDate),
        Row("crtr", .number, .creator), Row("cusi", .signed, nil), Row("desc", .blob, .description),
        Row("icmt", .blob, .comment), Row("invi", .signed, .isInvisible),
        Row("mdat", .date, .modificationDate), Row("nega", .signed, .isNegative), Row("path", .blob, .path),
        Row("port", .number, .port), Row("prot", .blob, nil), Row("ptcl", .number, .protocol),
        Row("scrp", .signed, nil), Row("sdmn", .blob, .securityDomain), Row("srvr", .blob, .server),
        Row("type", .number, .type),
    ]
}
