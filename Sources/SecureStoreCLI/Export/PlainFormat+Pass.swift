import SecureStore

extension PlainFormat {
    static let pass = PlainFormat(
        name: "pass",
        summary: """
            a directory of pass, by default PASSWORD_STORE_DIR or ~/.password-store, in which gpg encrypts each login to \
            the keys that .gpg-id names; the comment, title and account are its name, which anyone can read who has the \
            directory; earlier passwords are not in it; an entry that is there already is left as it is, and nothing \
            is committed to git
            """,
        kept: [.comment, .protocol, .port, .path, .label],
        lostParts: \.passLosses,
        refusal: { $0.addressRefusal ?? $0.passRefusal },
        needsFile: false
    ) { directory in
        let directory = try PassDirectory(directory)
        return PlainDestination(
            warning: """
                gpg encrypts each password to the keys of \(directory.keys), and no longer this store; the names of \
                the items are not encrypted
                """,
            place: Terminal.harmless(directory.path), write: directory.write)
    }
}

extension PlainItem {
    /// The directories below the one of pass, and last the name of the file without its ending.
    ///
    /// No part begins with a dot: the file is nowhere else, and never part of `.git`.
    var passParts: [String] {
        let levels = [folder, title].flatMap { $0.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) } }
        return (levels + (account.isEmpty ? [] : [Array(account.utf8)])).map { part in
            let bytes = part.enumerated().flatMap { place, byte in
                let isPlain = byte >= 0x20 && byte != 0x7f && byte != UInt8(ascii: "/")
                return isPlain && (place > 0 || byte != UInt8(ascii: "."))
                    ? [byte] : Array(("%" + Hexadecimal.text(of: [byte])).utf8)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The password first, as pass has it, then a line for each part, and last the notes.
    func passText() throws -> SecretBytes {
        let path = [folder, title, account].filter { !$0.isEmpty }.joined(separator: "/")
        // The path has all of it, unless there are letters in it that a path cannot have.
        let title = passParts.joined(separator: "/") == path ? "" : title
        let names = [("login", account), ("folder", folder), ("title", title)]
            .filter { name, text in !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 } }
        let lines = addresses.filter(\.isOneLine).map { ("url", $0) } + fields.filter(Self.isLine)
        var parts: [any SecretPiece] = [secret] + names.map { "\n\($0): \($1)" }
        for (name, text) in lines { parts += ["\n\(name): ", text] }
        if let code, code.isCodeLine { parts += ["\n", code] }
        if let notes { parts += ["\n\n", notes] }
        return try .joined(parts + ["\n"])
    }

    /// True for a field that a line `name: value` can hold, and whose name means nothing else there.
    private static func isLine(_ field: Field) -> Bool {
        let known = ["login", "user", "username", "url", "folder", "title"]
        return !known.contains(field.name.lowercased()) && field.name.utf8.count <= 64
            && !field.name.contains(": ") && field.name.utf8.allSatisfy { $0 >= 0x20 }
            && field.secret.isOneLine
    }

    fileprivate var passLosses: [String] {
        var losses = serviceLosses + addresses.filter { !$0.isOneLine }.map { _ in "address" }
        if code?.isCodeLine == false { losses.append("key of one-time codes") }
        losses += fields.filter { !Self.isLine($0) }.map { "field \($0.name)" }
        losses += [("comment", folder), ("title", title)].filter { $1.utf8.contains { $0 < 0x20 } }.map(\.0)
        if !secret.isOneLine { losses.append("line breaks, as pass ends a password at the first") }
        return losses
    }

    fileprivate var passRefusal: String? {
        let parts = passParts
        if parts.isEmpty { return "it has no name" }
        // The most that file systems take, less the ending.
        if parts.contains(where: { $0.utf8.count > 251 }) || parts.joined().utf8.count > 1024 {
            return "its name is too long for a file"
        }
        return account.utf8.contains { $0 < 0x20 } ? "its account is not one line" : nil
    }
}

extension SecretBytes {
    /// True for an address of codes, by which its line is known.
    fileprivate var isCodeLine: Bool { starts(with: "otpauth://") && isOneLine }

    fileprivate var isOneLine: Bool {
        !["\n", "\r"].contains { contains($0) }
    }
}
