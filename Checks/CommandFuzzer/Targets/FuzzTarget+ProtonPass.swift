import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    static let protonPass = FuzzTarget(name: "proton") { input in
        let words = input.words
        if words.count > 2, !words[1].isEmpty, !words[2].isEmpty {
            let data = JSON.object([
                ("metadata", .object([("name", .string(words[0]))])),
                (
                    "content",
                    .object([("itemUsername", .string(words[1])), ("password", .string(words[2]))])
                ),
            ])
            let vault = JSON.object([("items", .array([.object([("data", data)])]))])
            let export = JSON.object([("vaults", .object([("a", vault)]))])
            let list = try ProtonPassExport(SecretBytes(utf8: export.text))
            requireOne(try list.entries().map(Login.init), Login(words[0], words[1], words[2]))
        }
        let list = try ProtonPassExport(input.secret())
        require(try list.entries().count <= input.count, "more entries than letters")
    }

    static let logins = FuzzTarget(name: "logins") { input in
        let words = input.words
        if words.count > 2, !words[2].isEmpty {
            let names = ["title", "username", "password"]
            let login = JSON.object(zip(names, words).map { ($0, .string($1)) })
            let list = try LoginList(SecretBytes(utf8: JSON.object([("logins", .array([login]))]).text))
            requireOne(try list.entries().map(Login.init), Login(words[0], words[1], words[2]))
        }
        let list = try LoginList(input.secret())
        require(try list.entries().count <= input.count, "more entries than letters")
    }
}
