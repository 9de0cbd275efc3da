import FoundationEssentials
import SecureStore

extension Command {
    static let info = Command(
        name: "info", summary: "show what opens the store, its state, and what to do next",
        details: """
            Shows the file, the slots and some numbers, never the name of an item. Unlocks nothing: the number of items, and \
            how long unlock keeps the store open, are shown only if it is open now. If it is locked, the slots are what \
            the file says, and not proven. Of backups and rotations it knows those that this command made on this machine.
            """,
        options: [.json],
        examples: [Example("info", "as text"), Example("info --json", "for programs")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let closed = try access.information()
        let standing = try Standing(access)
        let information = try standing.store?.information() ?? closed
        let upkeep = Upkeep(of: information, standing.state)
        let replica = try Replica(information, standing.store)
        if arguments.has(.json) {
            let members =
                information.json(standing, access.choice) + (replica?.json ?? []) + upkeep.json
            try Output.print(JSON.object(members).text)
        } else {
            try Output.print(text(information, standing, access.choice, replica, upkeep))
        }
    }

    private static func text(
        _ information: StoreInformation, _ standing: Standing, _ choice: StoreAccess.Choice,
        _ replica: Replica?, _ upkeep: Upkeep
    ) -> String {
        let items = information.itemCounts.map(standing.shown).map { counts in
            let classes = ItemClass.listed.compactMap { itemClass in
                counts[itemClass].map { "\($0) \(itemClass.optionName)" }
            }
            let deleted = standing.deletedCount > 0 ? ["\(standing.deletedCount) of them deleted"] : []
            return classes.isEmpty ? "none" : (classes + deleted).joined(separator: ", ")
        }
        let slots = information.slots.map { slot in
            let owner =
                [.deviceKey: "this machine's", .host: "the device key of a"][slot.kind] ?? "a"
            return "\(owner) \(slot.kind.text) (slot \(slot.number)"
                + (slot.cost.map { ", \($0.text))" } ?? ")")
        }.joined(separator: " or ")
        let (size, free) = (information.fileSize, information.freeBytes)
        let rows: [(title: String, value: String?)] =
            [
                ("file", information.path), ("chosen by", choice.text),
                ("mode", information.mode.map { String($0, radix: 8) }),
                ("size", "\(size) bytes, \(free) of them free, and a journal of \(information.journalSize)"),
                (
                    "fast reads",
                    information.hasFastReads == false
                        ? "off: this SQLite has another index of the journal" : nil
                ),
                ("format", "\(information.formatVersion)"),
                ("identifier", information.identifier),
                ("fleet", replica?.text), ("items", items),
                ("opens with", information.isProven ? slots : slots + "; not proven"),
                ("state", standing.text),
                ("unlock for", information.lockSettings?.text),
                ("rotated", upkeep.text(of: .rotation)), ("backed up", upkeep.text(of: .backup)),
            ] + upkeep.next.map { ("next", "\($0.text): \($0.hint)") }
        return TextTable.titled(rows, width: 12)
    }
}

/// A store that is a replica of a fleet, as far as it can be told now.
private struct Replica {
    /// The fleet's identifier and the newest change that the store has; nil where it does not open.
    private let known: (fleet: String, change: UInt64)?

    /// Creates the description of a replica; nil for a store by itself.
    init?(_ information: StoreInformation, _ store: ItemStore?) throws(StoreError) {
        guard information.slots.contains(where: { $0.kind == .host }) else { return nil }
        known = try store.flatMap { store throws(StoreError) in
            guard let fleet = try store.fleetIdentifier() else { return nil }
            return (Hexadecimal.text(of: fleet), try store.sequenceNumber())
        }
    }

    var text: String {
        guard let known else { return "a replica; of which fleet is sealed" }
        return "a replica of \(known.fleet), at change \(known.change)"
    }

    var json: [(name: String, value: JSON)] {
        [
            ("fleet", known.map { .string($0.fleet) } ?? .null),
            ("change", known.map { .number(Int64(clamping: $0.change)) } ?? .null),
        ]
    }
}

/// The way in which the store would open now.
private struct Standing {
    let state: StoreState
    /// The open store; nil if it does not open without a question.
    let store: ItemStore?
    /// The number of logins that list does not show, because they are deleted.
    private(set) var deletedCount = 0
    private var ownCount = 0
    private var timeLeft: String?

    var text: String { state.text + (timeLeft.map { ", for another \($0)" } ?? "") }

