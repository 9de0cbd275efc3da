import SecureStore

/// A file that another program encrypts or packs, and hands over in a form that is read here.
///
/// The program that owns such a file opens it: nothing is decrypted or unpacked here.
enum SealedFile: CaseIterable {
    case keePass, onePassword

    /// The bytes that every file of the kind begins with.
    private var mark: [UInt8] {
        switch self {
        case .keePass: [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5]
        case .onePassword: [0x50, 0x4b, 3, 4]
        }
    }

    /// Refuses bytes that begin as one of these files, and says how to hand it over.
    static func refuse(_ bytes: SecretBytes, of input: ImportInput) throws(CommandError) {
        let file = allCases.first { file in
            bytes.withSpan { bytes in
                bytes.count >= file.mark.count && file.mark.indices.allSatisfy { bytes[$0] == file.mark[$0] }
            }
        }
        if let file { throw file.refusal(of: input.name) }
    }

    /// `name` is the file as it was typed; nil for standard input.
    private func refusal(of name: String?) -> CommandError {
        let shown = name.map { Terminal.harmless($0) } ?? "standard input"
        // A name that a terminal would obey, or a program take for an option, is not for copying.
        let isPlain = name.map { !$0.hasPrefix("-") && $0.unicodeScalars.allSatisfy(\.isShown) } ?? false
        let word = isPlain ? name.flatMap { BashWord.quoted($0) } : nil
        switch self {
        case .keePass:
            let file = word ?? "FILE"
            return .failure(
                "\(shown) is a KeePass database, which is not decrypted here",
                hint: "keepassxc-cli export --format xml \(file) | securestore import --format keepass -")
        case .onePassword:
            let file = word ?? "FILE.1pux"
            return .failure(
                "\(shown) is a zip archive, as 1Password writes, which is not unpacked here",
                hint: "unzip -p \(file) export.data | securestore import --format 1pux -")
        }
    }
}
