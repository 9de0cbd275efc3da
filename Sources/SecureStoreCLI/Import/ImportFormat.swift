import SecureStore

/// A form in which other programs hand over passwords, and how it is read.
///
/// A further one is a file that extends this type, and its line in ``all``.
struct ImportFormat: Sendable {
    /// The word for it behind `--format`.
    let name: String
    /// One line for people.
    let summary: String
    /// Whether a directory is read, and not a file or standard input.
    var readsDirectory = false
    /// Whether an input that begins so is of this form, and of no other.
    let recognizes: @Sendable (SecretBytes) throws -> Bool
    /// How the other program hands over what is left out without it.
    var leftOutHint: String?
    /// Begins to read; reasons name places in the input, never what stands there.
    let read: @Sendable (ImportInput) throws -> any ImportReader

    /// All foreign forms, in the order in which help shows them.
    static let all: [ImportFormat] = [
        .netrc, .csv, .bitwarden, .onePassword, .keePass, .pass, .dump,
    ]

    /// The form that an input has by its beginning; nil if that tells nothing.
    static func told(by head: InputHead) -> ImportFormat? {
        switch head {
        case .bytes(let bytes): return all.first { (try? $0.recognizes(bytes)) == true }
        case .directory: return all.first(where: \.readsDirectory)
        case .unknown: return nil
        }
    }

    static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }
}

/// Where an import reads from.
struct ImportInput: Sendable {
    /// The file or directory; nil for standard input.
    let path: String?
    /// Whether git's helper may use the logins of web pages.
    var isForGit = false
    /// The file that opens the input beside a passphrase, or alone.
    var keyFile: String?
    /// Asks for the passphrase of the input, by this name.
    let passphrase: @Sendable (_ name: String) throws -> SecretBytes

    /// More than any list of passwords has.
    static let limit = 16 << 20

    /// How the file or standard input begins.
    func head() throws -> InputHead { try path.map { try InputHead(of: $0) } ?? .ofStandardInput() }

    /// All of the file, or of standard input.
    func contents(limit: Int = limit) throws -> SecretBytes {
        guard let path else { return try SecretInput.standardInput(limit: limit) }
        return try SecretInput.file(path, limit: limit)
    }
}

/// A password that another program kept, or why there is none to take in, and where.
enum ImportEntry: Sendable {
    case generic(GenericPassword, secret: SecretBytes)
    case internet(InternetPassword, secret: SecretBytes)
    case leftOut(String)
}

extension ImportEntry {
    /// What each part of an input holds; shows how far it came, as gpg may have to open each.
    static func read<Parts: Collection>(
        from parts: Parts, _ entries: (Parts.Element) throws -> [ImportEntry]
    ) rethrows -> [ImportEntry] {
        let progress = ProgressBar("read")
        return try parts.enumerated().flatMap { position, part in
            progress.show(position, of: parts.count)
            return try entries(part)
        }
    }
}
