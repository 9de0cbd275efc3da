import SecureStore

extension Command {
    static let dumpKeychain = Command(
        name: "dump-keychain", summary: "show the items of keychains",
        details: """
            Generic passwords, internet passwords, certificates and keys, each class in the order in which its items \
            were added. With -d what they keep secret too, for everybody who can see the output, but not keys that are \
            not extractable. With -a who may use \
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
            _ = try Keychains.search(arguments.operands, arguments) { store, path, walk -> Void? in
                for itemClass in ItemClass.listed {
                    try printItems(itemClass.storableType, store, path, walk, arguments)
                }
                return nil
            }
        }
    }

    private static func printItems<Item: StorableItem>(
        _ type: Item.Type, _ store: ItemStore, _ path: String, _ walk: ItemWalk, _ arguments: Arguments
    ) throws {
        try walk.visit(Query<Item>().synchronizable(.any)) { match in
            try Output.print(ItemListing.text(match.item.attributes, in: path))
            if arguments.has(.dumpSecrets) {
                do { try showSecret(of: match, in: store, arguments) } catch let error as StoreError {
                    walk.tell(match.reference, error)
                }
            }
            if arguments.has(.dumpAccess) { try Output.print(ItemListing.access(match.item.attributes)) }
        }
    }

    private static func showSecret<Item: StorableItem>(
        of match: ItemMatch<Item>, in store: ItemStore, _ arguments: Arguments
    ) throws {
        let stays = (match.item as? KeyItem)?.isExtractable == false
        if stays, !arguments.has(.quiet) {
            Terminal.tell("\(match.reference): the key does not leave its keychain")
        }
        // One that was deleted meanwhile has no secret any more.
        let secret = stays ? nil : try store.first(Query<Item>().reference(match.reference))?.secret
        try Output.write("data:\n")
        if let secret { try Output.write(secret.quoted()) }
        try Output.write("\n")
    }
}
