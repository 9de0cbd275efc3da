import SecureStore

extension PlainFormat {
    static let csv = PlainFormat(
        name: "csv",
        summary: """
            a table with a line of names, which browsers and password managers read; the comment becomes the folder
            """,
        kept: [.comment, .protocol, .port, .path, .label],
        refusal: \.addressRefusal
    ) { items in
        var parts = [try SecretBytes(text: "folder,name,url,username,password\n")]
        for item in items {
            let fields = [item.folder, item.title, item.url ?? "", item.account]
            for field in fields {
                parts.append(try SecretBytes(text: field).quoted(doubling: "\""))
                parts.append(try SecretBytes(text: ","))
            }
            parts.append(try item.secret.quoted(doubling: "\""))
            parts.append(try SecretBytes(text: "\n"))
        }
        return try SecretBytes.joined(parts)
    }
}

extension SecretBytes {
    fileprivate func quoted(doubling quote: Unicode.Scalar) throws -> SecretBytes {
        try escaped(from: quote) { $0 == UInt8(ascii: quote) ? [$0, $0] : [$0] }
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
