import SecureStore

// Making stores, and taking them away.
extension Command {
    static let createKeychain = Command(
        name: "create-keychain", summary: "create keychains and add them to the search list",
        details: """
            The password is asked for, twice. With an empty one, -p "", the keychain opens by itself with this \
            machine's device key. One that has a password is unlocked at once, as unlock-keychain does it. Without a \
            name that is asked for too.
            """,
        options: keychainPassword + [.promptForPassword, .cost], operands: [Keychains.several],
        examples: [
            Example("create-keychain work", "asks for the password"),
            Example("create-keychain -p '' build.keychain", "one that opens by itself"),
        ]
    ) { arguments in
        try arguments.requireAtMostOne(of: [.promptForPassword, .keychainPassword])
        let names = try arguments.operands.isEmpty ? [askName(arguments)] : arguments.operands
        let secret = TypedSecret(
            options: [.keychainPassword], question: "password for new keychain: ",
            again: "retype password for new keychain: ")
        let password = try secret.given(arguments) ?? secret.ask()
        let cost = NewPassphrase.cost(arguments)
        let credential = password.count > 0 ? Credential.passphrase(password, cost: cost) : .deviceKey
        for name in names {
            try SecurityFailure.naming("SecKeychainCreate \(name)") {
                let access = try StoreAccess(named: name)
                let store = try access.directory.create(access.path, unlockingWith: credential)
                // Where the kernel keeps no keys, the passphrase is needed each time.
                try? KeptKey.keep(of: store)
            }
        }
    }

    static let deleteKeychain = Command(
        name: "delete-keychain", summary: "delete keychains and take them off the search list",
        details: """
            The file is deleted, with all that is in it. A file that is not a store stays, and so does the default \
            keychain unless it is named. One that cannot be deleted does not keep the others.
            """,
        operands: [Keychains.several],
        examples: [Example("delete-keychain build.keychain", "by its name beside the default store")]
    ) { arguments in
        guard !arguments.operands.isEmpty else {
            throw SecurityFailure(
                call: "SecKeychainDelete", status: .invalidKeychain, hint: "no keychain is named")
        }
        var failure: (any Error)?
        for name in arguments.operands {
            do {
                try SecurityFailure.naming("SecKeychainDelete") {
                    let access = try StoreAccess(named: name)
                    let keyring = try? KernelKeyring(for: access.openWithoutUnlocking())
                    let isReplica = try access.isReplica
                    try access.directory.delete(access.path)
                    if let keyring {
                        try keyring.remove()
                    } else {
                        Terminal.tell(
                            "the keychain could not be read: the kernel may keep its key for a time")
                    }
                    guard isReplica, !arguments.has(.quiet) else { return }
                    Terminal.tell("the fleet still has a slot for this machine")
                    Terminal.hint("securestore fleet remove on another machine takes it out")
                }
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    static let setKeychainPassword = Command(
        name: "set-keychain-password", summary: "change the password of a keychain",
        details: """
            Both passwords are asked for. An empty one means that the keychain opens by itself with this machine's \
            device key: with an empty old one it is given a password, with an empty new one it loses it. That is \
            refused if recovery codes or items would go with the password.
            """,
        options: [.oldKeychainPassword, .newKeychainPassword, .cost], operands: [Keychains.one],
        examples: [Example("set-keychain-password work", "asks for the old one, and twice for the new one")],
        changes: true
    ) { arguments in
        let asked = TypedSecret(options: [.oldKeychainPassword], question: "Old Password: ")
        let old = try asked.given(arguments) ?? asked.ask()
        let new = TypedSecret(
            options: [.newKeychainPassword], question: "New Password: ", again: "Retype New Password: ")
        let password = try new.given(arguments) ?? new.ask()
        let access = try Keychains.access(arguments)
        let call = "SecKeychainChangePassword \(arguments.operand(0) ?? "<default>")"
        try SecurityFailure.naming(call) {
            let store = try access.openToChange()
            try Keychains.unlock(store, with: old, for: call)
            let cost = NewPassphrase.cost(arguments)
            switch (old.count > 0, password.count > 0) {
            case (true, true): try store.changePassphrase(from: old, to: password, cost: cost)
            case (true, false):
                let loss = try store.lossWithPassphrase()
                try require(
                    loss == .none, "\(loss.text) would go with the password; it stays",
                    hint: "securestore passphrase remove deletes them with it", status: .param)
                try store.removePassphrase(ifLosing: .none)
            case (false, true): try store.setPassphrase(password, cost: cost)
            case (false, false): break
            }
        }
    }

    private static let keychainPassword: [Option] = [.keychainPassword, .stdin, .descriptor]

    private static func askName(_ arguments: Arguments) throws -> String {
        if Terminal.isInput {
            Terminal.write("keychain to create: ")
            if let line = try LineInput.next(), let name = line.text(0..<line.count), !name.isEmpty {
                return name
            }
        }
        throw arguments.usage("create-keychain needs KEYCHAIN")
    }
}
