import Foundation
import SecureStore
import SecureStoreJSON

@testable import SecureStoreCLI

extension FuzzTarget {
    /// Any bytes, written as text and read again.
    static let spelling = FuzzTarget(name: "spelling") { input in
        let secret = try input.secret()
        let encoded = try secret.base64().copied
        require(Data(base64Encoded: Data(encoded)) == Data(input), "base 64 of other bytes")
        if secret.isText {
            let json = try JSONValue(JSON.secret(secret).secret())
            require(try json.secret() == secret, "JSON of another text")
        }
        let text = String(decoding: input, as: UTF8.self)
        let shown = Terminal.quoted(text)
        require(shown.unicodeScalars.count <= 45, "a word that is not cut short")
        require(Terminal.harmless(shown).isSpelled(as: shown), "a word that a terminal obeys")
        let words = input.words
        if words.count > 1 { checkDistance(words[0], words[1]) }
        if let reference = try? ItemReference(text: text) {
            require(reference.text == text.lowercased(), "another reference")
        }
    }

    private static func checkDistance(_ first: String, _ second: String) {
        let distance = Suggestion.distance(first, second)
        require(0...40 ~= distance, "more slips than letters")
        require(Suggestion.distance(second, first) == distance, "another distance the other way")
        require(Suggestion.distance(first, first) == 0, "a word that is not itself")
    }
}
