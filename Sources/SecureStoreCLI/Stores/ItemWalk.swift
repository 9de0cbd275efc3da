import SecureStore

/// The items of a store, class after class, where some may be damaged: they are told, and the others shown.
final class ItemWalk {
    private let store: ItemStore
    private let isQuiet: Bool
    private let progress: ProgressBar?
    private var visited = 0
    private lazy var total = (try? store.itemCount()) ?? 0
    private var unreadable = 0
    /// The errors for items that are missing: at most one of each class.
    private var losses: [StoreError] = []

    /// A walk that shows how far it has come, if the work has a name.
    init(of store: ItemStore, quietly isQuiet: Bool = false, as work: String? = nil) {
        (self.store, self.isQuiet) = (store, isQuiet)
        progress = work.map { ProgressBar($0) }
    }

    func visit<Item: StorableItem>(
        _ query: Query<Item>, returning returned: ItemParts = .attributes,
        _ body: (ItemMatch<Item>) throws -> Void
    ) throws {
        defer { progress?.finish() }
        do {
            try store.list(query, returning: returned, unreadable: { tell($0, $1) }) { match in
                visited += 1
                progress?.show(visited, of: total)
                try body(match)
            }
        } catch let error as StoreError {
            guard [.invalidKeychain, .decode].contains(error.status) else { throw error }
            losses.append(error)
        }
    }

    /// The values that `body` makes of the items in one state of the store; secrets are opened one after the
    /// other.
    func all<Item: StorableItem, R>(
        _ query: Query<Item>, in items: borrowing ReadTransaction,
        returning returned: ItemParts = .attributes, _ body: (ItemMatch<Item>) throws -> R?
    ) throws -> [R] {
        let found = try items.all(query, returning: .attributes) { reference, error in
            if reference == nil { losses.append(error) } else { tell(reference, error) }
        }
        var made: [R] = []
        for match in found {
            var match = match
            if returned == .secrets {
                do throws(StoreError) {
                    match = try items.only(Query<Item>().reference(match.reference))
                } catch {
                    tell(match.reference, error)
                    continue
                }
            }
            if let one = try body(match) { made.append(one) }
        }
        return made
    }

    func tell(_ reference: ItemReference?, _ error: StoreError) {
        unreadable += 1
        let name = reference.map { $0.text + ": " } ?? ""
        guard !isQuiet else { return }
        progress?.finish()
        Terminal.tell(name + error.reason)
    }

    /// True as long as no item is known to be missing.
    var isWhole: Bool { unreadable == 0 && losses.isEmpty }

    /// Shows what was found, and then throws if that is not all.
    func finish(_ listing: Listing, ifEmpty nothing: String) throws {
        try listing.print(ifEmpty: nothing, isWhole: isWhole)
        try finish()
    }

    func finish() throws {
        guard unreadable == 0 else {
            tell(losses)
            throw CommandError(
                .decode, "\(Count.items(unreadable)) cannot be opened",
                hint: "securestore verify says what is wrong with them")
        }
        guard let last = losses.last else { return }
        tell(losses.dropLast())
        throw last
    }

    private func tell(_ losses: some Sequence<StoreError>) {
        guard !isQuiet else { return }
        for loss in losses { Terminal.tell(loss.reason) }
    }
}
