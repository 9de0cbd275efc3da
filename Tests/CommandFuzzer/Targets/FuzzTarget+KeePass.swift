import SecureStore

@testable import SecureStoreCLI

// What a KeePass database has outside and inside of its encryption.
extension FuzzTarget {
    static let keePass = FuzzTarget(name: "keepass") { input in
        let stream = try KDBXStream(key: SecretBytes(text: "any"))
        let words = input.words
        if words.count > 2, !words[2].isEmpty {
            let fields = zip(["Title", "UserName", "Password"], words).map { name, word in
                "<String><Key>\(name)</Key><Value>\(escaped(word))</Value></String>"
            }
            let xml = "<KeePassFile><Group><Entry>\(fields.joined())</Entry></Group></KeePassFile>"
            let vault = KeePassVault(xml: try SecretBytes(text: xml), stream: stream)
            requireOne(try vault.entries().map(Login.init), Login(words[0], words[1], words[2]))
        }
        let vault = KeePassVault(xml: try input.secret(), stream: stream)
        require(try vault.entries().count <= input.count, "more entries than letters")
    }

    /// By scalars, as a sign with a mark on it is another character.
    private static func escaped(_ word: String) -> String {
        word.unicodeScalars.map { ["<": "&lt;", "&": "&amp;"][$0] ?? String($0) }.joined()
    }

    static let kdbx = FuzzTarget(name: "kdbx") { input in
        var reader = SecretReader(try input.secret())
        let header = try KDBXHeader(&reader)
        require(header.range.upperBound <= input.count && header.seed.count == 32, "a header beyond its end")
    }

    static let inflate = FuzzTarget(name: "inflate") { input in
        // Stored, any bytes come out as they were.
        let length = UInt16(input.count)
        let head: [UInt8] =
            [1] + [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let stored = try (head + input).secret()
        let whole = try Inflater.inflate(stored, 0..<stored.count, count: input.count)
        require(whole.copied == input, "stored bytes became others")
        guard input.count > 2 else { return }
        let packed = try input.secret()
        let count = Int(input[0]) << 8 | Int(input[1])
        let bytes = try Inflater.inflate(packed, 2..<packed.count, count: count)
        require(bytes.count == count, "another number of bytes")
    }
}
