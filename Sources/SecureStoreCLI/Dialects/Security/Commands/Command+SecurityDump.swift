import SecureStore

extension Command {
    static let dumpKeychain = Command(
        name: "dump-keychain", summary: "show the items of keychains",
        details: """
            Generic and internet passwords, in the order in which they were added. With -d their passwords too, for \
            everybody who can see the output.

            \(Keychains.details)
            """,
        options: [.dumpPasswords, .dumpAccess], operands: [Keychains.several],
        examples: [
            Example("dump-keychain", "attributes"),
            Example("dump-keychain -d work", "and passwords, of one store"),
        ]
    ) { arguments in
        try SecurityFailure.naming("SecKeychainSearchCopyNext") {
            _ = try Keychains.search(arguments.operands) { store, path -> Void? in
                try dump(Query<GenericPassword>(), arguments, of: store, at: path)
                try dump(Query<InternetPassword>(), arguments, of: store, at: path)
                return nil
            }
        }
    }

    private static func dump<Item: SecurityPassword>(
        _ query: Query<Item>, _ arguments: Arguments, of store: ItemStore, at path: String
    ) throws {
        try store.list(query.synchronizable(.any)) { match in
            try Output.print(ItemListing.text(match.item.attributes, in: path))
            guard arguments.has(.dumpPasswords) else { return }
            try Output.write("data:\n")
            // One that was deleted meanwhile has no password any more.
            if let secret = try store.first(Query<Item>().reference(match.reference))?.secret {
                for part in try secret.quotedParts() { try Output.write(part) }
            }
            try Output.write("\n")
        }
    }
}

extension Option {
    static let dumpPasswords = Option("decrypt", "d", help: "print passwords too")
    static let dumpAccess = Option("access", "a", help: "accepted without effect: items have no access lists")
}
