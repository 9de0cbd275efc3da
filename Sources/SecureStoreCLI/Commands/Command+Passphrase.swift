import SecureStore

// Ways into a store.
extension Command {
    static let setPassphrase = Command(
        name: "passphrase set", summary: "give a store that opens by itself a passphrase",
        details: """
            Once it has a passphrase, this machine's device key alone no longer opens the store: commands ask for the \
            passphrase. unlock --for 8h spares that for a working day. Somebody who copied \
            file and device key before can still read today's file: set the passphrase before you add the first item, or \
            run rotate afterwards.

            On a machine of a fleet it opens the store too, and shuts nobody out: each machine's own device key opens its \
            replica, with a passphrase or without.

            If the device key is lost, --recovery-code opens the store: afterwards the passphrase does. Items for this \
            device alone cannot be read without that key.
            """,
        options: [.withRecoveryCode] + NewPassphrase.options,
        examples: [
            Example("passphrase set", "takes it from the source that is set up, or asks, twice"),
            Example("passphrase set --recovery-code", "when the device key is lost"),
        ], changes: true
    ) { arguments in
        let access = try StoreAccess(arguments)
        let isWithCode = arguments.has(.withRecoveryCode)
        try require(!isWithCode || !access.isReplica, "--recovery-code is for a store of no fleet")
        let store = try isWithCode ? access.openWithRecoveryCode() : access.open()
        try require(
            !store.protection().hasPassphrase, "the store has a passphrase already",
            hint: isWithCode
                ? "securestore slot add --recovery-code adds another"
                : "securestore passphrase change replaces it")
        let passphrase = try NewPassphrase.unasked(arguments) ?? NewPassphrase.read(arguments)
        try store.setPassphrase(passphrase, cost: NewPassphrase.cost(arguments))
        guard try !access.isReplica else {
            return Terminal.tell("each machine of the fleet still opens the store with its own device key")
        }
        guard try store.itemCount() > 0 else { return }
        Terminal.tell("whoever has copied the file and the device key before can still read it")
        Terminal.hint("securestore rotate ends that")
    }

    static let changePassphrase = Command(
        name: "passphrase change", summary: "replace the passphrase",
        details: """
            Asks for the old passphrase, or takes it from where programs find it (UNLOCKING in securestore man). --stdin \
            and --fd read the new one.
            """,
        options: NewPassphrase.options,
        examples: [Example("passphrase change", "asks for the old one, and twice for the new")], changes: true
    ) { arguments in
        let access = try StoreAccess(arguments)
        // Not the door that asks the sources of the passphrase itself: a descriptor can be read only once.
        let store = try access.openToChange()
        try require(
            store.protection().hasPassphrase, "the store has no passphrase",
            hint: "securestore passphrase set gives it one", status: .param)
        let old = try access.unlockWithPassphrase(store)
        let new = try NewPassphrase.read(arguments)
        try store.changePassphrase(from: old, to: new, cost: NewPassphrase.cost(arguments))
    }

    static let removePassphrase = Command(
        name: "passphrase remove", summary: "let the store open by itself again",
        details: """
            Removes every passphrase and recovery code, and deletes the items that exist only \
            while there is a passphrase. At a terminal it asks before codes or items go; a script is not asked. On a \
            machine of a fleet only the passphrases go.
            """,
        options: [.yes],
        examples: [Example("passphrase remove", "back to the device key alone")], changes: true
    ) { arguments in
        let store = try StoreAccess(arguments).open(DeletedLogins.options())
        let loss = try store.lossWithPassphrase()
        if loss != .none { try arguments.confirm("remove the passphrase, and delete \(loss.text) for good?") }
        do throws(StoreError) { try store.removePassphrase(ifLosing: loss) } catch {
            guard error.status == .notAvailable, StoreAccess.isOfDeviceKey(error) else { throw error }
            throw CommandError(
                error.status, "\(error.reason.prefix { $0 != ";" }), by which the store would open",
                hint: "put it back; if this machine never had one, securestore init --store NAME makes one")
        }
        if loss != .none { try Output.print("\(loss.text) deleted") }
    }

