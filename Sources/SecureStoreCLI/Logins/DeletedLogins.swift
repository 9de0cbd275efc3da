import FoundationEssentials
import SecureStore

/// Logins that were deleted and can be brought back, until somebody deletes them for good.
///
/// A deleted login stays the item that it was, with its parts and earlier secrets, in an access group that no
/// other call sees. Its label says so, because labels are in the index; its own one is in a part.
enum DeletedLogins {
    /// More days after its deletion, a login is one that `delete --expired` takes.
    static let days = 30
    private static let group = StoreOptions.hiddenGroup
    /// Their label, and the part that has their own one; people give no part that name.
    static let mark = "securestore.deleted"

    /// The options of a store in which they can be seen.
    static func options() throws(CommandError) -> StoreOptions {
        var options = try History.options()
        options.accessGroups = ["default", "*", group]
        return options
    }

    static func has(_ attributes: ItemAttributes) -> Bool {
        isHidden(attributes) && attributes.column(.label) == mark
    }

    /// Asks whether an item is a deleted login, or an invitation of a fleet.
    static func isHidden(_ attributes: ItemAttributes) -> Bool { attributes.column(.accessGroup) == group }

    /// The time at which a login was deleted.
    static func date(_ attributes: ItemAttributes) -> String {
        attributes[.modificationDate]?.date?.formatted(.iso8601) ?? ""
    }

    /// The title of a deleted login, by its parts; nil if it has none.
    static func title(_ parts: [SecretPart]) -> String? { parts[mark].flatMap { Kept($0) }?.label }

    static func query<Item: PasswordItem>(_ type: Item.Type) -> Query<Item> {
        Query<Item>().synchronizable(.any).where(.accessGroup, equals: group).where(.label, equals: mark)
    }

    /// The number of deleted logins in a store that was opened with ``options()``.
    static func count(in store: ItemStore) throws(StoreError) -> Int {
        try store.count(query(GenericPassword.self)) + store.count(query(InternetPassword.self))
    }

    /// The number of items that are nobody's: invitations of a fleet, and what the Secret Service notes down.
    static func countOfOwn(in store: ItemStore) throws(StoreError) -> Int {
        let hidden = Query<GenericPassword>().synchronizable(.any).where(.accessGroup, equals: group)
        return try store.count(hidden) - store.count(query(GenericPassword.self))
    }

    /// The number of a person's items, as in `3 items, 1 of them deleted`.
    static func countOfAll(in store: ItemStore) throws(StoreError) -> String {
        let (all, deleted) = (try store.itemCount() - countOfOwn(in: store), try count(in: store))
        return Count.items(all) + (deleted > 0 ? ", \(deleted) of them deleted" : "")
    }

    /// Those whose time is over by the clock, which may be wrong: no command deletes them unasked.
    static func expired(in store: ItemStore) throws(StoreError) -> [Login] {
        try store.all(expired(GenericPassword.self), returning: .attributes).map { Login($0) }
            + store.all(expired(InternetPassword.self), returning: .attributes).map { Login($0) }
    }

    private static func expired<Item: PasswordItem>(_ type: Item.Type) -> Query<Item> {
        query(type).where(.modificationDate, in: ...Date(timeIntervalSinceNow: -Double(days) * 86_400))
    }

    /// Deletes one of them for good, unless it was brought back meanwhile.
    static func deleteExpired<Item: PasswordItem>(
        _ type: Item.Type, _ reference: ItemReference, in changes: borrowing Transaction
    ) throws(StoreError) -> Bool {
        let query = expired(type).reference(reference)
        guard try changes.count(query) > 0 else { return false }
        try changes.delete(query)
        return true
    }

    /// Puts a login there; returns false for what is not kept: other items, and the tokens of programs.
    static func add(_ reference: ItemReference, in changes: borrowing Transaction) throws -> Bool {
        guard ItemWords(reference: reference).isOfPassword else { return false }
        return try add(reference.itemClass.passwordType, reference, in: changes)
    }

    private static func add<Item: PasswordItem>(
        _ type: Item.Type, _ reference: ItemReference, in changes: borrowing Transaction
    ) throws -> Bool {
        let query = Query<Item>().reference(reference)
        let match = try changes.only(query)
        let item = match.item
        try require(
            !has(item.attributes), "the login is deleted already", hint: "--now deletes it for good",
            status: .itemNotFound)
        guard item.kind != GenericPassword.kindOfTokens else { return false }
        try require(
            match.parts[mark] == nil, "the login has a part \(mark), a name that this command uses itself",
            hint: "--now deletes it for good", status: .param)
        let kept = try Kept(item.attributes)
        let moved: Void? = try unless(.dataTooLarge) { () throws(StoreError) in
            try changes.update(
                query,
                Changes().set(.accessGroup, to: group).set(.label, to: mark)
                    // Several may have had one name.
                    .set(.syncViewHint, to: .string(reference.text)).part(mark, try kept.secret()))
        }
        try require(
            moved != nil, "\(item.attributes.name) has so many or so large parts that it cannot be kept",
            hint: "--now deletes it for good", status: .dataTooLarge)
        return true
    }

    /// Brings a login back, with its own label and group.
    static func restore<Item: PasswordItem>(
        _ type: Item.Type, _ reference: ItemReference, in store: ItemStore
    ) throws {
        let query = Query<Item>().reference(reference)
        try store.transaction { changes throws in
            let match = try changes.only(query)
            guard let secret = match.parts[mark], let kept = Kept(secret) else {
                throw CommandError(.itemNotFound, "the login is not a deleted one")
            }
            let changed = Changes<Item>().set(.accessGroup, to: kept.group).part(mark, nil)
            let labelled = kept.label.map { changed.set(.label, to: $0) } ?? changed.remove(.label)
            try changes.update(
                query,
                kept.hint.map { labelled.set(.syncViewHint, to: .string($0)) }
                    ?? labelled.remove(.syncViewHint))
        }
    }

    /// The values of a login in whose place there are others while it is deleted.
    private struct Kept {
        let group: String
        let hint: String?
        let label: String?

        private static let names: [AttributeName] = [.accessGroup, .syncViewHint, .label]

        init(_ attributes: ItemAttributes) throws(CommandError) {
            for name in Self.names {
                guard let value = attributes[name], value.text == nil || value.text?.contains("\0") == true
                else { continue }
                throw .failure("its \(name) is not text", hint: "--now deletes it for good")
            }
            (group, hint) = (attributes.column(.accessGroup), attributes[.syncViewHint]?.text)
            label = attributes[.label]?.text
        }

        init?(_ secret: SecretBytes) {
            let fields = secret.text(0..<secret.count)?.split(
                separator: "\0", omittingEmptySubsequences: false)
            guard let fields, fields.count == 3 else { return nil }
            // A value that was there has an equals sign in front.
            func value(_ field: Substring) -> String? {
                field.isEmpty ? nil : String(field.unicodeScalars.dropFirst())
            }
            (group, hint, label) = (value(fields[0]) ?? "", value(fields[1]), value(fields[2]))
        }

        func secret() throws(StoreError) -> SecretBytes {
            let fields = [group, hint, label].map { $0.map { "=" + $0 } ?? "" }
            return try SecretBytes(utf8: fields.joined(separator: "\0"))
        }
    }
}
