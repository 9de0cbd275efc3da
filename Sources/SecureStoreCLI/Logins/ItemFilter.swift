import FoundationEssentials
import SecureStore

/// The conditions of a list that no query can say: patterns, words and dates.
struct ItemFilter {
    static let options: [Option] = [.itemClass] + ItemWords.options + [.label, .since, .before]
    static let description = """
        --service, --account, --server, --path, --label and --group mean the whole value, letter by letter; in them * \
        stands for any text, and ? for one character. --since and --before compare the dates of the column CHANGED, \
        which are UTC: they take \(Moment.spelling).
        """

    private var patterns: [(name: AttributeName, pattern: Pattern)] = []
    private var place: (service: Pattern, host: Pattern, port: Int)?
    private let words: [String]
    private let since: Date?
    private let before: Date?
    /// The label as it is; nil if any will do.
    private(set) var label: String?

    /// Takes the patterns out of the words, which are then for queries.
    init(
        _ arguments: Arguments, _ itemWords: inout ItemWords, finding words: [String] = []
    ) throws(CommandError) {
        self.words = words.map { $0.lowercased() }
        (since, before) = (try arguments.date(of: .since), try arguments.date(of: .before))
        label = take(.label, arguments.value(of: .label))
        if let text = itemWords.place, let service = Pattern(text) {
            let (host, port) = HostAndPort.split(text)
            // A port has no such sign, so that the host has it.
            place = Pattern(host).map { (service, $0, port) }
            itemWords.place = nil
        }
        for row in NamedAttribute.ofNames where row.form == .text {
            itemWords[row.name] = take(row.name, itemWords[row.name])
        }
    }

    private mutating func take(_ name: AttributeName, _ text: String?) -> String? {
        guard let text, let pattern = Pattern(text) else { return text }
        patterns.append((name, pattern))
        return nil
    }

    func admits(_ attributes: ItemAttributes) -> Bool {
        patterns.allSatisfy { $0.pattern.matches(attributes.column($0.name)) }
            && admitsPlace(of: attributes) && admitsDate(of: attributes) && hasWords(attributes)
    }

    private func admitsPlace(of attributes: ItemAttributes) -> Bool {
        guard let place else { return true }
        guard attributes.itemClass == .internetPassword else {
            return place.service.matches(attributes.column(.service))
        }
        return place.host.matches(attributes.column(.server))
            && (place.port == 0 || attributes[.port]?.number == Int64(place.port))
    }

    private func admitsDate(of attributes: ItemAttributes) -> Bool {
        guard since != nil || before != nil else { return true }
        guard let date = attributes[.modificationDate]?.date else { return false }
        return since.map { date >= $0 } ?? true && before.map { date < $0 } ?? true
    }

    /// The texts that people write, besides the place and the protocol, which are compared as they are shown.
    private static let searched =
        NamedAttribute.all.filter(\.isSearched).map(\.name) + [.applicationTag]

    private func hasWords(_ attributes: ItemAttributes) -> Bool {
        guard !words.isEmpty else { return true }
        var texts = [attributes.place] + Self.searched.map { attributes.column($0) }
        if let code = attributes[.protocol]?.text { texts.append(InternetProtocol(rawValue: code).spelling) }
        return words.allSatisfy { word in texts.contains { $0.has(word) } }
    }
}

extension String {
    /// Asks for a word in small letters, in any case: by the bytes of plain text, as `contains` is slow.
    fileprivate func has(_ word: String) -> Bool {
        let (text, wanted) = (utf8.span, word.utf8.span)
        guard text.isPlain, wanted.isPlain else { return lowercased().contains(word) }
        var start = 0
        while start + wanted.count <= text.count {
            var length = 0
            while length < wanted.count, text[start + length].smallLetter == wanted[length] { length += 1 }
            if length == wanted.count { return true }
            start += 1
        }
        return false
    }
}

extension Span<UInt8> {
    fileprivate var isPlain: Bool { indices.allSatisfy { self[$0] < 0x80 } }
}

extension UInt8 {
    /// The small letter of a capital one; any other byte itself.
    fileprivate var smallLetter: UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
    }
}