    static let listSlots = Command(
        name: "slot list", summary: "show what opens the store: passphrases, recovery codes, device key",
        details: """
            Unlocks nothing. If the store is locked, it shows what the file says, and says so: anyone who can write the \
            file can have added a slot, or hidden one.
            """,
        options: Listing.options,
        examples: [Example("slot list", "as a table")]
    ) { arguments in
        var listing = try Listing(arguments, ["SLOT", "KIND", "COST OF A GUESS"])
        let access = try StoreAccess(arguments)
        let store = try access.openToReadWithoutUnlocking()
        if store.lockState == .notYetUnlocked { _ = try access.unlockFromKeyring(store) }
        let protection = try store.protection()
        for slot in protection.slots {
            listing.add(
                ["\(slot.number)", slot.kind.text, slot.cost?.text ?? ""],
                json: slot.json(isProven: protection.isProven))
        }
        try listing.print(ifEmpty: "no slots")
        if !protection.isProven, !arguments.has(.json) {
            Terminal.tell("the store is locked: its file says this, and no key vouches for it")
        }
    }

    static let addSlot = Command(
        name: "slot add", summary: "add another passphrase beside the one there is",
        options: [.withRecoveryCode] + NewPassphrase.options,
        examples: [
            Example("slot add", "asks for the new passphrase, twice"),
            Example("slot add --recovery-code", "when the old one is lost; slot remove removes it"),
        ], changes: true
    ) { arguments in
        let access = try StoreAccess(arguments)
        let store = try access.openToChange()
        if store.lockState == .notYetUnlocked {
            try access.unlock(store, withRecoveryCode: arguments.has(.withRecoveryCode))
        }
        try store.addPassphraseSlot(try NewPassphrase.read(arguments), cost: NewPassphrase.cost(arguments))
    }

    static let removeSlot = Command(
        name: "slot remove", summary: "remove a passphrase or a recovery code",
        operands: [Operand("NUMBER")],
        examples: [Example("slot remove 3", "the number is the one that slot list shows")], changes: true
    ) { arguments in
        let number = try arguments.require(
            arguments.operand(0).flatMap({ Int($0) }), "slot remove takes the number that slot list shows")
        let store = try StoreAccess(arguments).open()
        let isOfHost = try store.protection().slots.contains { $0.number == number && $0.kind == .host }
        // Its host would keep the keys, and could come back with an invitation.
        try require(
            !isOfHost || store.fleetIdentifier() == nil, "slot \(number) is a machine's of the fleet",
            hint: "securestore fleet remove \(number) takes it away and replaces the keys", status: .param)
        try store.removeSlot(number)
    }

    static let recoveryCode = Command(
        name: "recovery-code", summary: "add a code that opens the store when the passphrase is lost",
        details: "The code is printed once and kept nowhere: write it down.",
        examples: [Example("recovery-code", "a new code; older ones stay valid")], changes: true
    ) { arguments in
        try addRecoveryCode(to: try StoreAccess(arguments).open())
    }

    /// Prints a new code before the store has it.
    static func addRecoveryCode(to store: ItemStore) throws {
        try Interruption.held {
            var isShown = false
            do {
                try store.addRecoveryCode { code in
                    try Output.print(code)
                    isShown = true
                }
            } catch {
                if isShown {
                    Terminal.tell("the code above may not have been added: see securestore slot list")
                }
                throw error
            }
        }
    }
}

extension PassphraseLoss {
    /// The loss in words, as in `1 recovery code and 2 items`.
    var text: String {
        [(codes, "recovery code"), (items, "item")].filter { $0.0 > 0 }.map { Count.of($0, $1) }
            .joined(separator: " and ")
    }
}
