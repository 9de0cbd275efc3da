import SecureStoreJSON

/// A list in JSON, of which each item becomes a login.
protocol JSONReader: ImportReader {
    typealias Item = (vault: String, value: JSONValue)

    var items: [Item] { get }

    /// Reads an item into a login that is still empty; the reason if the item is left out.
    func read(_ item: JSONValue, of vault: String, into login: inout ImportedLogin) throws -> String?
}

extension JSONReader {
    var length: Int { items.count }

    func visit(_ body: (_ position: Int, ImportEntry) throws -> Void) throws {
        for (position, (vault, item)) in items.enumerated() {
            var (login, place) = (ImportedLogin(), "entry \(position + 1)")
            if try item.hasDoubledMembers() {
                login.report("it has a member twice in the JSON, and the last one counts")
            }
            if let reason = try read(item, of: vault, into: &login) {
                place = ImportedLogin.place(place, login.title)
                try body(position, .leftOut("\(place): \(reason)"))
            } else {
                for entry in try login.entries(from: place) { try body(position, entry) }
            }
        }
    }

    /// The items of vaults, which have names.
    static func items(
        of vaults: [JSONValue], named name: (JSONValue) throws -> String?
    ) throws -> [Item] {
        var items: [Item] = []
        for vault in vaults {
            let name = try name(vault) ?? ""
            items += try (vault.only("items")?.elements() ?? []).map { (name, $0) }
            guard items.count <= ImportCount.mostEntries else { throw ImportCount.tooLong }
        }
        return items
    }
}
