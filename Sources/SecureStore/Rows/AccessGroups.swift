/// The access groups a store was opened with.
struct AccessGroups: Sendable {
    /// The group of new items that do not name one.
    let first: String?
    /// The names of the groups; nil when the caller has every group but perhaps the hidden one.
    private let names: [String]?
    private let hasHidden: Bool

    /// The token group of Apple's smart cards, which can be read but never written.
    private static let readOnly = "com.apple.token"

    /// The group that no caller has who does not name it.
    static let hidden = "securestore.hidden"

    /// Creates the groups.
    ///
    /// Nil means every group, with `default` for new items.
    ///
    /// A `*` among the names means every group too.
    init(_ names: [String]?) {
        guard let names else {
            (first, self.names, hasHidden) = ("default", nil, false)
            return
        }
        hasHidden = names.contains(Self.hidden)
        first = names.first { $0 != Self.readOnly } ?? names.first
        self.names = names.contains("*") ? nil : names
    }

    /// Asks whether the caller has a group.
    ///
    /// Names compare by bytes: strings that only look alike are different groups.
    func allows(_ group: String) -> Bool {
        guard let names else { return hasHidden || group != Self.hidden }
        return names.contains { $0.utf8.elementsEqual(group.utf8) }
    }

    /// Asks whether the caller has the item's group.
    func allow(_ item: ItemAttributes) -> Bool { allows(item.text(.accessGroup) ?? "") }

    /// Asks whether the caller may have the group of which `isMeant` is true.
    func haveOne(_ isMeant: (String) -> Bool) -> Bool {
        names?.contains(where: isMeant) ?? (hasHidden || !isMeant(Self.hidden))
    }

    /// Refuses a caller that has no group, and a named group that the caller does not have.
    func check(_ group: String?, writing: Bool = false) throws(StoreError) {
        guard first != nil else {
            throw StoreError(
                .missingEntitlement,
                "the store was opened without any access group; name one in StoreOptions.accessGroups")
        }
        guard let group = group ?? (writing ? first : nil) else { return }
        guard !group.isEmpty || names?.contains("") == true, allows(group),
            !writing || group != Self.readOnly
        else {
            throw StoreError(
                .missingEntitlement,
                "the access group is not one that the store was opened with; add it to "
                    + "StoreOptions.accessGroups")
        }
    }
}
