import SecureStore

// Deleted logins, and their return.
extension Command {
    static let deleted = Command(
        name: "deleted", summary: "show the deleted logins that can be brought back",
        details: """
            delete keeps a login with its parts and earlier secrets, sealed like all others. No other command sees it, nor does \
            another program. undelete brings it back, also by its title. delete --expired deletes what was deleted more than \
            \(DeletedLogins.days) days ago for good.
            """,
        options: Listing.options, examples: [Example("deleted", "their names, and when they were deleted")]
    ) { arguments in
        let headings = Array(ItemAttributes.headings.dropLast()) + ["DELETED"]
        var listing = try Listing(arguments, headings)
        let walk = ItemWalk(of: try StoreAccess(arguments).open(DeletedLogins.options()))
        func add<Item: PasswordItem>(_ type: Item.Type) throws {
            try walk.visit(DeletedLogins.query(type), returning: .secrets) { match in
                let (attributes, reference) = (match.item.attributes, match.reference.text)
                let title = DeletedLogins.title(match.parts) ?? ""
                let row = Array(attributes.columns.prefix(3)) + [title, DeletedLogins.date(attributes)]
                let members = zip(headings, row).map { ($0.lowercased(), JSON.string($1)) }
                listing.add(
                    row, key: reference, scheme: attributes.scheme,
                    json: .object([("reference", .string(reference))] + members))
            }
        }
        try add(GenericPassword.self)
        try add(InternetPassword.self)
        try walk.finish(listing, ifEmpty: "no deleted logins")
    }

    static let undelete = Command(
        name: "undelete", summary: "bring a deleted login back",
        details: """
            It gets its label and its group back, and is the item that it was. If another login has its name by now, \
            nothing changes.
            """,
        options: ItemWords.options + [.reference], operands: ItemWords.operands,
        examples: [Example("undelete mail.example maria", "as if it had not been deleted")], changes: true
    ) { arguments in
        var words = try ItemWords(arguments)
        words.isDeleted = true
        let store = try StoreAccess(arguments).open(DeletedLogins.options())
        let logins = try store.reading { items in try words.logins(in: items) }
        try require(
            !logins.isEmpty, "no deleted login of that name was found",
            hint: "securestore deleted shows what can be brought back", status: .itemNotFound)
        let reference = try (logins.count == 1 ? logins[0] : picked(of: logins)).reference
        do { try DeletedLogins.restore(reference.itemClass.passwordType, reference, in: store) } catch {
            guard let error = error as? StoreError, error.status == .duplicateItem else { throw error }
            throw CommandError(
                .duplicateItem, "another login has its name by now",
                hint: "securestore rename gives that one another name")
        }
    }

    private static func picked(of logins: [Login]) throws -> Login {
        let hint = "--reference of one that deleted --json shows"
        return try Choice.one(of: logins, "several deleted logins match", hint: hint) { login in
            let (attributes, date) = (login.attributes, DeletedLogins.date(login.attributes))
            return "\(attributes.place) \(attributes.column(.account)), deleted \(date)"
        }
    }
}
