import SecureStore

extension ImportFormat {
    static let keePass = ImportFormat(
        name: "keepass",
        summary: """
            the XML that KeePassXC and KeePass export, as keepassxc-cli export --format xml FILE writes it: entries \
            with all their fields, and their group as the comment; attachments, earlier versions and the recycle bin \
            are named and left out, and so, without a word, are dates, icons and tags
            """,
        recognizes: { head in
            let all = 0..<head.count
            return ["<", "\u{feff}<"].contains { head.starts(all, with: $0) }
                && head.contains("<KeePassFile>", in: all)
        }
    ) { input in
        KeePassVault(try input.contents(limit: KeePassVault.limit), isForGit: input.isForGit)
    }
}
