import SecureStore

extension Command {
    static let info = Command(
        name: "info", aliases: ["doctor"], summary: "show what opens the store, and its state",
        details: """
            Shows the file, the slots and some numbers, never the name of an item. Unlocks nothing: the number of items, and \
            how long unlock keeps the store open, are shown only if it is open now. If it is locked, the slots are what \
            the file says, and not proven.
            """,
        options: [.json],
        examples: [Example("info", "as text"), Example("info --json", "for programs")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let closed = try access.information()
        let standing = try Standing(access)
        let information = try standing.store?.information() ?? closed
        if arguments.has(.json) {
            try Output.print(JSON.object(information.json(standing.state, access.choice)).text)
        } else {
            try Output.print(text(information, standing, access.choice))
        }
    }

    private static func text(
        _ information: StoreInformation, _ standing: Standing, _ choice: StoreAccess.Choice
    ) -> String {
        let items = information.itemCounts.map { counts in
            let classes = ItemClass.listed.compactMap { itemClass in
                counts[itemClass].map { "\($0) \(itemClass.optionName)" }
            }
            return classes.isEmpty ? "none" : classes.joined(separator: ", ")
        }
        let slots = information.slots.map { slot in
            "\(slot.kind.text) (slot \(slot.number)" + (slot.cost.map { ", \($0.text))" } ?? ")")
        }.joined(separator: ", ")
        let (size, free) = (information.fileSize, information.freeBytes)
        let rows: [(name: String, value: String?)] = [
            ("file", information.path), ("chosen by", choice.text),
            ("mode", information.mode.map { String($0, radix: 8) }),
            ("size", "\(size) bytes, \(free) free, journal \(information.journalSize)"),
            ("format", "\(information.formatVersion)"),
            ("identifier", information.identifier),
            ("items", items),
            ("opens with", information.isProven ? slots : slots + "; not proven"),
            ("state", standing.text),
            ("unlock for", information.lockSettings?.text),
        ]
        return rows.compactMap { name, value in
            value.map { name + String(repeating: " ", count: 12 - name.count) + Terminal.harmless($0) }
        }.joined(separator: "\n")
    }
}

/// How the store would open now, and what it says then.
private struct Standing {
    let state: StoreState
    /// Nil where it does not open without being asked.
    let store: ItemStore?
    /// How long the kernel keeps its key, in the kernel's words.
    private var timeLeft: String?

    var text: String { state.text + (timeLeft.map { ", for another \($0)" } ?? "") }

    init(_ access: StoreAccess) throws {
        let store: ItemStore
        do throws(StoreError) { store = try access.openToReadWithoutUnlocking() } catch {
            guard error.status == .notAvailable || error.status == .authFailed else { throw error }
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
    }
}

/// Whether the store would open now.
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
        _ state: StoreState, _ choice: StoreAccess.Choice
    ) -> [(name: String, value: JSON)] {
        let counts = itemCounts.map { counts in
            ItemClass.listed.map { itemClass in
                (name: itemClass.optionName, value: JSON.number(Int64(counts[itemClass] ?? 0)))
            }
        }
        return [
            ("path", path.map { .string($0) } ?? .null), ("chosenBy", .string(choice.rawValue)),
            ("mode", mode.map { .string(String($0, radix: 8)) } ?? .null),
            ("fileSize", .number(Int64(fileSize))), ("freeBytes", .number(Int64(freeBytes))),
            ("journalSize", .number(Int64(journalSize))), ("format", .number(Int64(formatVersion))),
            ("identifier", .string(identifier)), ("items", counts.map { .object($0) } ?? .null),
            ("slots", .array(slots.map { $0.json(isProven: isProven) })),
            ("state", .string(state.rawValue)), ("lockSettings", lockSettings?.json ?? .null),
        ]
    }
}
