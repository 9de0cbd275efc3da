/// The access groups a store was opened with; a class, because every operation passes them on.
final class AccessGroups: Sendable {
    /// The group of new items that name none.
    let first: String?
    /// Nil when every group is the caller's.
    private let allowed: Set<String>?

    /// The token group of Apple's smart cards: can be read, never written.
    private static let readOnly = "com.apple.token"

    /// Nil means any group, with `default` for new items.
    ///
    /// A `*` among the names means any group too.
    init(_ names: [String]?) {
        guard let names else {
            (first, allowed) = ("default", nil)
            return
        }
        first = names.first
        allowed = names.contains("*") ? nil : Set(names)
    }

    func allows(_ group: String) -> Bool { allowed?.contains(group) ?? true }

    /// Whether an item's group is the caller's; without asking for it when every group is.
    func allow(_ item: ItemAttributes) -> Bool {
        guard let allowed else { return true }
        return allowed.contains(item.text(.accessGroup) ?? "")
    }

    /// The names, when there is a list of them.
    var names: Set<String>? { allowed }

    /// Refuses a caller without any group, and a named group that is not the caller's.
    func check(_ group: String?, writing: Bool = false) throws(StoreError) {
        guard first != nil else {
            throw StoreError(.missingEntitlement, "the store was opened without any access group")
        }
        guard let group else { return }
        guard !group.isEmpty || allowed?.contains("") == true, allows(group),
            !writing || group != Self.readOnly
        else {
            throw StoreError(
                .missingEntitlement, "the access group is not one that the store was opened with")
        }
    }
}
