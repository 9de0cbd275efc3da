import SecureStore

extension Command {
    static let backup = Command(
        name: "backup", summary: "copy the store as it is now into a new file",
        details: """
            The copy is sealed as the store is, and opens with the same passphrase, recovery code or device key. The \
            device key is not in it: without a passphrase or a recovery code, which recovery-code adds, the copy opens \
            on this machine only, and one of a fleet's store on the fleet's machines. restore FILE takes it back, here \
            or elsewhere. Nobody else may be able to write to its directory.

            The copy is verified with the store's keys before it is called FILE. A command that was killed \
            may leave an unverified copy beside it, which ends in .unverified, or a hidden part of one, \
            which the next backup there removes. If the copy is damaged, because the store is, it is kept as \
            FILE.damaged, or FILE.damaged-2 and so on where that is taken, and the command ends with \
            \(ExitCode.damagedCopy.rawValue): keep the earlier backups. If the store is locked, only the \
            structure of the file is checked, and the command says so.
            """,
        operands: [Operand("FILE", .file)],
        examples: [Example("backup /media/private/monday.securestore", "also while others write")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let store = try access.openToReadWithoutUnlocking()
        let file = try StoreAccess.absolute(arguments.operands[0])
        try OutputFile.checkFree(file)
        let copy = "\(file).\(String(UInt32.random(in: 0 ... .max), radix: 36)).unverified"
        let isLocked = store.lockState != .unlocked
        // A signal waits until the copy is called FILE, or gone, but not while a passphrase is asked for.
        try Interruption.held {
            do {
                try ProgressBar.showing("backup") { try store.backup(to: copy, onProgress: $0) }
            } catch {
                // The copy may be whole, under a name that the disk may lose.
                OutputFile.remove(copy)
                throw error
            }
            if !isLocked {
                try settle(copy, as: file, of: store)
            } else if Interruption.isRequested {
                OutputFile.remove(copy)
            }
        }
        if isLocked {
            // A passphrase that does not open the store keeps nobody from a copy of it.
            if (try? access.unlockUnattended(store)) != true {
                Terminal.tell("the store is locked, so the copy's items were not verified")
            }
            try Interruption.held { try settle(copy, as: file, of: store) }
        }
        try store.note(.backup)
        try tellWhatOpens(copyOf: store)
    }

    /// Gives a copy its name, verified first if the store is open.
    private static func settle(_ copy: String, as file: String, of store: ItemStore) throws {
        let fault: String?
        do {
            fault = try store.lockState == .unlocked ? damage(of: copy, from: store) : nil
            if fault == nil { try OutputFile.move(copy, to: file) }
        } catch {
            // Nobody is told of it, or could say what it is worth.
            OutputFile.remove(copy)
            throw error
        }
        if let fault { try keep(copy, of: file, damagedBy: fault) }
    }

    /// Verifies a copy with the keys of its store; the reason if it is damaged.
    private static func damage(of copy: String, from store: ItemStore) throws -> String? {
        do throws(StoreError) {
            // A source of the passphrase has been asked, and a descriptor has nothing to read a second time.
            let opened = try ItemStore.open(
                at: copy, unlockingWith: .deviceKey, options: StoreOptions(access: .readOnly))
            if opened.lockState != .unlocked {
                try opened.unlock(with: .sessionKey(try store.sessionKey()))
            }
            return try ProgressBar.showing("verify") { observer throws(StoreError) in
                try opened.verify(onProgress: observer).fault
            }
        } catch {
            let damages: [StoreStatus] = [.invalidKeychain, .invalidDatabaseBlob, .decode]
            guard damages.contains(error.status) else { throw error }
            return error.reason
        }
    }

    /// Moves a damaged copy out of the way of good ones, and throws the error that says where it is.
    private static func keep(
        _ copy: String, of file: String, damagedBy fault: String
    ) throws(CommandError) -> Never {
        let names = [file + ".damaged"] + (2...999).map { "\(file).damaged-\($0)" }
        let kept = names.first { FileFacts($0) == nil } ?? copy
        if kept != copy { try OutputFile.move(copy, to: kept) }
        throw CommandError(
            exitCode: .damagedCopy,
            message: "the store is damaged, and so is its copy (\(fault)), which is kept as \(kept)",
            hint: "securestore verify lists what is damaged, salvage takes the rest into a new store")
    }

    private static func tellWhatOpens(copyOf store: ItemStore) throws(StoreError) {
        let kinds = try store.protection().slots.map(\.kind)
        let anywhere = [KeySlot.Kind.passphrase, .recoveryCode].filter { kinds.contains($0) }.map {
            "a \($0.text)"
        }
        guard anywhere.isEmpty else {
            return Terminal.tell("the copy opens with \(anywhere.joined(separator: " or ")) of the store")
        }
        let isShared = kinds.contains(.host)
        let machine = isShared ? "the device key of a machine of the fleet" : "this machine's device key"
        Terminal.tell("the copy opens only with \(machine), which is not in it")
        Terminal.hint("securestore recovery-code adds a code that opens the next copy on any machine")
    }

    static let restore = Command(
        name: "restore", summary: "replace the store with a backup",
        details: """
            The backup is verified in full before anything is replaced, and is not changed itself. If it is interrupted, \
            the store is the old one or the new one. On a new machine it makes the store, and asks for the passphrase or \
            the recovery code. A store that opened by itself on the old machine does so on the new one. A backup of a \
            fleet's store becomes a store by itself.
            """,
        options: [.withRecoveryCode, .yes],
        operands: [Operand("FILE", .file)],
        examples: [
            Example("restore /media/private/monday.securestore", "the default store, as it was then")
        ]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let backup = try StoreAccess.absolute(arguments.operands[0])
        // Nobody has agreed to replace a store that is made while the passphrase is typed.
        let mustBeFree = !arguments.has(.yes) && FileFacts(access.path) == nil
        let options = try DeletedLogins.options()
        let hadPassphrase = StoreAccess.slotKinds(of: access.path)?.contains(.passphrase) == true
        let restoration: Restoration
        try checkIsThere(backup)
        try confirmReplacement(of: access, arguments)
        do {
            let isCode = arguments.has(.withRecoveryCode)
            restoration = try StoreAccess.withCredential(for: backup, recoveryCode: isCode) {
                credential throws(StoreError) in
                guard !mustBeFree || FileFacts(access.path) == nil else {
                    throw StoreError.taken(access.path)
                }
                try access.directory.makeFolder(for: access.path)
                // Not before the passphrase has been typed, which is not part of the work.
                return try ProgressBar.interruptibly("restore") { observer throws(StoreError) in
                    try ItemStore.restore(
                        from: backup, to: access.path, unlockingWith: credential, options: options,
                        onProgress: observer)
                }
            }
        } catch {
            let error = CommandError(any: error)
            // The help for a store that is missing or damaged does not help with its backup.
            let isOfStores = [ExitCode(.noSuchKeychain), ExitCode(.invalidKeychain)].contains(error.exitCode)
            let isNone = error.message.contains(" is not a store")
            let hint = isNone ? "if it is an export, securestore import takes it in" : nil
            throw isOfStores ? error.hinting(hint) : error
        }
        for path in restoration.setAside {
            Terminal.tell("what was there and could not be opened is now \(Terminal.harmless(path))")
        }
        try Output.print(
            "restored \(Terminal.harmless(access.path)), with \(try DeletedLogins.countOfAll(in: restoration.store))"
        )
        if hadPassphrase, try !restoration.store.protection().hasPassphrase {
            Terminal.tell("the store had a passphrase, and opens by itself again, as the backup does")
            Terminal.hint("securestore passphrase set gives it one")
        }
        guard StoreAccess.slotKinds(of: backup)?.contains(.host) == true else { return }
        Terminal.tell("it is a store by itself, in no fleet")
        Terminal.hint(
            "to be in the fleet again, move it away and run securestore fleet join IDENTIFIER --forget")
    }

    /// Refuses a backup that is not there before anything is asked; all else, the restoring itself says.
    private static func checkIsThere(_ backup: String) throws(CommandError) {
        do throws(StoreError) {
            _ = try ItemStore.information(at: backup, options: StoreOptions(access: .readOnly))
        } catch {
            guard error.status == .noSuchKeychain else { return }
            throw CommandError(.noSuchKeychain, "there is no backup at \(backup)")
        }
    }

    /// Asks before a store is replaced; one whose keys cannot be read is set aside, and nothing is lost.
    private static func confirmReplacement(of access: StoreAccess, _ arguments: Arguments) throws {
        guard !arguments.has(.yes) else { return }
        do throws(StoreError) { _ = try access.information() } catch {
            let others: [StoreStatus] = [
                .noSuchKeychain, .notAvailable, .invalidKeychain, .invalidDatabaseBlob,
            ]
            if others.contains(error.status) { return }
        }
        let path = Terminal.harmless(access.path)
        guard let isMeant = try Prompt.confirms("replace the store at \(path)?") else {
            throw CommandError(.duplicateKeychain, "there is a store at \(path)", hint: "--yes replaces it")
        }
        try require(isMeant, "nothing was changed")
    }

    static let salvage = Command(
        name: "salvage", summary: "save the undamaged items of a damaged store into a new one",
        details: """
            The damaged store is only read, and no program may have it open meanwhile. Every lost item is named.
            """,
        options: [.withRecoveryCode], operands: [Operand("NEWFILE", .file)],
        examples: [Example("salvage ~/.local/share/salvaged.store", "into a new store")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let target = try StoreAccess.absolute(arguments.operands[0])
        let isCode = arguments.has(.withRecoveryCode)
        do {
            let report = try StoreAccess.withCredential(for: access.path, recoveryCode: isCode) {
                credential throws(StoreError) in
                try ProgressBar.interruptibly("salvage") { observer throws(StoreError) in
                    try ItemStore.salvage(
                        from: access.path, to: target, unlockingWith: credential, onProgress: observer)
                }
            }
            try print(report, in: arguments.operands[0])
        } catch let error as StoreError where error.status == .invalidKeychain {
            // The usual hint is at this very command.
            throw CommandError(error).hinting(nil)
        }
    }

    private static func print(_ report: SalvageReport, in name: String) throws(CommandError) {
        for loss in report.lost {
            let item = loss.reference?.text ?? "an item"
            try Output.print("lost: \(item): \(Terminal.harmless(loss.reason))")
        }
        for item in report.uncertain { try Output.print("perhaps of an earlier time: \(item.text)") }
        for problem in report.problems { try Output.print("problem: \(Terminal.harmless(problem))") }
        try Output.print("\(Count.items(report.recovered)) recovered, \(report.lost.count) lost")
        switch report.completeness {
        case .confirmed:
            let word = BashWord.quoted(name) ?? name
            Terminal.hint("securestore restore \(word) puts them in the place of the damaged store")
        case .incomplete(let expected):
            throw CommandError.failure(
                "the store held \(expected) items, and these are not all of them as they were",
                hint: "look for the others in a backup, and keep the damaged file")
        case .unknown:
            throw CommandError.failure(
                "nothing tells whether this is all that the store held",
                hint: "compare it with a backup, and keep the damaged file")
        }
    }
}
