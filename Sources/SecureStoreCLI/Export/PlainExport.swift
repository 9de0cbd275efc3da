import SecureStore

/// All passwords that may leave this machine, in a list for another program.
struct PlainExport {
    private let format: PlainFormat
    private var items: [PlainItem] = []
    private var onDevice = 0
    /// What the list does not have, and why.
    private var notWritten: [String] = []

    /// Writes the list into a file or directory, or to standard output for a hyphen.
    static func write(_ format: PlainFormat, to file: String?, _ arguments: Arguments) throws {
        let destination = try format.destination(file)
        let store = try StoreAccess(arguments).openToRead()
        try confirm(destination, arguments)
        let walk = ItemWalk(of: store)
        var export = PlainExport(format: format)
        try walk.visit(Query<GenericPassword>(), returning: .secrets) { match in
            export.add(match.item, match.secret) { PlainItem(match.item, $0) }
        }
        try walk.visit(Query<InternetPassword>(), returning: .secrets) { match in
            export.add(match.item, match.secret) { PlainItem(match.item, $0) }
        }
        let others = try store.count(Query<CertificateItem>()) + store.count(Query<KeyItem>())
        try export.finish(try destination.write(export.items), others)
        try walk.finish()
    }

    private init(format: PlainFormat) { self.format = format }

    /// Asks the person at the terminal; a script has to say that it means it.
    private static func confirm(_ destination: PlainDestination, _ arguments: Arguments) throws {
        guard !arguments.has(.yes) else { return }
        Terminal.tell(destination.warning)
        guard let isMeant = try Prompt.confirms("write all passwords to \(destination.place)?") else {
            throw CommandError(
                .interactionNotAllowed, "there is nobody to ask whether all passwords may be written there",
                hint: "--yes says so")
        }
        guard isMeant else { throw CommandError.failure("nothing was written") }
    }

    private mutating func add(
        _ item: some PasswordItem, _ secret: SecretBytes?, _ plain: (SecretBytes) -> PlainItem
    ) {
        guard !item.accessibility.isThisDeviceOnly else { return onDevice += 1 }
        guard let secret else { return notWritten.append("\(item.attributes.name): it has no secret") }
        let plain = plain(secret)
        if let refusal = format.refusal(plain) ?? (secret.isText ? nil : "its secret is not text") {
            return notWritten.append("\(plain.name): \(refusal)")
        }
        items.append(plain)
        let lost = plain.lost(in: format)
        if !lost.isEmpty { notWritten.append("\(plain.name): its \(lost.joined(separator: ", "))") }
    }

    /// Tells what was written, and fails where that is not all: `refused` is what found no place.
    private func finish(_ refused: [String], _ others: Int) throws(CommandError) {
        let notWritten = notWritten + refused
        Terminal.tell("\(items.count - refused.count) items written, \(onDevice) stay on this device")
        for reason in notWritten { Terminal.tell("not written: \(Terminal.harmless(reason))") }
        if others > 0 {
            Terminal.tell(
                "not written: \(others) certificates and keys, which certificate and key export hand over")
        }
        guard notWritten.isEmpty, others == 0 else { throw .failure("not everything was written") }
    }
}
