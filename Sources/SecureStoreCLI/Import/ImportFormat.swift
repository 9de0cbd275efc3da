import SecureStore

/// A form in which other programs hand over passwords, and how it is read.
///
/// A further one is a file that extends this type, and its line in ``all``.
struct ImportFormat: Sendable {
    let name: String
    let summary: String
    /// True for a directory, which is neither a file nor standard input.
    var readsDirectory = false
    /// True for the beginning of an input of this form, and of no other.
    let recognizes: @Sendable (SecretBytes) throws -> Bool
    /// The way in which the other program hands over all that is left out here.
    var leftOutHint: String?
    /// Begins to read; reasons name places in the input, never what stands there.
    let read: @Sendable (ImportInput) throws -> any ImportReader

    /// All foreign forms, in the order in which help shows them; the first that recognizes an input reads it.
    static let all: [ImportFormat] = [
        .netrc, .csv, .json, .onePassword, .protonPass, .bitwarden, .keePass, .pass, .dump,
    ]
}

/// The source of an import, which is opened once: the writer of a pipe has no second reader.
struct ImportInput: Sendable {
    let name: String?
    let path: String?
    /// It goes with the process.
    let descriptor: Int32

    init(_ operand: String) throws(CommandError) {
        name = operand == "-" ? nil : operand
        path = try operand == "-" ? nil : StoreAccess.absolute(operand)
        descriptor =
            try path.map { path throws(CommandError) in try SecretInput.opened(path) }
            ?? SecretInput.descriptor
    }

    /// More than any list of passwords has, also with notes and keys.
    static let limit = 128 << 20

    var shownName: String { path.map { Terminal.harmless($0) } ?? "standard input" }

    /// All of the file, or of standard input; an error if another program has to open it.
    func contents() throws -> SecretBytes {
        let bytes =
            try path == nil
            ? SecretInput.standardInput(limit: Self.limit)
            : SecretInput.contents(of: descriptor, named: shownName, limit: Self.limit)
        try SealedFile.refuse(bytes, of: self)
        return try bytes.withoutMark()
    }
}

/// A login that another program kept, or why there is none to take in, and where.
enum ImportEntry: Sendable {
    case item(any PasswordItem, LoginSecrets, place: String)
    case leftOut(String)
}

/// Reads a list of passwords entry by entry: neither its entries nor its lines are in memory at once, since
/// each takes many times what it takes in the list.
protocol ImportReader {
    var length: Int { get }

    /// Hands over all entries in their order, and how far it has come.
    ///
    /// It may be called again, and does the same then.
    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws
}

/// A list whose logins of web pages git's helper may use.
struct LoginsForGit: ImportReader {
    let list: any ImportReader
    var length: Int { list.length }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        try list.visit { position, entry in
            guard case .item(let item, let secrets, let place) = entry, secrets.isOfPage else {
                return try body(position, entry)
            }
            try body(position, .item(try item.inOtherForm(), secrets, place: place))
        }
    }
}

/// Entries that cannot be read twice, or not at that price, such as those that somebody has to unlock.
extension [ImportEntry]: ImportReader {
    var length: Int { count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, entry) in enumerated() { try body(position, entry) }
    }
}
