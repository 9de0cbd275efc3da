import SecureStore

extension ImportFormat {
    static let keePass = ImportFormat(
        name: "keepass",
        summary: """
            a database of KeePass or KeePassXC in version 4 of its format (.kdbx): entries with all their fields, and \
            their group as the comment; attachments, earlier versions and the recycle bin are named and left out, and \
            so, without a word, are dates, icons and tags
            """,
        recognizes: { head in
            head.withSpan { head in
                head.count >= 8 && KDBXHeader.mark.indices.allSatisfy { head[$0] == KDBXHeader.mark[$0] }
            }
        }
    ) { input in
        let file = try KDBXFile(try input.contents(limit: KDBXFile.limit)) {
            let keyFile = try input.keyFile.map { try SecretInput.file($0, limit: 1 << 20) }
            let passphrase = try input.passphrase("passphrase of the database")
            // Nothing is typed where only the key file opens it.
            return KDBXKey(
                passphrase: keyFile != nil && passphrase.count == 0 ? nil : passphrase, keyFile: keyFile)
        }
        return KeePassVault(xml: file.xml, stream: file.stream, isForGit: input.isForGit)
    }
}
