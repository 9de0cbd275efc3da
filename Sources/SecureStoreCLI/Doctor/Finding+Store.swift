import FoundationEssentials
import SecureStore

// Things worth doing about a store that opens.
extension Finding {
    /// A backup is old when the store has changed since, and that long ago.
    private static let oldestBackup = 30 * 86_400.0

    /// The slots of the store, and the slot for the day when the others are lost.
    static func ofSlots(_ kinds: [KeySlot.Kind], hasSource: Bool) -> [Finding] {
        var findings: [Finding] = []
        if hasSource, !kinds.contains(.passphrase) {
            findings += .problem(
                "unprotected", "a source of the passphrase is set up, but the store has no passphrase",
                hint: kinds.contains(.host)
                    ? "unset it: the device key of this machine opens a replica"
                    : "securestore passphrase set gives it one")
        }
        if !kinds.contains(.recoveryCode) {
            findings += .advice(
                "recovery-code", "nothing opens the store if \(loss(kinds)) lost",
                hint: "securestore recovery-code adds a code that does")
        }
        return findings
    }

    private static func loss(_ kinds: [KeySlot.Kind]) -> String {
        let passphrase = kinds.contains(.passphrase) ? " and the passphrase" : ""
        if kinds.contains(.host) { return "the device keys of all its machines\(passphrase) are" }
        return kinds.contains(.deviceKey) ? "this machine's device key is" : "the passphrase is"
    }

    /// A rotation that another program may be about to finish, or that was interrupted.
    ///
    /// In a fleet, the removal of a machine that only reads leaves the earlier items as they are.
    static func ofRotation(_ information: StoreInformation) -> [Finding] {
        guard information.isRotating else { return [] }
        guard !information.slots.contains(where: { $0.kind == .host }) else {
            return .advice(
                "rotation", "some items still have the keys from before the last removal or rotation",
                hint: "securestore rotate gives them the present ones, if no program is at it")
        }
        return .problem(
            "rotation", "a rotation has begun and not ended: some items still have the old keys",
            hint: "securestore rotate finishes it, if no program is at it")
    }

    static func ofRoots(_ information: StoreInformation) -> [Finding] {
        guard information.lacksRoots else { return [] }
        return .advice(
            "device-items",
            "items that stay on this machine alone cannot be added: the store has no keys for them",
            hint: "securestore rotate makes them, if this machine has a device key")
    }

    static func upkeep(
        of information: StoreInformation, _ findings: inout [Finding]
    ) -> [UpkeepDates.Act: Date] {
        do throws(StoreError) { return try UpkeepDates.known(of: information.identifier) } catch {
            findings += .problem("upkeep", error)
            return [:]
        }
    }

    /// Only the backups that this command made are known.
    static func ofBackup(_ last: Date?, storeChanged changed: Date, now: Date) -> [Finding] {
        guard let last else {
            return .advice("no-backup", "no backup is known", hint: "securestore backup FILE makes one")
        }
        guard last < changed, last.addingTimeInterval(oldestBackup) < now else { return [] }
        return .problem(
            "old-backup",
            "the last backup known is of \(last.formatted(.iso8601)), and the store has changed since",
            hint: "securestore backup FILE makes another")
    }

    static let wayWithoutDeviceKey =
        "put a copy of that key back; if there is none, securestore salvage takes the others into a new store, "
        + "for restore to put here"

    /// The items, which are verified if the store is open.
    static func ofItems(of store: ItemStore) throws(StoreError) -> [Finding] {
        guard store.lockState == .unlocked else {
            return .advice(
                "not-verified", "the items were not looked at, because the store is locked",
                hint: "securestore verify looks at every item")
        }
        let report = try ProgressBar.showing("doctor") { observer throws(StoreError) in
            try store.verify(onProgress: observer)
        }
        guard let fault = report.fault else {
            guard report.unopened > 0 else { return [] }
            return .problem(
                "unopened",
                "\(Count.items(report.unopened)) cannot be opened here, where their device key is not",
                hint: wayWithoutDeviceKey)
        }
        return .problem(
            "damaged", "the store is damaged: \(fault)",
            hint: "securestore verify lists what is damaged, salvage takes the rest into a new store")
    }

    /// Programs have the store open, and SQLite has a defect from which our code guards and others do not.
    static func ofOpenStore(_ path: String, _ version: SQLiteVersion) -> [Finding] {
        guard version.needsGuardedCheckpoints else { return [] }
        return .advice(
            "sqlite",
            "programs have \(path) open, and with SQLite \(version) the sqlite3 tool or an early build of securestore "
                + "can lose what they change",
            hint: "use neither on it while a program has it open; SQLite 3.51.3, 3.50.7 and 3.44.6 are mended"
        )
    }

    /// A store at the usual place or the one of the login, which is not the one that is used.
    static func ofOtherStore(_ other: String?, path: String, choice: StoreAccess.Choice) -> [Finding] {
        guard let other, !other.hasSameBytes(as: path), choice == .environment || choice == .preferences,
            FileFacts(other) != nil
        else { return [] }
        return .advice(
            "two-stores", "\(choice.text) chooses \(path), and another store lies at \(other)",
            hint: "securestore list --store \(word(other)) shows what is in that one")
    }

    static func ofLostStore(_ path: String) -> [Finding] {
        .problem(
            "lost", "the store that was at \(path) is gone",
            hint: "mount its volume, or securestore restore FILE puts a backup there; "
                + "securestore init --forget begins again")
    }

    static func ofLostDeviceKey(_ kinds: [KeySlot.Kind], isForeign: Bool) -> [Finding] {
        let file = (try? DeviceKeySource.ownFile()) ?? nil
        let name = file.map { "the device key at \($0)" } ?? "the device key of this service"
        return .problem(
            "device-key", name + (isForeign ? " is not the one that opens the store" : " is missing"),
            hint: "put a copy of that file back, or "
                + (kinds.contains(.host)
                    ? "move the store away and copy the fleet's: securestore fleet join IDENTIFIER --forget"
                    : kinds.contains(.recoveryCode)
                        ? StoreAccess.wayWithoutKey : "restore a backup: securestore restore FILE"))
    }

    /// A source of the passphrase that is set up, and gives none or another one.
    static func ofUseless(_ source: PassphraseSource, _ error: StoreError) -> [Finding] {
        let reason = error.status == .authFailed ? "its passphrase does not open the store" : error.reason
        return .problem(
            "passphrase-source", "\(name(of: source)) is the source of the passphrase, but \(reason)",
            hint: "correct or unset it; securestore passphrase change gives the store another passphrase")
    }

    private static func name(of source: PassphraseSource) -> String {
        let (variable, credential) = (Unlocking.passphraseVariable, "securestore.passphrase")
        if source == .serviceCredential(credential) { return "the service credential \(credential)" }
        return ["_FD", "_FILE", "_COMMAND"].map { variable + $0 }.first(where: Terminal.isSet) ?? variable
    }
}
