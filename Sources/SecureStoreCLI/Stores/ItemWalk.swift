import SecureStore

/// The items of a store, class after class, where some may be damaged: they are told, and the others shown.
final class ItemWalk {
    private let store: ItemStore
    private let isQuiet: Bool
    private var unreadable = 0
    /// The error for an item that is missing, or for the rest of a class that cannot be read.
    private var loss: StoreError?

    init(of store: ItemStore, quietly isQuiet: Bool = false) {
        (self.store, self.isQuiet) = (store, isQuiet)
    }

    func visit<Item: StorableItem>(
        _ query: Query<Item>, returning returned: ItemParts = .attributes,
        _ body: (ItemMatch<Item>) throws -> Void
    ) throws {
        do { try store.list(query, returning: returned, unreadable: { tell($0, $1) }, body) } catch let
            error
            as StoreError
        {
            guard [.invalidKeychain, .decode].contains(error.status) else { throw error }
            loss = loss ?? error
        }
    }

    func tell(_ reference: ItemReference?, _ error: StoreError) {
        guard let reference else {
            loss = loss ?? error
            return
        }
        unreadable += 1
        if !isQuiet { Terminal.tell("\(reference): \(error.reason)") }
    }

    /// True as long as no item is known to be missing.
    var isWhole: Bool { unreadable == 0 && loss == nil }

    /// Shows what was found, and then throws if that is not all.
    func finish(_ listing: Listing, ifEmpty nothing: String) throws {
        try listing.print(ifEmpty: nothing, isWhole: isWhole)
        try finish()
    }

    func finish() throws {
        guard unreadable == 0 else {
            throw CommandError(
                .decode, "\(unreadable) items cannot be opened",
                hint: "securestore verify says what is wrong with them")
        }
        if let loss { throw loss }
    }
}
