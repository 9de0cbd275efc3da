import SecureStore

extension Command {
    static let info = Command(
        name: "info", aliases: ["doctor"], summary: "show what guards the store, and how it stands",
        details: """
            The file, the ways in and numbers; never a name of an item. Nothing is unlocked for it; how long unlock \
            keeps the store open shows only where it is open now.
            """,
        options: [.json],
        examples: [Example("info", "as text"), Example("info --json", "for programs")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let information = try access.information()
        let standing = try Standing(access)
        if arguments.has(.json) {
            try Output.print(JSON.object(information.json + standing.json).text)
        } else {
            try Output.print(text(information, standing))
        }
    }

    private static func text(_ information: StoreInformation, _ standing: Standing) -> String {
        let classes = ItemClass.listed.compactMap { itemClass in
            information.itemCounts[itemClass].map { "\($0) \(itemClass.optionName)" }
        }
        let slots = information.slots.map { slot in
            "\(slot.number) \(slot.kind.text)" + (slot.cost.map { " (\($0.text))" } ?? "")
        }
        let rows =
            [
                ("file", information.path ?? ""),
                ("mode", information.mode.map { String($0, radix: 8) } ?? ""),
                (
                    "size",
                    "\(information.fileSize) bytes, \(information.freeBytes) free, journal \(information.journalSize)"
                ),
                ("format", "\(information.formatVersion)"),
                ("identifier", information.identifier),
                ("items", classes.isEmpty ? "none" : classes.joined(separator: ", ")),
                ("opens with", slots.joined(separator: ", ")),
                ("state", standing.state.text),
            ] + (standing.lockSettings.map { [("unlock for", $0.text)] } ?? [])
        return rows.map { name, value in
            name + String(repeating: " ", count: 12 - name.count) + Terminal.harmless(value)
        }.joined(separator: "\n")
    }
}

/// How the store would open now, and what it says then.
private struct Standing {
    let state: StoreState
    /// Nil where the store does not open without being asked.
    let lockSettings: LockSettings?

    init(_ access: StoreAccess) throws {
        let store: ItemStore
        do throws(StoreError) { store = try access.openWithoutUnlocking() } catch {
            guard error.status == .notAvailable || error.status == .authFailed else { throw error }
            (state, lockSettings) = (.deviceKeyMissing, nil)
            return
        }
        if store.lockState == .unlocked {
            state = .opensByItself
        } else if try PassphraseSource.unattended() != nil {
            state = .unattended
        } else {
            state = try access.unlockFromKeyring(store) ? .keptByKernel : .locked
        }
        lockSettings = store.lockState == .unlocked ? try store.lockSettings() : nil
    }

    var json: [(name: String, value: JSON)] {
        [("state", .string(state.rawValue)), ("lockSettings", lockSettings?.json ?? .null)]
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
    fileprivate var json: [(name: String, value: JSON)] {
        let counts = ItemClass.listed.map { itemClass in
            (name: itemClass.optionName, value: JSON.number(Int64(itemCounts[itemClass] ?? 0)))
        }
        return [
            ("path", path.map { .string($0) } ?? .null),
            ("mode", mode.map { .string(String($0, radix: 8)) } ?? .null),
            ("fileSize", .number(Int64(fileSize))), ("freeBytes", .number(Int64(freeBytes))),
            ("journalSize", .number(Int64(journalSize))), ("format", .number(Int64(formatVersion))),
            ("identifier", .string(identifier)), ("items", .object(counts)),
            ("slots", .array(slots.map(\.json))),
        ]
    }
}
