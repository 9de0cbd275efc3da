import SecureStore

extension PlainFormat {
    static let csv = PlainFormat(
        name: "csv",
        summary: """
            a table with a line of names, which browsers and password managers read: a line for each login, with its \
            comment as the folder, a column for each field, and one for services that are not the name or have an \
            address; earlier passwords are not in it
            """,
        kept: [.comment, .protocol, .port, .path, .label, .service],
        lostParts: { $0.title.isEmpty ? $0.serviceLosses : [] },
        refusal: \.addressRefusal, destination: { try PlainDestination(file: $0, table) }
    )

    private static func table(_ items: [PlainItem]) throws -> SecretBytes {
        let (columns, places) = try columns(of: items)
        var parts: [any SecretPiece] = []
        for name in columns { parts += [parts.isEmpty ? "" : ",", try SecretBytes(utf8: name).csvField()] }
        let empty = try SecretBytes(utf8: "")
        for item in items {
            let name = item.label.isEmpty ? item.title : item.label
            let texts = try [item.folder, name].map { try SecretBytes(utf8: $0) }
            let account = try SecretBytes(utf8: item.account)
            var fields = texts + [item.addresses.first ?? empty, account, item.secret]
            fields += [item.notes ?? empty, item.code ?? empty]
            fields += Array(repeating: empty, count: columns.count - fields.count)
            if !item.service.isEmpty {
                fields[LoginTable.columns.count] = try SecretBytes(utf8: item.service)
            }
            for field in item.tableFields {
                if let place = places[Array(field.name.utf8)] { fields[place] = field.secret }
            }
            for (place, field) in fields.enumerated() {
                parts += [place == 0 ? "\n" : ",", try field.csvField()]
            }
        }
        return try .joined(parts + ["\n"])
    }

    private static let mostColumns = 900

    /// The columns of a table, and the places of those that are fields, by the bytes of their names.
    private static func columns(
        of items: [PlainItem]
    ) throws -> (names: [String], places: [[UInt8]: Int]) {
        var (columns, places) = (LoginTable.columns, [[UInt8]: Int]())
        let fields = items.flatMap(\.tableFields)
        // A field of that name is not taken for the service then.
        if fields.contains(where: { $0.name == LoginTable.service })
            || items.contains(where: { !$0.service.isEmpty })
        {
            columns.append(LoginTable.service)
        }
        for field in fields where places[Array(field.name.utf8)] == nil {
            places[Array(field.name.utf8)] = columns.count
            columns.append(field.name)
        }
        try require(
            columns.count <= mostColumns, "the items have fields of more than \(mostColumns) names",
            hint: "--format json or bitwarden holds them", status: .dataTooLarge)
        return (columns, places)
    }
}

extension PlainItem {
    /// The further addresses and the fields, as columns name them.
    fileprivate var tableFields: [Field] {
        addresses.dropFirst().enumerated().map { ("url \($0 + 2)", $1) } + fields
    }
}

extension SecretBytes {
    /// The field in quotes.
    fileprivate func csvField() throws -> SecretBytes {
        try escaped(from: "\"") { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    }

    /// The text in quotes, with at most two bytes for each of its bytes.
    func escaped(from quote: Unicode.Scalar, _ escape: (UInt8) -> [UInt8]) throws -> SecretBytes {
        try .collected { append in
            append(UInt8(ascii: quote))
            withSpan { bytes in
                for place in bytes.indices { for byte in escape(bytes[place]) { append(byte) } }
            }
            append(UInt8(ascii: quote))
        }
    }
}
