import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    static let onePassword = FuzzTarget(name: "1pux") { input in
        let words = input.words
        if words.count > 2, !words[1].isEmpty, !words[2].isEmpty {
            let fields = zip(["username", "password"], words.dropFirst()).map { role, word in
                JSON.object([("designation", .string(role)), ("value", .string(word))])
            }
            let item = JSON.object([
                ("overview", .object([("title", .string(words[0]))])),
                ("details", .object([("loginFields", .array(fields))])),
            ])
            let vault = JSON.object([("items", .array([item]))])
            let export = JSON.object([("accounts", .array([.object([("vaults", .array([vault]))])]))])
            let list = try OnePasswordVault(SecretBytes(utf8: export.text))
            requireOne(try list.entries().map(Login.init), Login(words[0], words[1], words[2]))
        }
        let list = try OnePasswordVault(input.secret())
        require(try list.entries().count <= input.count, "more entries than letters")
    }
}
