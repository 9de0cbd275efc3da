import SecureStore

extension Command {
    static let backup = Command(
        name: "backup", summary: "copy the store as it is now into a new file",
        details: """
            The copy is sealed as the store is, and opens with the same passphrase, recovery code or device key. The \
            device key is not in it. Nobody else may be able to write to its directory.
            """,
        operands: [Operand("FILE", .file)],
        examples: [Example("backup /media/stick/private/monday.securestore", "also while others write")]
    ) { arguments in
        let store = try StoreAccess(arguments).openToReadWithoutUnlocking()
        let progress = ProgressBar("backup")
        try store.backup(to: StoreAccess.absolute(arguments.operands[0]), onProgress: progress.observe)
    }

    static let restore = Command(
        name: "restore", summary: "replace the store with a backup",
        details: """
            The backup is verified in full before anything is replaced, and is not changed itself. If it is interrupted, \
            the store is the old one or the new one.
            """,
        operands: [Operand("FILE", .file)],
        examples: [
            Example("restore /media/stick/private/monday.securestore", "the default store, as it was then")
        ]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let backup = try StoreAccess.absolute(arguments.operands[0])
        let restoration: Restoration
        do {
            restoration = try access.withCredential { credential throws(StoreError) in
                // Not before the passphrase has been typed, which is not part of the work.
                let progress = ProgressBar("restore")
                return try ItemStore.restore(
                    from: backup, to: access.path, unlockingWith: credential, onProgress: progress.observe)
            }
        } catch {
            let error = CommandError(any: error)
            // What helps where a store is missing or damaged does not help with its backup.
            let isOfStores = [ExitCode(.noSuchKeychain), ExitCode(.invalidKeychain)].contains(error.exitCode)
            throw CommandError(
                exitCode: error.exitCode, message: error.message, hint: isOfStores ? nil : error.hint)
        }
        for path in restoration.setAside {
            Terminal.tell("what was there and could not be opened is now \(Terminal.harmless(path))")
        }
        try Output.print(
            "restored \(Terminal.harmless(access.path)), \(try restoration.store.itemCount()) items")
    }

    static let salvage = Command(
        name: "salvage", summary: "save the undamaged items of a damaged store into a new one",
        details: """
            The damaged store is only read, and no program may have it open meanwhile. Every lost item is named.
            """,
        operands: [Operand("NEWFILE", .file)],
        examples: [Example("salvage ~/.local/share/securestore/salvaged.store", "beside the damaged one")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let target = try StoreAccess.absolute(arguments.operands[0])
        let report = try access.withCredential { credential throws(StoreError) in
            let progress = ProgressBar("salvage")
            return try ItemStore.salvage(
                from: access.path, to: target, unlockingWith: credential, onProgress: progress.observe)
        }
        try print(report)
    }

    private static func print(_ report: SalvageReport) throws(CommandError) {
        for loss in report.lost {
            let item = loss.reference.map { "\($0)" } ?? "an item"
            try Output.print("lost: \(item): \(Terminal.harmless(loss.reason))")
        }
        for item in report.uncertain { try Output.print("perhaps of an earlier time: \(item)") }
        for problem in report.problems { try Output.print("problem: \(Terminal.harmless(problem))") }
        try Output.print("\(report.recovered) items recovered, \(report.lost.count) lost")
        switch report.completeness {
        case .confirmed: return
        case .incomplete(let expected):
            throw CommandError.failure(
                "the store held \(expected) items, and these are not all of them as they were")
        case .unknown: throw CommandError.failure("nothing tells whether this is all that the store held")
        }
    }
}
