import SecureStore

extension PlainFormat {
    static let pass = PlainFormat(
        name: "pass",
        summary: """
            a directory of pass, by default PASSWORD_STORE_DIR or ~/.password-store, in which gpg encrypts each item to \
            the keys that .gpg-id names; the comment, service and account are its name, which anyone can read who has \
            the directory; an entry that is there already is left as it is, and nothing is committed to git
            """,
        kept: [.comment, .protocol, .port, .path, .label],
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

    /// The secret first, as pass has it, and behind it what else it takes to log in.
    func passText() throws -> SecretBytes {
        let lines = [("login", account), ("url", url ?? "")].filter { !$1.isEmpty }
        let text = "\n" + lines.map { "\($0): \($1)\n" }.joined()
        return try SecretBytes.joined([secret, SecretBytes(text: text)])
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
