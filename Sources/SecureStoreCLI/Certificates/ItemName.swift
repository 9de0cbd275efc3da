import SecureStoreCertificates
import FoundationEssentials
import SecureStore

/// The name of a certificate or a key on a command line: its label, a common name, or the beginning of its
/// fingerprint.
struct ItemName {
    static let operand = Operand("NAME", .stored(.certificate))
    static let keyOperand = Operand("NAME", .stored(.key))
    static let description = """
        NAME is a label, the common name of a certificate, or at least eight digits with which its fingerprint begins; \
        of a key, its label or its hash. Exactly one must match.
        """

    private let text: String
    /// The text as hexadecimal digits; nil when it cannot be the beginning of a fingerprint.
    private let digits: String?

    init(_ text: String) {
        self.text = text
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
        let isHexadecimal = digits.count >= 8 && digits.allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
        self.digits = isHexadecimal ? String(decoding: digits, as: UTF8.self).lowercased() : nil
    }

    /// True if it stands for what has these names and this fingerprint.
    func means(_ names: [String?], fingerprint: Data?) -> Bool {
        if names.contains(text) { return true }
        guard let digits, let fingerprint else { return false }
        return Hexadecimal.text(of: fingerprint).hasPrefix(digits)
    }

    /// Reads what belongs to the one item that this name stands for, in the state in which it was found.
    ///
    /// If several have the name, a person picks one at the terminal; `noun` and `described` are for the
    /// question and for errors. If no item was found, but the walk could not open some items, that is the
    /// error, because the item may be one of these.
    func reading<Found, R>(
        in store: ItemStore, _ noun: (one: String, many: String), _ described: (Found) -> String,
        _ body: (Found, borrowing ReadTransaction) throws -> R,
        among find: (ItemWalk, borrowing ReadTransaction) throws -> [Found]
    ) throws -> R {
        let walk = ItemWalk(of: store, quietly: true)
        let (found, result) = try store.reading { items in
            let found = try find(walk, items)
            return (found, found.count == 1 ? try body(found[0], items) : nil)
        }
        if let result { return result }
        guard !found.isEmpty else {
            try walk.finish()
            throw CommandError(
                .itemNotFound, "no \(noun.one) is called \(Terminal.quoted(text))",
                hint: "securestore \(noun.one) list shows the \(noun.many) there are")
        }
        // While a person thinks, no state of the store is held.
        let picked = try Choice.one(
            of: found, "\(found.count) \(noun.many) are called \(Terminal.quoted(text))",
            hint: "the digits behind each name tell them apart", described)
        return try store.reading { items in try body(picked, items) }
    }
}

extension KeyKind {
    /// The kinds that are generated; the description of each is its word on the command line.
    static let generated = ofOneSize + [.rsa(2_048), .rsa(3_072), .rsa(4_096)]

    init(_ arguments: Arguments) {
        let word = arguments.value(of: .keyKind)
        self = Self.generated.first { $0.description == word } ?? .p256
    }
}

extension Option {
    static let keyKind = Option(
        "type", "t", "TYPE", .oneOf(KeyKind.generated.map(\.description)),
        help: "the kind of key; p256 if not given")
}
