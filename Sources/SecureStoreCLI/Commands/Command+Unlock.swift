import SecureStore

extension Command {
    static let unlock = Command(
        name: "unlock", summary: "do without the passphrase for a time, by a key in the kernel's keyring",
        details: """
            Until the time is over, this command opens the store without the passphrase, whichever program of the user \
            runs it. Without --for, the store says how long: fifteen minutes in a new store. info shows it, and security \
            set-keychain-settings changes it. Unlocking an unlocked store starts the time again. Changing or removing \
            the passphrase ends it; rotate does not.

            A running securestore-secret-service is unlocked too, and locked again when the time is over. While this command \
            asks, it says which programs wait there; afterwards it asks about those that the service's policy does not let \
            in unasked.
            """,
        options: [.duration, .withRecoveryCode],
        examples: [
            Example("unlock", "for as long as the store says"),
            Example("unlock --for 8h", "for a working day"),
            Example("unlock --recovery-code", "when the passphrase is lost; slot add sets a new one"),
        ]
    ) { arguments in
        let time = try arguments.duration(of: .duration, upToDays: 30)
        let access = try StoreAccess(arguments)
        let store = try access.openToReadWithoutUnlocking()
        guard try !store.protection().opensWithDeviceKey else {
            return Terminal.tell("the store opens by itself, with this machine's device key")
        }
        // A service that takes nobody does not keep the store locked for others.
        let service = try? ServiceSocket("unlock", store)
        service?.listen()
        if store.lockState == .notYetUnlocked {
            try access.unlock(store, withRecoveryCode: arguments.has(.withRecoveryCode))
        }
        if let time { try KeptKey.keep(of: store, for: time) } else { try KeptKey.keep(of: store) }
        service?.finish()
    }

    static let lock = Command(
        name: "lock", summary: "take the store's key out of the kernel's keyring",
        details: """
            Locking a locked store does nothing. A running securestore-secret-service locks its collections; \
            if it cannot be told to, the command fails. Other programs that have the store open keep it \
            open.
            """,
        examples: [Example("lock", "the passphrase is needed again")]
    ) { arguments in
        try KeptKey.lock(try StoreAccess(arguments).openToReadWithoutUnlocking())
    }
}