    init(_ access: StoreAccess) throws {
        let options = try DeletedLogins.options()
        let store: ItemStore
        do throws(StoreError) { store = try access.openToReadWithoutUnlocking(options) } catch {
            guard StoreAccess.isOfDeviceKey(error) else { throw error }
            (state, self.store) = (.deviceKeyMissing, nil)
            return
        }
        if store.lockState == .unlocked {
            state = .opensByItself
        } else if try PassphraseSource.unattended() != nil {
            state = .unattended
        } else {
            state = try access.unlockFromKeyring(store) ? .keptByKernel : .locked
            if state == .keptByKernel { timeLeft = try KernelKeyring(for: store).timeLeft() }
        }
        self.store = store.lockState == .unlocked ? store : nil
        guard let open = self.store else { return }
        deletedCount = try DeletedLogins.count(in: open)
        ownCount = try DeletedLogins.countOfOwn(in: open)
    }

    /// The counts of the items that are somebody's.
    func shown(_ counts: [ItemClass: Int]) -> [ItemClass: Int] {
        var counts = counts
        let passwords = (counts[.genericPassword] ?? 0) - ownCount
        counts[.genericPassword] = passwords > 0 ? passwords : nil
        return counts
    }
}

/// The work on the store that was done, and that is to be done.
private struct Upkeep {
    private let dates: [UpkeepDates.Act: Date]
    let next: [Finding]

    init(of information: StoreInformation, _ state: StoreState) {
        var next: [Finding] = []
        dates = Finding.upkeep(of: information, &next)
        let changed = information.path.flatMap { FileFacts($0) }?.changed
        switch state {
        case .locked:
            next += .advice("locked", "it is locked", hint: "securestore unlock opens it for a time")
        case .deviceKeyMissing:
            next += .problem("device-key", "it does not open", hint: "securestore doctor says why")
        case .opensByItself, .keptByKernel, .unattended: break
        }
        next += Finding.ofRotation(information)
        if state != .deviceKeyMissing {
            next += Finding.ofSlots(information.slots.map(\.kind), hasSource: state == .unattended)
        }
        next += Finding.ofBackup(dates[.backup], storeChanged: changed ?? Date(), now: Date())
        self.next = next
    }

    func text(of act: UpkeepDates.Act) -> String {
        dates[act]?.formatted(.iso8601) ?? "never, as far as is known here"
    }

    var json: [(name: String, value: JSON)] {
        func date(_ act: UpkeepDates.Act) -> JSON {
            dates[act].map { .string($0.formatted(.iso8601)) } ?? .null
        }
        return [
            ("rotated", date(.rotation)), ("backedUp", date(.backup)), ("next", .array(next.map(\.json))),
        ]
    }
}

private enum StoreState: String {
    case opensByItself
    case keptByKernel
    case unattended
    case locked
    case deviceKeyMissing

    var text: String {
        switch self {
        case .opensByItself: return "opens by itself, with this machine's device key"
        case .keptByKernel: return "unlocked: the kernel's keyring has its key"
        case .unattended: return "locked; a source of the passphrase is set up"
        case .locked: return "locked"
        case .deviceKeyMissing: return "closed: this machine's device key is missing or another one"
        }
    }
}

extension StoreInformation {
    fileprivate func json(
        _ standing: Standing, _ choice: StoreAccess.Choice
    ) -> [(name: String, value: JSON)] {
        let counts = itemCounts.map(standing.shown).map { counts in
            ItemClass.listed.map { itemClass in
                (name: itemClass.optionName, value: JSON.number(Int64(counts[itemClass] ?? 0)))
            }
        }
        return [
            ("path", path.map { .string($0) } ?? .null), ("chosenBy", .string(choice.rawValue)),
            ("mode", mode.map { .string(String($0, radix: 8)) } ?? .null),
            ("fileSize", .number(Int64(fileSize))), ("freeBytes", .number(Int64(freeBytes))),
            ("journalSize", .number(Int64(journalSize))),
            ("fastReads", hasFastReads.map { .bool($0) } ?? .null), ("format", .number(Int64(formatVersion))),
            ("identifier", .string(identifier)), ("items", counts.map { .object($0) } ?? .null),
            ("deleted", counts == nil ? .null : .number(Int64(standing.deletedCount))),
            ("slots", .array(slots.map { $0.json(isProven: isProven) })),
            ("state", .string(standing.state.rawValue)), ("lockSettings", lockSettings?.json ?? .null),
        ]
    }
}
