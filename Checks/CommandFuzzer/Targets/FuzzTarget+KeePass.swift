import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    static let keePass = FuzzTarget(name: "keepass") { input in
        let words = input.words
        // References are put in, and are not what was written.
        if words.count > 2, !words[2].isEmpty, !words.contains(where: { $0.contains("{REF:") }) {
            let fields = zip(["Title", "UserName", "Password"], words).map { name, word in
                "<String><Key>\(name)</Key><Value>\(escaped(word))</Value></String>"
            }
            let xml = "<KeePassFile><Group><Entry>\(fields.joined())</Entry></Group></KeePassFile>"
            let vault = KeePassVault(try SecretBytes(utf8: xml))
            requireOne(try vault.entries().map(Login.init), Login(words[0], words[1], words[2]))
        }
        let vault = KeePassVault(try input.secret())
        require(try vault.entries().count <= input.count, "more entries than letters")
    }

    /// By scalars, as a sign with a mark on it is another character.
    private static func escaped(_ word: String) -> String {
        word.unicodeScalars.map { ["<": "&lt;", "&": "&amp;"][$0] ?? String($0) }.joined()
    }
}
