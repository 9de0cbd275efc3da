import FoundationEssentials
import SecureStore

/// The entries of a KeePass database, where references such as `{REF:P@I:0123...}` find them.
struct KeePassReferences {
    /// A field of an entry, by their places.
    private typealias Target = (entry: Int, wanted: UInt8)

    private let reader: XMLReader
    private var entries: [KeePassEntry] = []
    /// The first entry with each value, by a letter for the field and a hash of the value.
    private var places: [UInt8: [Int: Int]] = [:]
    /// The bytes that references may still become, as few of them can become very many.
    private var room = 32 << 20
    private var fault: String?

    private static let deepest = 10
    private static let keys: [UInt8: String] = [
        UInt8(ascii: "T"): "Title", UInt8(ascii: "U"): "UserName", UInt8(ascii: "P"): "Password",
        UInt8(ascii: "A"): "URL", UInt8(ascii: "N"): "Notes",
    ]
    private static let (identifier, other) = (UInt8(ascii: "I"), UInt8(ascii: "O"))

    /// The entries of all of the XML, if it has references at all.
    init(_ xml: SecretBytes) throws {
        var walk = try KeePassWalk(xml)
        reader = walk.reader
        guard xml.contains("{REF:") else { return }
        let letters = Dictionary(uniqueKeysWithValues: Self.keys.map { ($1, $0) })
        while let entry = try walk.next() {
            guard entries.count < ImportCount.mostEntries else { throw ImportCount.tooLong }
            try note(Self.identifier) { append in Self.digits(entry.identifier).utf8.forEach(append) }
            for field in entry.fields {
                let reader = walk.reader
                try note(letters[field.key] ?? Self.other) { try reader.resolve(field.value, $0) }
            }
            entries.append(entry)
        }
    }

    private mutating func note(_ letter: UInt8, _ bytes: ((UInt8) -> Void) throws -> Void) throws {
        let hash = try Self.hash(bytes)
        if places[letter]?[hash] == nil { places[letter, default: [:]][hash] = entries.count }
    }

    /// Different in each process, so that nobody can choose values of one hash.
    private static func hash(_ bytes: ((UInt8) -> Void) throws -> Void) rethrows -> Int {
        var hasher = Hasher()
        try bytes { hasher.combine($0) }
        return hasher.finalize()
    }

    /// The digits by which references name an entry, of the base 64 that the XML has.
    private static func digits(_ identifier: String) -> String {
        Hexadecimal.text(of: Array(Data(base64Encoded: identifier) ?? Data())).uppercased()
    }

    /// The text of a field with what its references stand for, and why one of them stays as it is.
    ///
    /// In a name no reference becomes a secret.
    mutating func text(
        of field: KeePassEntry.Field, isName: Bool
    ) throws -> (text: SecretBytes, fault: String?) {
        guard !entries.isEmpty else { return (try reader.text(field.value), nil) }
        fault = nil
        let text = try resolved(try reader.text(field.value), [], isName: isName)
        return (text, fault)
    }

    private mutating func resolved(
        _ text: SecretBytes, _ path: [Target], isName: Bool
    ) throws -> SecretBytes {
        var (parts, start) = ([SecretBytes](), 0)
        while let open = text.firstIndex(of: "{REF:", in: start..<text.count),
            let close = text.firstIndex(of: "}", in: open..<text.count)
        {
            parts.append(try text.part(start..<open))
            let value = try value(of: text, open..<close, path, isName: isName)
            parts.append(try value ?? text.part(open..<(close + 1)))
            start = close + 1
        }
        return start == 0 ? text : try .joined(parts + [text.part(start..<text.count)])
    }

    /// The value that a reference stands for; nil for one that is not resolved.
    private mutating func value(
        of text: SecretBytes, _ range: Range<Int>, _ path: [Target], isName: Bool
    ) throws -> SecretBytes? {
        func failed(_ reason: String) -> SecretBytes? {
            fault = fault ?? reason
            return nil
        }
        let start = range.lowerBound + 5
        guard range.count > 9, text.starts((start + 1)..<range.upperBound, with: "@"),
            text.starts((start + 3)..<range.upperBound, with: ":")
        else { return failed("it is malformed") }
        let (wanted, sought) = text.withSpan { ($0[start], $0[start + 2]) }
        let hash = Self.hash { append in
            text.withSpan { bytes in
                for place in (start + 4)..<range.upperBound {
                    let isSmall = sought == Self.identifier && bytes[place] >= UInt8(ascii: "a")
                    append(isSmall ? bytes[place] & 0xdf : bytes[place])
                }
            }
        }
        guard let place = places[sought]?[hash] else { return failed("it names no entry") }
        let target = (entry: place, wanted: wanted)
        guard !path.contains(where: { $0 == target }) else { return failed("it leads back to itself") }
        guard path.count < Self.deepest else { return failed("too many lead to one another") }
        guard !isName || [UInt8(ascii: "T"), UInt8(ascii: "U"), Self.identifier].contains(wanted) else {
            return failed("it would put a secret into a name")
        }
        let entry = entries[place]
        if wanted == Self.identifier { return try SecretBytes(utf8: Self.digits(entry.identifier)) }
        guard let key = Self.keys[wanted] else { return failed("it names no field") }
        guard let field = entry.value(key) else { return try SecretBytes(utf8: "") }
        room -= 64 + field.count
        guard room >= 0 else { return failed("there are too many references") }
        return try resolved(try reader.text(field), path + [target], isName: isName)
    }
}
