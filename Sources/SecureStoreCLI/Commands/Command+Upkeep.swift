import SecureStore

extension Command {
    static let verify = Command(
        name: "verify", summary: "look at every item, and say what is damaged",
        details: """
            Reads the whole file. Others can go on reading and writing meanwhile. Like every command that opens the \
            store, it first takes in the journal, and removes what killed programs have left beside the file.
            """,
        examples: [Example("verify", "ends with an error when anything is wrong")]
    ) { arguments in
        let report: VerificationReport
        do {
            let store = try StoreAccess(arguments).openToRead()
            report = try ProgressBar.showing("verify") { try store.verify(onProgress: $0) }
        } catch let error as StoreError where [.invalidKeychain, .decode].contains(error.status) {
            // The usual hint is at this very command.
            throw CommandError(error).hinting(salvaging)
        }
        for damage in report.damaged {
            try Output.print("damaged: \(Terminal.harmless(damage.text))")
        }
        for problem in report.problems { try Output.print("problem: \(Terminal.harmless(problem))") }
        var summary = "\(Count.items(report.checked)) checked, \(report.damaged.count) damaged"
        if report.unopened > 0 { summary += ", \(report.unopened) could not be opened here" }
        try Output.print(summary)
        if report.unopened > 0 { Terminal.hint(Finding.wayWithoutDeviceKey) }
        try require(report.isIntact, "the store is damaged", hint: salvaging, status: .decode)
    }

    private static let salvaging = "securestore salvage copies what is whole into a new store"

    static let rotate = Command(
        name: "rotate", summary: "replace all keys, and encrypt every item again",
        details: """
            Afterwards an old copy of the file, with what opened it, no longer helps to open this one. Passphrases and \
            recovery codes stay the same. If it is interrupted, the next rotate goes on where it stopped.
            """,
        examples: [Example("rotate", "after somebody may have seen a key")], changes: true
    ) { arguments in
        try rotate(try StoreAccess(arguments).open(DeletedLogins.options()))
    }

    static func rotate(_ store: ItemStore) throws {
        do {
            try ProgressBar.showing("rotate") { try store.rotateKeys(onProgress: $0) }
        } catch let error as StoreError where ReplicaOpeners.installed != nil {
            // Of its changes on a fleet, some were made.
            let ofServers: [StoreStatus] = [.notAvailable, .databaseLocked, .unknownOutcome, .keptByFleet]
            guard ofServers.contains(error.status) else { throw error }
            throw CommandError(error).hinting("run it again: it goes on where it stopped")
        }
        try store.note(.rotation)
        try Output.print("new keys for \(DeletedLogins.countOfAll(in: store))")
    }

    static let compact = Command(
        name: "compact", summary: "free the space of deleted items",
        details: "Writes the whole file again, without the deleted items.",
        examples: [Example("compact", "after many items were deleted")]
    ) { arguments in
        let access = try StoreAccess(arguments)
        let store = try access.openWithoutUnlocking()
        let before = try store.information().fileSize
        try ProgressBar.showing("compact") { try store.compact(onProgress: $0) }
        try Output.print("\(before) bytes before, \(try store.information().fileSize) bytes now")
    }
}

extension VerificationReport {
    /// The first thing that is wrong, and how many more there are; nil if nothing is.
    var fault: String? {
        let faults = problems + damaged.map(\.text)
        return faults.first.map { faults.count == 1 ? $0 : "\($0), and \(faults.count - 1) more" }
    }
}

extension VerificationReport.Damage {
    var text: String { "\(reference?.text ?? "an item"): \(reason)" }
}

extension ItemStore {
    /// Notes for info and doctor that something was done now.
    ///
    /// It was done all the same where nothing can be noted.
    func note(_ act: UpkeepDates.Act) throws(StoreError) {
        let identifier = try identifier()
        do throws(StoreError) { try UpkeepDates.note(act, of: identifier) } catch {
            Terminal.tell("info will not know of this: \(Terminal.harmless(error.reason))")
        }
    }
}
