import SecureStore

extension Command {
    static let dumpKeychain = Command(
        name: "dump-keychain", summary: "show the items of keychains",
        details: """
            Generic passwords, internet passwords, certificates and keys, each class in the order in which its items \
            were added. With -d what they keep secret too, for everybody who can see the output. With -a who may use \
            them, which is whoever opens the keychain: there are no access lists to edit, so -i is refused.

            \(Keychains.details)
            """,
        options: [.dumpSecrets, .dumpAccess, .dumpRaw, .editAccess], operands: [Keychains.several],
        examples: [
            Example("dump-keychain", "attributes"),
            Example("dump-keychain -d work", "and passwords, of one store"),
        ]
    ) { arguments in
        guard !arguments.has(.editAccess) else {
            throw SecurityFailure(
                call: "dump-keychain -i", status: .unimplemented,
                hint: "items have no access lists; what opens the keychain reads them")
        }
        if arguments.has(.dumpRaw), !arguments.has(.quiet) {
            Terminal.tell("-r shows nothing: what is sealed means nothing outside of its keychain")
        }
        try SecurityFailure.naming("SecKeychainSearchCopyNext") {
            _ = try Keychains.search(arguments.operands) { store, path -> Void? in
                try dump(GenericPassword.self, arguments, of: store, at: path)
                try dump(InternetPassword.self, arguments, of: store, at: path)
                try dump(Certificate.self, arguments, of: store, at: path)
                try dump(Key.self, arguments, of: store, at: path)
                return nil
            }
        }
    }

    private static func dump<Item: StorableItem>(
        _ item: Item.Type, _ arguments: Arguments, of store: ItemStore, at path: String
    ) throws {
        try store.list(Query<Item>().synchronizable(.any)) { match in
            try Output.print(ItemListing.text(match.item.attributes, in: path))
            if arguments.has(.dumpSecrets) {
                try Output.write("data:\n")
                // One that was deleted meanwhile has no secret any more.
                if let secret = try store.first(Query<Item>().reference(match.reference))?.secret {
                    for part in try secret.quotedParts() { try Output.write(part) }
                }
                try Output.write("\n")
            }
            if arguments.has(.dumpAccess) { try Output.print(ItemListing.access(match.item.attributes)) }
        }
    }
}

extension Option {
    static let dumpSecrets = Option("decrypt", "d", help: "print passwords, keys and certificates too")
    static let dumpAccess = Option("access", "a", help: "print who may use an item, too")
    static let dumpRaw = Option("raw", "r", help: "accepted: sealed data is not shown")
    static let editAccess = Option("edit", "i", help: "refused: there are no access lists to edit")
}
