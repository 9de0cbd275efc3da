import SecureStore

// Opening stores for a time.
extension Command {
    static let unlockKeychain = Command(
        name: "unlock-keychain", summary: "unlock a keychain",
        details: """
            The kernel keeps the keychain's key for as long as its settings say, or until lock-keychain. Until then \
            every program of the user that runs this command opens it without the password.
            """,
        options: [.keychainPassword, .withoutPassword, .stdin, .descriptor], operands: [Keychains.one],
        examples: [Example("unlock-keychain work", "asks for the password")]
    ) { arguments in
        try arguments.requireAtMostOne(of: [.withoutPassword, .keychainPassword, .stdin, .descriptor])
        let secret = TypedSecret(options: [.keychainPassword], question: "password to unlock: ")
        let access = try Keychains.access(arguments)
        let call = "SecKeychainUnlock \(arguments.operand(0) ?? "<default>")"
        try SecurityFailure.naming(call) {
            let store = try access.openWithoutUnlocking()
            if let password = try secret.given(arguments) {
                try Keychains.unlock(store, with: password, for: call)
            } else if store.lockState == .notYetUnlocked, arguments.has(.withoutPassword) {
                guard try access.unlockUnattended(store) else {
                    throw SecurityFailure(call: call, status: .interactionNotAllowed, hint: Unlocking.ways)
                }
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
                try lock(access)
            }
        }
        try SecurityFailure.naming(call + "All") {
            // One that does not open keeps no other one unlocked.
            var failure: (any Error)?
            for access in try Keychains.accesses([]) {
                do { try lock(access) } catch {
                    if (error as? StoreError)?.status != .noSuchKeychain { failure = failure ?? error }
                }
            }
            if let failure { throw failure }
        }
    }

    private static func lock(_ access: StoreAccess) throws {
        let store = try access.openWithoutUnlocking()
        try KeptKey.forget(of: store)
        try KeptKey.lockService(of: store)
    }

    static let setKeychainSettings = Command(
        name: "set-keychain-settings", summary: "say how long a keychain stays unlocked",
        details: """
            Kept by the keychain: unlock-keychain, and unlock without --for, unlock it for so long. Where it is \
            unlocked now, the time begins again. Without -t it has no end but lock-keychain, the end of the user's \
            last process, or the machine's. Nothing tells a command when the machine goes to sleep, so that -l is \
            only remembered. A keychain without password opens by itself all the same.
            """,
        options: [.lockOnSleep, .lockAfterTimeout, .lockTimeout], operands: [Keychains.one],
        examples: [
            Example("set-keychain-settings -t 3600 work", "one hour"),
            Example("set-keychain-settings work", "no end"),
        ], changes: true
    ) { arguments in
        let access = try Keychains.access(arguments)
        let settings = try LockSettings(
            locksAfter: lockTimeout(arguments), locksOnSleep: arguments.has(.lockOnSleep))
        try SecurityFailure.naming("SecKeychainSetSettings \(arguments.operand(0) ?? "<default>")") {
            let store = try access.open()
            try store.setLockSettings(settings)
            try KeptKey.renew(of: store)
        }
        if settings.locksOnSleep {
            Terminal.tell("warning: -l is only remembered; nothing here locks when the machine sleeps")
        }
    }

    /// The time of -t; -u has no effect without it.
    private static func lockTimeout(_ arguments: Arguments) throws(CommandError) -> Duration? {
        // As on macOS the largest number is none.
        let none = Int(Int32.max)
        let seconds = try arguments.number(of: .lockTimeout, in: 0...none) ?? none
        return seconds == none ? nil : .seconds(seconds)
    }

    static let showKeychainInfo = Command(
        name: "show-keychain-info", summary: "show how long a keychain stays unlocked",
        details: """
            How long unlock-keychain unlocks it, and whether it was said to lock on sleep. A keychain that is locked \
            has to be unlocked first.
            """,
        operands: [Keychains.one],
        examples: [Example("show-keychain-info work", "on standard error, as on macOS")]
    ) { arguments in
        let access = try Keychains.access(arguments)
        try SecurityFailure.naming("SecKeychainCopySettings \(arguments.operand(0) ?? "<default>")") {
            let store = try access.open()
            let settings = try store.lockSettings()
            let time = settings.locksAfter.map { "timeout=\($0.components.seconds)s" } ?? "no-timeout"
            let sleep = settings.locksOnSleep ? "lock-on-sleep " : ""
            Terminal.tell("Keychain \(Array(access.path.utf8).quoted) \(sleep)\(time)")
        }
    }
}
