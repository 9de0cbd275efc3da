import SecureStore

// What opens stores for a time.
extension Command {
    static let unlockKeychain = Command(
        name: "unlock-keychain", summary: "unlock a keychain",
        details: """
            The kernel keeps the keychain's key for fifteen minutes, or until lock-keychain. Until then every program \
            of the user that runs this command opens it without the password.
            """,
        options: [.keychainPassword, .stdin, .descriptor], operands: [Keychains.one],
        examples: [Example("unlock-keychain work", "asks for the password")]
    ) { arguments in
        let access = try Keychains.access(arguments)
        let call = "SecKeychainUnlock \(arguments.operand(0) ?? "<default>")"
        try SecurityFailure.naming(call) {
            let store = try access.openWithoutUnlocking()
            if let password = try TypedSecret.unlocking.given(arguments) {
                try Keychains.unlock(store, with: password, for: call)
            } else if store.lockState == .notYetUnlocked {
                try access.unlock(store)
            }
            try KeptKey.keep(of: store)
        }
    }

    static let lockKeychain = Command(
        name: "lock-keychain", summary: "lock a keychain",
        details: """
            The kernel forgets the keychain's key. Locking a locked keychain does nothing, and one that has no \
            password opens by itself all the same.
            """,
        options: [.allKeychains], operands: [Keychains.one],
        examples: [
            Example("lock-keychain work", "one"), Example("lock-keychain -a", "all of the search list"),
        ]
    ) { arguments in
        let call = "SecKeychainLock"
        guard arguments.has(.allKeychains) else {
            let access = try Keychains.access(arguments)
            return try SecurityFailure.naming("\(call) \(arguments.operand(0) ?? "<default>")") {
                try KeptKey.forget(of: try access.openWithoutUnlocking())
            }
        }
        try SecurityFailure.naming(call + "All") {
            for access in try Keychains.accesses([]) {
                do throws(StoreError) { try KeptKey.forget(of: try access.openWithoutUnlocking()) } catch {
                    guard error.status == .noSuchKeychain else { throw error }
                }
            }
        }
    }

    static let setKeychainSettings = Command(
        name: "set-keychain-settings", summary: "say how long a keychain stays unlocked",
        details: """
            Holds for the present unlocking, which begins anew: after -t SECONDS, or else thirty days, the keychain \
            locks by itself. The next unlock-keychain begins with fifteen minutes again. Nothing here sleeps with \
            the machine, so -l has no effect.
            """,
        options: [.lockOnSleep, .lockAfterTimeout, .lockTimeout], operands: [Keychains.one],
        examples: [
            Example("set-keychain-settings -t 3600 work", "one hour from now"),
            Example("set-keychain-settings work", "as long as the kernel keeps it, thirty days at most"),
        ]
    ) { arguments in
        let seconds = try arguments.number(of: .lockTimeout, in: 1...KeptKey.longest) ?? KeptKey.longest
        let access = try Keychains.access(arguments)
        try SecurityFailure.naming("SecKeychainSetSettings \(arguments.operand(0) ?? "<default>")") {
            try KeptKey.keep(of: try Keychains.open(access), for: seconds)
        }
    }

    static let showKeychainInfo = Command(
        name: "show-keychain-info", summary: "show how long a keychain stays unlocked",
        details: """
            Says no-timeout of a keychain that opens by itself, and of any other how long unlock-keychain unlocks it. \
            One that is locked has to be unlocked first.
            """,
        operands: [Keychains.one],
        examples: [Example("show-keychain-info work", "on standard error, as on macOS")]
    ) { arguments in
        let access = try Keychains.access(arguments)
        try SecurityFailure.naming("SecKeychainCopySettings \(arguments.operand(0) ?? "<default>")") {
            let store = try Keychains.open(access)
            let time = try store.protection.opensWithDeviceKey ? "no-timeout" : "timeout=\(KeptKey.usual)s"
            Terminal.tell("Keychain \(Array(access.path.utf8).quoted) \(time)")
        }
    }
}

extension TypedSecret {
    /// What opens a keychain.
    fileprivate static let unlocking = TypedSecret(
        options: [.keychainPassword], question: "password to unlock: ")
}

extension Option {
    static let allKeychains = Option("all", "a", help: "all keychains of the search list")
    static let lockOnSleep = Option("sleep", "l", help: "accepted without effect")
    static let lockAfterTimeout = Option("after", "u", help: "accepted: -t alone says it")
    static let lockTimeout = Option("timeout", "t", .required("SECONDS"), help: "lock after so many seconds")
}
