/// The text of one statement that connections keep prepared, and its place in their table.
struct SQL {
    let index: Int
    let text: String

    /// How many texts there are.
    static let count = writes.count + ItemSelector.allCases.count * ItemColumns.Width.allCases.count

    private static let writes = [
        "BEGIN IMMEDIATE",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "SELECT keys, sealed FROM state WHERE one = 1",
        "UPDATE state SET keys = ?1, sealed = ?2 WHERE one = 1",
        """
        INSERT INTO item(number, id, class, access, keyset, generation, identity, grp, variant,
            first, second, third, attributes, seal, secret)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
        """,
        """
        UPDATE item SET id = ?2, class = ?3, access = ?4, keyset = ?5, generation = ?6, identity = ?7, grp = ?8,
            variant = ?9, first = ?10, second = ?11, third = ?12, attributes = ?13, seal = ?14, secret = ?15
        WHERE number = ?1
        """,
        "DELETE FROM item WHERE number = ?1",
    ]

    private static func write(_ index: Int) -> SQL { SQL(index: index, text: writes[index]) }

    static let beginWriting = write(0)
    static let beginReading = write(1)
    static let commit = write(2)
    static let rollback = write(3)
    static let readState = write(4)
    static let writeState = write(5)
    static let insertItem = write(6)
    static let updateItem = write(7)
    static let deleteItem = write(8)

    /// Selects items, oldest first but for the identity, whose few rows the engine sorts.
    ///
    /// The one row of `state` stands on the left, so that an answer without items still tells which keys were
    /// in force: a miss means nothing when it was computed with keys that another process has replaced.
    private static let selects: [SQL] = ItemSelector.allCases.flatMap { selector in
        ItemColumns.Width.allCases.map { width in
            SQL(
                index: writes.count + selector.rawValue * ItemColumns.Width.allCases.count + width.rawValue,
                text: """
                    SELECT state.keys, item.number, \(width.names)
                    FROM state LEFT JOIN item ON \(selector.condition) WHERE state.one = 1\(selector.order)
                    """)
        }
    }

    static func select(_ selector: ItemSelector, _ width: ItemColumns.Width) -> SQL {
        selects[selector.rawValue * ItemColumns.Width.allCases.count + width.rawValue]
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
