import SecureStore

/// All passwords that may leave this machine, in a list for another program.
struct PlainExport {
    private let format: PlainFormat
    private var items: [PlainItem] = []
    private var onDevice = 0
    private var notWritten: [String] = []

    static func write(_ format: PlainFormat, to file: String?, _ arguments: Arguments) throws {
        let destination = try format.destination(file)
        let store = try StoreAccess(arguments).openToRead()
        try confirm(destination, arguments)
        let walk = ItemWalk(of: store, as: "export")
        var export = PlainExport(format: format)
        try walk.visit(Query<GenericPassword>().synchronizable(.any), returning: .secrets) { match in
            try export.add(match, from: store)
        }
        try walk.visit(Query<InternetPassword>().synchronizable(.any), returning: .secrets) { match in
            try export.add(match, from: store)
        }
        var others = 0
        try walk.visit(Query<CertificateItem>().synchronizable(.any)) { _ in others += 1 }
        try walk.visit(Query<KeyItem>().synchronizable(.any)) { _ in others += 1 }
        // An empty list would say that there is nothing.
        if !walk.isWhole, export.items.isEmpty { try walk.finish() }
        try export.finish(try destination.write(export.items), others, walk)
    }

    /// Asks the person at the terminal; a script has to say that it means it.
    private static func confirm(_ destination: PlainDestination, _ arguments: Arguments) throws {
        guard !arguments.has(.yes) else { return }
        Terminal.tell(destination.warning)
        let isMeant = try require(
            Prompt.confirms("write all passwords to \(destination.place)?"),
            "there is nobody to ask whether all passwords may be written there", hint: "--yes says so",
            status: .interactionNotAllowed)
        try require(isMeant, "nothing was written")
    }

    private mutating func add<Item: PasswordItem>(_ match: ItemMatch<Item>, from store: ItemStore) throws {
        guard format.hasEarlier else { return try add(match, []) }
        // With the secret of the same moment; an item that is gone by now is left out.
        let query = Query<Item>().reference(match.reference)
        let found = try store.reading { items in
            try items.first(query).map { ($0, try items.earlierSecrets(query)) }
        }
        if let (match, earlier) = found { try add(match, earlier) }
    }

    private mutating func add(
        _ match: ItemMatch<some PasswordItem>, _ earlier: [EarlierSecret]
    ) throws {
        guard !match.item.accessibility.isThisDeviceOnly else { return onDevice += 1 }
        guard let whole = match.secret else {
            return notWritten.append("\(match.item.attributes.name): it has no secret")
        }
        // Other programs would take what git's helper keeps behind a password for a part of it.
        let isOfGit = !format.keepsGit && match.item is InternetPassword && match.item.isOfGit
        let password = { (secret: SecretBytes) in
            isOfGit ? try GitSecret(secret)?.password ?? secret : secret
        }
        let secret = try password(whole)
        let former = try earlier.map { (replaced: $0.replaced, secret: try password($0.secret)) }
        let plain = try PlainItem(match, secret, former)
        if let refusal = format.refusal(plain) ?? (secret.isText ? nil : "its secret is not text") {
            return notWritten.append("\(plain.name): \(refusal)")
        }
        items.append(plain)
        let isCut = zip([secret] + former.map(\.secret), [whole] + earlier.map(\.secret))
            .contains { $0.count < $1.count }
        let lost = plain.lost(in: format) + (isCut ? ["expiry or credential of git"] : [])
        if !lost.isEmpty { notWritten.append("\(plain.name): its \(lost.joined(separator: ", "))") }
    }

    /// Tells what was written, and fails where that is not all: `refused` is what found no place.
    private func finish(_ refused: [String], _ others: Int, _ walk: ItemWalk) throws {
        let notWritten = notWritten + refused
        Terminal.tell("\(Count.items(items.count - refused.count)) written, \(onDevice) left on this device")
        for reason in notWritten { Terminal.tell("not written: \(Terminal.harmless(reason))") }
        if others > 0 {
            Terminal.tell(
                "not written: \(others) certificates and keys, which certificate and key export hand over")
        }
        try walk.finish()
        try require(notWritten.isEmpty && others == 0, "not everything was written")
    }
}

/// The place of a list, checked before anybody is asked and anything is read, and the way there.
struct PlainDestination {
    let warning: String
    let place: String
    /// Writes the items, and says of each that finds no place there why.
    let write: ([PlainItem]) throws -> [String]
}

extension PlainDestination {
    /// A new file, or standard output for a hyphen and without a name.
    init(file: String?, _ list: @escaping ([PlainItem]) throws -> SecretBytes) throws {
        let file = file ?? "-"
        let path = try StoreAccess.absolute(file)
        if file == "-" { try Output.requirePrivate() } else { try OutputFile.checkFree(path) }
        warning = "nothing is encrypted: anyone who has the file, or a copy of it, can read every password"
        place = file == "-" ? "standard output" : Terminal.harmless(path)
        write = { items in
            let list = try list(items)
            if file == "-" { try Output.write(list) } else { try OutputFile.create(path, list) }
            return []
        }
    }
}
