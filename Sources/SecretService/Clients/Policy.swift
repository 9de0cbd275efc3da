private import SecureStoreCLI

/// The user's rules of which program may have what: a line for each, of which the first that fits counts.
struct Policy: Equatable {
    enum Answer: String, CaseIterable {
        case allow, ask, deny
    }

    /// The kinds of names by which a rule knows a program.
    enum Kind: String, CaseIterable {
        case executable, unit, cgroup, flatpak, snap
        /// Everybody who is in a sandbox or container; without a name.
        case sandbox
        /// Everybody who is not; without a name.
        case everyone
    }

    struct Rule: Equatable {
        let answer: Answer
        let kind: Kind
        let name: String
        /// The collection that it is about; nil for all.
        let collection: String?
    }

    /// The first line that makes no sense, and why.
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let line: Int
        let words: String
        var description: String { "line \(line): \(words)" }
    }

    private(set) var rules: [Rule] = []
    /// The collections that are never on the bus.
    private(set) var hidden: Set<String> = []
    /// True if a program may have one collection and not another, or not yet.
    var tellsCollectionsApart: Bool {
        !hidden.isEmpty || rules.contains { $0.collection != nil || $0.answer == .ask }
    }
    /// True if each access is told.
    private(set) var isLogged = false

    /// The rules of a user who has written none.
    init() {}

    init(parsing text: String) throws(Mistake) {
        // Whatever an editor shows as a line is one: in a longer one, a comment would swallow rules.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let number = index + 1
            let words = try Self.words(line, number)
            guard let first = words.first else { continue }
            if let answer = Answer(rawValue: first) {
                rules.append(try Self.rule(answer, words.dropFirst(), number))
            } else if first == "hide", words.count == 2 {
                hidden.insert(words[1])
            } else if words == ["log"] {
                isLogged = true
            } else {
                throw Mistake(line: number, words: "allow, ask, deny, hide COLLECTION or log is missing")
            }
        }
    }

    private static func rule(
        _ answer: Answer, _ words: ArraySlice<String>, _ line: Int
    ) throws(Mistake) -> Rule {
        var rest = words
        guard let kind = rest.popFirst().flatMap(Kind.init) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(line: line, words: "\(answer.rawValue) is followed by one of \(kinds)")
        }
        var name = ""
        if kind != .sandbox, kind != .everyone {
            guard let word = rest.popFirst(), !word.isEmpty else {
                throw Mistake(line: line, words: "\(kind.rawValue) is followed by a name")
            }
            name = word
        }
        if kind == .executable || kind == .cgroup, name.utf8.first != UInt8(ascii: "/") {
            throw Mistake(line: line, words: "the path after \(kind.rawValue) begins with /")
        }
        if kind == .executable || kind == .cgroup, name.utf8.count > 1, name.utf8.last == UInt8(ascii: "/") {
            throw Mistake(line: line, words: "the path after \(kind.rawValue) does not end with /")
        }
        if rest.isEmpty { return Rule(answer: answer, kind: kind, name: name, collection: nil) }
        guard rest.count == 2, rest.popFirst() == "in", let collection = rest.popFirst() else {
            throw Mistake(line: line, words: "a rule ends, or goes on with: in COLLECTION")
        }
        return Rule(answer: answer, kind: kind, name: name, collection: collection)
    }

    /// The words of a line up to a `#`; one with blanks stands in quotes.
    private static func words(_ line: Substring, _ number: Int) throws(Mistake) -> [String] {
        var (words, word, isQuoted) = ([String](), String?.none, false)
        for letter in line.unicodeScalars {
            switch letter {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted, "\t" where !isQuoted:
                if let word { words.append(word) }
                word = nil
            case "#" where !isQuoted && word == nil: return words
            default: word = (word ?? "") + String(letter)
            }
        }
        guard !isQuoted else { throw Mistake(line: number, words: "a quote is not closed") }
        return words + (word.map { [$0] } ?? [])
    }

    // MARK: - Asking

    /// The answer to a program that wants something in a collection.
    func answer(to peer: Peer, for collection: String) -> Answer {
        rule(for: peer, in: collection)?.answer ?? (peer.isApart ? .deny : .allow)
    }

    func rule(for peer: Peer, in collection: String) -> Rule? {
        rules.first { ($0.collection == nil || $0.collection == collection) && $0.fits(peer) }
    }
}

extension Policy.Rule {
    /// True for a program of that name; a path is one of this system's only outside of sandboxes.
    ///
    /// The kernel names a program by the file itself, and never by a link to it.
    func fits(_ peer: Peer) -> Bool {
        switch kind {
        case .executable:
            !peer.isApart && [name, FileFacts.resolved(name)].contains { Self.fits($0, peer.executable) }
        case .unit: isNamed(peer.unit)
        case .cgroup: isNamed(peer.cgroup) || peer.cgroup.utf8.starts(with: (name + "/").utf8)
        case .flatpak: isNamed(peer.flatpak)
        case .snap: isNamed(peer.snap)
        case .sandbox: peer.isApart
        case .everyone: !peer.isApart
        }
    }

    private func isNamed(_ other: String?) -> Bool { Self.fits(name, other) }

    /// True for the name itself, and for a longer one where this one ends with a star; the bytes count.
    private static func fits(_ name: String, _ other: String?) -> Bool {
        guard let other else { return false }
        guard name.utf8.last == UInt8(ascii: "*") else { return other.utf8.elementsEqual(name.utf8) }
        return other.utf8.starts(with: name.utf8.dropLast())
    }
}
