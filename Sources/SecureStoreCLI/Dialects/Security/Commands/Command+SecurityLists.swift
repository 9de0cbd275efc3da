import SecureStore

// Which stores there are for a user, and which one is the default.
extension Command {
    static let listKeychains = Command(
        name: "list-keychains", aliases: ["list-keychain"], summary: "show or set the search list",
        options: [.domain, .setValue], operands: [Keychains.several],
        examples: [
            Example("list-keychains", "what is searched, in this order"),
            Example("list-keychains -s login.keychain work", "these two from now on"),
        ]
    ) { arguments in
        let directory = try StoreDirectory()
        guard arguments.has(.setValue) else {
            try refuseOperands(of: arguments)
            return try SecurityFailure.naming("SecKeychainCopySearchList") {
                try directory.searchList().forEach(printPath)
            }
        }
        try SecurityFailure.naming("SecKeychainSetSearchList") {
            try directory.setSearchList(try arguments.operands.map { try StoreAccess(named: $0).path })
        }
    }

    static let defaultKeychain = Command(
        name: "default-keychain", summary: "show or set the keychain that new items go to",
        options: [.domain, .setValue], operands: [Keychains.one],
        examples: [
            Example("default-keychain", "its path"), Example("default-keychain -s work", "another one"),
        ]
    ) { arguments in
        let directory = try StoreDirectory()
        guard arguments.has(.setValue) else {
            try refuseOperands(of: arguments)
            return try SecurityFailure.naming("SecKeychainCopyDefault") {
                try printPath(try directory.defaultStore())
            }
        }
        guard let name = arguments.operand(0) else {
            throw arguments.usage("default-keychain -s needs a keychain")
        }
        try SecurityFailure.naming("SecKeychainSetDefault") {
            try directory.setDefaultStore(try StoreAccess(named: name).path)
        }
    }

    static let loginKeychain = Command(
        name: "login-keychain", summary: "show the login keychain",
        details: "It is the store that SECURESTORE_PATH names, else the one in the user's data directory.",
        options: [.domain],
        examples: [Example("login-keychain", "its path")]
    ) { _ in
        try SecurityFailure.naming("SecKeychainCopyLogin") { try printPath(try StoreDirectory().loginStore) }
    }

    private static func refuseOperands(of arguments: Arguments) throws(CommandError) {
        if !arguments.operands.isEmpty { throw arguments.usage("keychains are named after -s only") }
    }

    private static func printPath(_ path: String) throws {
        try Output.print("    \(Array(path.utf8).quoted)")
    }
}
