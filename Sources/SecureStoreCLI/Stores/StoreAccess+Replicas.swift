import FoundationEssentials
import SecureStore

/// The opener of the stores of fleets, which can be changed only over their server.
///
/// The command has none, because it is not linked with libpq; `securestore-fleet` installs one.
enum ReplicaOpeners {
    typealias Opener = @Sendable (StoreAccess, StoreOptions) throws -> ItemStore

    private static let opener = SystemMutex<Opener?>(nil)

    static var installed: Opener? { opener.withLock { $0 } }

    static func install(_ new: Opener?) { opener.withLock { $0 = new } }

    /// Runs what only reads what is here, as the command does, which asks no server.
    static func withoutServer<R>(_ body: () throws -> R) rethrows -> R {
        let present = installed
        defer { install(present) }
        install(nil)
        return try body()
    }
}

extension StoreAccess {
    /// True if a fleet has to know of each change of the store; false if no store can be opened there.
    ///
    /// It is opened as for a change: nothing else reads what a killed writer has left. A store that cannot be
    /// read now is an error, since whoever took it for one by itself would ask no server.
    var isReplica: Bool {
        get throws(StoreError) {
            do throws(StoreError) {
                let known = try StoreOptions().forReading { options throws(StoreError) in
                    try ItemStore.information(at: path, options: options)
                }
                return known.slots.contains { $0.kind == .host }
            } catch {
                let none: [StoreStatus] = [
                    .noSuchKeychain, .invalidKeychain, .invalidDatabaseBlob, .invalidDBLocation,
                    .wrongSecVersion,
                ]
                guard none.contains(error.status) else { throw error }
                return false
            }
        }
    }
}

extension ItemStore {
    /// Notes that the store had everything of its fleet at this moment, unless that was noted lately.
    ///
    /// Where it cannot be noted, nobody is told how old the store is, and that is all.
    func noteContact(at date: Date) {
        guard let identifier = try? identifier() else { return }
        let known = (try? UpkeepDates.known(of: identifier))?[.contact]
        guard known.map({ abs(date.timeIntervalSince($0)) >= 30 }) ?? true else { return }
        try? UpkeepDates.note(.contact, of: identifier, at: date)
    }

    /// Says how old the items of a replica may be, if nothing keeps it fresh: `fleet follow` looks once a
    /// minute.
    func tellAge() throws {
        guard try fleetIdentifier() != nil,
            let contact = (try? UpkeepDates.known(of: identifier()))?[.contact]
        else { return }
        let seconds = Date.now.timeIntervalSince(contact)
        guard abs(seconds) >= 300 else { return }
        let age = seconds > 0 ? Moment.ago(.seconds(seconds)) : "while its clock was ahead"
        Terminal.tell("securestore: this machine last asked its fleet \(age), and uses what it had then")
    }
}

extension Arguments {
    /// Lets the program that has libpq run a command that needs the server of a replica, before anything is
    /// read or asked.
    ///
    /// It has the same commands, so that words, answers and exit codes are the same.
    func handOnIfReplica(_ stores: [StoreAccess]? = nil) throws {
        guard ReplicaOpeners.installed == nil, !has(.help),
            try (stores ?? [StoreAccess(self)]).contains(where: { try $0.isReplica })
        else { return }
        try ProgramWords.requireText(exceptLast: command.endsOptionsAtOperand ? operands.count : 0)
        let words = ProgramWords.all
        let isNamed = words.first?.split(separator: "/").last.map(String.init) == table.program
        let program = isNamed ? table.program : "securestore"
        try HelperProgram.fleet.replaceProcess([program], withLast: words.count - 1)
    }
}

extension CommandTable {
    /// Runs a command, in the program that has libpq if it needs the server of the store's fleet.
    func runWhereItCan(_ words: [String]) throws { try runWhereItCan(arguments(of: words)) }

    /// `stores` are those that the arguments mean, if these say it in a way of their own.
    func runWhereItCan(
        _ arguments: Arguments, in stores: @autoclosure () -> [StoreAccess]? = nil
    ) throws {
        if arguments.command.changes || arguments.has(.latest) { try arguments.handOnIfReplica(stores()) }
        try run(arguments)
    }
}
