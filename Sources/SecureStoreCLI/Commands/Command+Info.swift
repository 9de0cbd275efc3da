import SecureStore

extension Command {
    static let info = Command(
        name: "info", aliases: ["doctor"], summary: "show what guards the store, and how it stands",
        details: "The file, the ways in and numbers; never a name of an item. Nothing is unlocked for it.",
        options: [.json],
        examples: [Example("info", "as text"), Example("info --json", "for programs")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let information = try ItemStore.information(at: access.path)
        let state = try StoreState(access)
        if arguments.has(.json) {
            try Output.print(JSON.object(information.json + [("state", .string(state.rawValue))]).text)
        } else {
            try Output.print(text(information, state))
        }
    }

    private static func text(_ information: StoreInformation, _ state: StoreState) -> String {
        let classes = ItemClass.listed.compactMap { itemClass in
            information.itemCounts[itemClass].map { "\($0) \(itemClass.optionName)" }
        }
        let slots = information.slots.map { slot in
            "\(slot.number) \(slot.kind.text)" + (slot.cost.map { " (\($0.text))" } ?? "")
        }
        let rows = [
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
            ("state", state.text),
        ]
        return rows.map { name, value in
            name + String(repeating: " ", count: 12 - name.count) + Terminal.harmless(value)
        }.joined(separator: "\n")
    }
}

/// Whether the store would open now.
private enum StoreState: String {
    case opensByItself
    case keptByKernel
    case unattended
    case locked
    case deviceKeyMissing

    init(_ access: StoreAccess) throws {
        do throws(StoreError) {
            let store = try access.openWithoutUnlocking()
            if store.lockState == .unlocked {
                self = .opensByItself
            } else if try PassphraseSource.unattended() != nil {
                self = .unattended
            } else {
                self = Self.isKept(store) ? .keptByKernel : .locked
            }
        } catch {
            guard error.status == .notAvailable || error.status == .authFailed else { throw error }
            self = .deviceKeyMissing
        }
    }

    private static func isKept(_ store: ItemStore) -> Bool {
        do { return try KernelKeyring(for: store).key() != nil } catch { return false }
    }

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
