/// The one index that leads to the items of a selection; everything else is compared after opening.
struct QueryPlan {
    let way: ItemPath
    /// The attributes whose values the token stands for: a row reached by it that differs in one is damaged.
    let covered: [AttributeName]
    /// True when the rows come oldest first.
    let isOrdered: Bool

    init(_ selection: borrowing Selection, _ tokens: borrowing Tokens) {
        let itemClass = selection.itemClass
        if let reference = selection.reference {
            (way, covered, isOrdered) = (.token(.id, reference.id), [], false)
            return
        }
        if let identity = tokens.identity(itemClass, of: selection) {
            (way, covered, isOrdered) = (
                .token(.identity, identity), tokens.shapes.identity(of: itemClass), false
            )
            return
        }
        for (name, column) in tokens.shapes.searchable(in: itemClass) {
            guard let value = selection.condition(name) else { continue }
            let token = tokens.search(itemClass, name, value)
            (way, covered, isOrdered) = (.token(column.selector, token), [name], true)
            return
        }
        (way, covered, isOrdered) = (.itemClass(selection.itemClass.rawValue, after: 0), [], true)
    }

    /// The plan of a walk over the whole class, whatever the conditions.
    init(wholeClassOf selection: Selection) {
        (way, covered, isOrdered) = (.itemClass(selection.itemClass.rawValue, after: 0), [], true)
    }

    /// True when the way is by a token that keys give: other keys give another one.
    var dependsOnKeys: Bool {
        switch way {
        case .token(.id, _), .itemClass, .all, .after: return false
        case .token: return true
        }
    }

    /// True when the way leads to one item at the most in each group.
    var isExact: Bool {
        switch way {
        case .token(.identity, _), .token(.id, _): return true
        default: return false
        }
    }
}

extension ClassTable.SearchColumn {
    var selector: ItemSelector {
        switch self {
        case .first: return .first
        case .second: return .second
        case .third: return .third
        }
    }
}

/// What tokens alone say of an item that cannot be opened.
enum TokenVerdict {
    case matches, differs
    /// The named attribute can only be compared after opening.
    case unknown(AttributeName)

    init(_ columns: ItemColumns, _ selection: Selection, _ tokens: Tokens, _ groups: AccessGroups) {
        let itemClass = selection.itemClass
        if let names = groups.names, !names.contains(where: { tokens.group(itemClass, $0) == columns.group })
        {
            self = .differs
            return
        }
        let stays = tokens.variant(itemClass, synchronizable: false)
        let travels = tokens.variant(itemClass, synchronizable: true)
        var unknown: AttributeName?
        switch selection.synchronizable {
        case .any: break
        case .no, .only:
            let (wanted, other) = selection.synchronizable == .no ? (stays, travels) : (travels, stays)
            if columns.variant == other {
                self = .differs
                return
            }
            if columns.variant != wanted { unknown = .synchronizable }
        }
        let identity = tokens.identity(itemClass, of: selection)
        if let identity, identity != columns.identity {
            self = .differs
            return
        }
        let searchable = tokens.shapes.searchable(in: itemClass)
        for condition in selection.conditions {
            let isSame: Bool
            if let column = searchable.first(where: { $0.name == condition.name })?.column {
                isSame = columns[column] == tokens.search(itemClass, condition.name, condition.value)
            } else if condition.name == .accessGroup, case .string(let group) = condition.value {
                isSame = columns.group == tokens.group(itemClass, group)
            } else if condition.name == .accessible, case .string(let code) = condition.value {
                isSame = Accessibility(code: code)?.rawValue == columns.access
            } else {
                let isCovered = identity != nil && ClassTable.row(condition.name).identity.contains(itemClass)
                if !isCovered { unknown = condition.name }
                continue
            }
            if !isSame {
                self = .differs
                return
            }
        }
        if selection.hostOrSubdomain != nil { unknown = .server }
        self = unknown.map { .unknown($0) } ?? .matches
    }
}
