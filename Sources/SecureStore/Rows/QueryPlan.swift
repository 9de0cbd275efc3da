/// A way to find the items of a selection with the index; all other conditions are compared after opening.
enum QueryPlan {
    case token(Bytes16)
    case reference(ItemReference)
    /// The keys of values that begin alike, unless another token leads to few rows, too.
    case beginning(ClosedRange<IndexKey>, otherwise: Bytes16)

    static func of(_ selection: borrowing Selection, _ tokens: borrowing Tokens) -> QueryPlan {
        let itemClass = selection.itemClass
        if let reference = selection.reference { return .reference(reference) }
        if let identity = tokens.identity(itemClass, of: selection) { return .token(identity) }
        var token = Tokens.list(itemClass.rawValue)
        for (name, _) in tokens.shapes.searchable(in: itemClass) {
            guard let value = selection.condition(name) else { continue }
            token = tokens.search(itemClass, name, value)
            break
        }
        for condition in selection.opened {
            guard let keys = condition.searchRange(itemClass, tokens) else { continue }
            return .beginning(keys, otherwise: token)
        }
        return .token(token)
    }
}

extension OpenedCondition {
    /// The index keys of the values that can satisfy the condition; nil if any value's can.
    fileprivate func searchRange(
        _ itemClass: ItemClass, _ tokens: borrowing Tokens
    ) -> ClosedRange<IndexKey>? {
        guard case .begins(let text) = test,
            tokens.shapes.searchable(in: itemClass).contains(where: { $0.name == name })
        else { return nil }
        return tokens.search(itemClass, name, startsWith: text)
    }
}

/// A verdict about an item that cannot be opened, by its tokens alone.
enum TokenVerdict {
    case matches, differs
    /// The named attribute can only be compared after opening.
    case unknown(AttributeName)

    static func of(
        _ columns: ItemColumns, _ selection: Selection, _ tokens: Tokens, _ groups: AccessGroups
    ) -> TokenVerdict {
        let itemClass = selection.itemClass
        if selection.contradictsItself { return .differs }
        guard groups.haveOne({ tokens.group(itemClass, $0) == columns.group }) else { return .differs }
        let stays = tokens.variant(itemClass, synchronizable: false)
        let travels = tokens.variant(itemClass, synchronizable: true)
        var unknown: AttributeName?
        switch selection.synchronizable {
        case .any: break
        case .no, .only:
            let (wanted, other) = selection.synchronizable == .no ? (stays, travels) : (travels, stays)
            if columns.variant == other { return .differs }
            if columns.variant != wanted { unknown = .synchronizable }
        }
        let identity = tokens.identity(itemClass, of: selection)
        if let identity, identity != columns.identity { return .differs }
        let searchable = tokens.shapes.searchable(in: itemClass)
        for condition in selection.conditions {
            let isSame: Bool
            if let column = searchable.first(where: { $0.name == condition.name })?.column {
                isSame = columns[column] == tokens.search(itemClass, condition.name, condition.value)
            } else if condition.name == .accessGroup, case .string(let group) = condition.value {
                isSame = columns.group == tokens.group(itemClass, group)
            } else if condition.name == .accessible, case .string(let code) = condition.value {
                isSame = Accessibility(code: code)?.rawValue == columns.access
            } else if ClassTable.variant.contains(condition.name), [stays, travels].contains(columns.variant)
            {
                isSame = condition.value == .string("")
            } else {
                let isCovered = identity != nil && ClassTable.row(condition.name).identity.contains(itemClass)
                if !isCovered { unknown = condition.name }
                continue
            }
            if !isSame { return .differs }
        }
        if !selection.hostsOrSubdomains.isEmpty { unknown = .server }
        if !selection.certificates.isEmpty { unknown = .issuer }
        for condition in selection.opened {
            unknown = condition.name
            guard let keys = condition.searchRange(itemClass, tokens),
                let column = searchable.first(where: { $0.name == condition.name })?.column
            else { continue }
            guard let token = columns[column], keys.contains(IndexKey(token, columns.number)) else {
                return .differs
            }
        }
        return unknown.map { .unknown($0) } ?? .matches
    }
}
