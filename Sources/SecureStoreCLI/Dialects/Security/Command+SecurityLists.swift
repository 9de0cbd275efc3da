import SecureStore

// The stores of a user, and the default one.
extension Command {
    static let listKeychains = Command(
        name: "list-keychains", aliases: ["list-keychain"], summary: "show or set the search list",
        details: "With -s and no keychain the list is empty afterwards. \(domains)",
        options: [.domain, .setValue], operands: [Keychains.several],
        examples: [
            Example("list-keychains", "what is searched, in this order"),
            Example("list-keychains -s login.keychain work", "these two from now on"),
        ]
    ) { arguments in
        let directory = try StoreDirectory()
        guard try isSet(arguments, "SecKeychainSetDomainSearchList") else {
            guard isUsersDomain(arguments) else { return }
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
        details: "With -s and no keychain there is none afterwards. \(domains)",
        options: [.domain, .setValue], operands: [Keychains.one],
        examples: [
            Example("default-keychain", "its path"), Example("default-keychain -s work", "another one"),
        ]
    ) { arguments in
        let directory = try StoreDirectory()
        guard try isSet(arguments, "SecKeychainSetDomainDefault") else {
            guard isUsersDomain(arguments) else {
                // The dynamic one, of smart cards, never has a default.
                let isDynamic = arguments.value(of: .domain) == Option.dynamicDomain
                throw SecurityFailure(
                    call: "SecKeychainCopyDomainDefault",
                    status: isDynamic ? .invalidPrefsDomain : .noDefaultKeychain)
            }
            return try SecurityFailure.naming("SecKeychainCopyDefault") {
                try printPath(try directory.defaultStore())
            }
        }
        let wanted = try arguments.operand(0).map { try StoreAccess(named: $0) }
        try SecurityFailure.naming("SecKeychainSetDefault") {
            guard !directory.isNamed || wanted.map({ directory.isLoginStore($0.path) }) == true else {
                throw SecurityFailure(
                    call: "SecKeychainSetDefault", status: .unimplemented,
                    hint: "SECURESTORE_PATH names the default keychain")
            }
            // The login keychain is made when it is needed; of any other, every later call would fail.
            if let wanted, !directory.isLoginStore(wanted.path) { _ = try wanted.information() }
            try directory.setDefaultStore(wanted?.path)
        }
    }

    static let loginKeychain = Command(
        name: "login-keychain", summary: "show the login keychain",
        details: """
            It is the store that SECURESTORE_PATH names, else the one in the user's data directory; so -s takes no \
            other. \(domains)
            """,
        options: [.domain, .setValue], operands: [Keychains.one],
        examples: [Example("login-keychain", "its path")]
    ) { arguments in
        let directory = try StoreDirectory()
        guard try isSet(arguments, "SecKeychainSetLogin") else {
            guard isUsersDomain(arguments) else {
                throw SecurityFailure(call: "SecKeychainCopyLogin", status: .noSuchKeychain)
            }
            return try printPath(directory.loginStore)
        }
        let wanted = try arguments.operand(0).map { try StoreAccess(named: $0).path }
        guard let wanted, directory.isLoginStore(wanted) else {
            throw SecurityFailure(
                call: "SecKeychainSetLogin", status: .unimplemented,
                hint: "SECURESTORE_PATH names the login keychain")
        }
    }

    private static let domains = "Keychains belong to users here: no other domain has any."

    private static func isUsersDomain(_ arguments: Arguments) -> Bool {
        arguments.value(of: .domain) ?? Option.userDomain == Option.userDomain
    }

    /// True with -s, which is for the user's domain; without it no keychain may be named.
    private static func isSet(_ arguments: Arguments, _ call: String) throws -> Bool {
        guard arguments.has(.setValue) else {
            try arguments.require(arguments.operands.isEmpty, "keychains are named after -s only")
            return false
        }
        guard isUsersDomain(arguments) else {
            throw SecurityFailure(
                call: call, status: .invalidPrefsDomain, hint: "only the user's domain has keychains")
        }
        return true
    }

    private static func printPath(_ path: String) throws {
        try Output.print("    \(Array(path.utf8).quoted)")
    }
}
