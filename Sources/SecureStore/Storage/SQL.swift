/// A statement that connections keep prepared.
enum SQL {
    case beginWriting, beginReading, commit, rollback
    case readState, writeState
    case insertItem, updateItem, deleteItem
    case select(ItemSelector, ItemColumns.Width)

    /// How many there are.
    static var count: Int { firstSelect + ItemSelector.allCases.count * ItemColumns.Width.allCases.count }

    private static var firstSelect: Int { 9 }

    /// Its place in the table of a connection.
    var index: Int {
        switch self {
        case .beginWriting: return 0
        case .beginReading: return 1
        case .commit: return 2
        case .rollback: return 3
        case .readState: return 4
        case .writeState: return 5
        case .insertItem: return 6
        case .updateItem: return 7
        case .deleteItem: return 8
        case .select(let selector, let width):
            return Self.firstSelect + selector.rawValue * ItemColumns.Width.allCases.count + width.rawValue
        }
    }

    var text: String {
        switch self {
        case .beginWriting: return "BEGIN IMMEDIATE"
        case .beginReading: return "BEGIN"
        case .commit: return "COMMIT"
        case .rollback: return "ROLLBACK"
        case .readState: return "SELECT keys, sealed FROM state WHERE one = 1"
        case .writeState: return "UPDATE state SET keys = ?1, sealed = ?2 WHERE one = 1"
        case .insertItem:
            return """
                INSERT INTO item(number, id, class, access, keyset, generation, identity, grp, variant,
                    first, second, third, attributes, seal, secret)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
                """
        case .updateItem:
            return """
                UPDATE item SET id = ?2, class = ?3, access = ?4, keyset = ?5, generation = ?6, identity = ?7,
                    grp = ?8, variant = ?9, first = ?10, second = ?11, third = ?12, attributes = ?13, seal = ?14,
                    secret = ?15
                WHERE number = ?1
                """
        case .deleteItem: return "DELETE FROM item WHERE number = ?1"
        case .select(let selector, let width):
            // Oldest first but for the identity, whose few rows the engine sorts. The one row of `state` stands on
            // the left, so that an answer without items still tells which keys were in force: a miss means nothing
            // when it was computed with keys that another process has replaced.
            return """
                SELECT state.keys, item.number, \(width.names)
                FROM state LEFT JOIN item ON \(selector.condition) WHERE state.one = 1\(selector.order)
                """
        }
    }
}

/// Which index leads to the items; every one takes a single value, the class also a number to begin after.
enum ItemSelector: Int, CaseIterable {
    case identity, first, second, third, id, itemClass, all

    fileprivate var condition: String {
        switch self {
        case .identity: return "item.identity = ?1"
        case .first: return "item.first = ?1"
        case .second: return "item.second = ?1"
        case .third: return "item.third = ?1"
        case .id: return "item.id = ?1"
        case .itemClass: return "item.class = ?1 AND item.number > ?2"
        case .all: return "item.number > ?1"
        }
    }

    /// Whether the rows come oldest first.
    var isOrdered: Bool { self != .identity && self != .id }

    fileprivate var order: String { isOrdered ? " ORDER BY item.number" : "" }
}
