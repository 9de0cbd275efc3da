import SecureStore

/// A file that another program encrypts or packs, and hands over in a form that is read here.
///
/// The program that owns such a file opens it: nothing is decrypted or unpacked here.
struct SealedFile {
    private let mark: [UInt8]
    private let fault: String
    /// The name of such a file where its own cannot be copied.
    private let name: String
    /// The words before and behind the file's name that hand it over.
    private let hint: (before: String, behind: String)

    private static let all = [
        SealedFile(
            mark: [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5],
            fault: "is a KeePass database, which is not decrypted here", name: "FILE",
            hint: ("keepassxc-cli export --format xml", "| securestore import --format keepass -")),
        SealedFile(
            mark: [0x50, 0x4b, 3, 4],
            fault: "is a zip archive, as 1Password writes, which is not unpacked here", name: "FILE.1pux",
            hint: ("unzip -p", "export.data | securestore import --format 1pux -")),
        SealedFile(
            mark: Array("SQLite format 3\0".utf8), fault: "is a database, and no list", name: "FILE",
            hint: ("securestore restore", "takes a backup; a browser exports a list")),
    ]

    /// Refuses bytes that begin as one of these files, and says how to hand it over.
    static func refuse(_ bytes: SecretBytes, of input: ImportInput) throws(CommandError) {
        let file = all.first { file in
            bytes.withSpan { bytes in
                bytes.count >= file.mark.count && file.mark.indices.allSatisfy { bytes[$0] == file.mark[$0] }
            }
        }
        guard let file else { return }
        let shown = input.name.map { Terminal.harmless($0) } ?? "standard input"
        // A name that a terminal would obey, or a program take for an option, is not for copying.
        let plain = input.name.flatMap { name in
            !name.hasPrefix("-") && name.unicodeScalars.allSatisfy(\.isShown) ? BashWord.quoted(name) : nil
        }
        throw .failure(
            "\(shown) \(file.fault)", hint: "\(file.hint.before) \(plain ?? file.name) \(file.hint.behind)")
    }
}
