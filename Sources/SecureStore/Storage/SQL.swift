/// The statements that connections keep prepared.
enum SQL: Int, CaseIterable {
    case beginWriting, beginReading, commit, rollback
    case beginStep, undoStep, endStep
    case readState, holdState, writeState, readSchemaVersion
    case readItem, readItemWithoutSecret, readItems, readItemsWithoutSecret
    case writeItem, updateItem, deleteItem
    case readNode, writeNode, deleteNode
    case readLink, writeLink

    /// The row with a number, or with `>=` also those behind it.
    ///
    /// Attributes that are longer than any of ours are not read; such a row was not written by us.
    private static func items(_ operation: String, _ secret: String) -> String {
        """
        SELECT number, id, class, access, keyset, generation,
            CASE WHEN length(attributes) <= \(ItemRow.mostAttributes) THEN attributes END,
            seal, identity, grp, variant, first, second, third, \(secret)
        FROM item WHERE number \(operation) ?1 ORDER BY number
        """
    }

    var text: String {
        switch self {
        case .beginWriting: return "BEGIN IMMEDIATE"
        case .beginReading: return "BEGIN"
        case .commit: return "COMMIT"
        case .rollback: return "ROLLBACK"
        case .beginStep: return "SAVEPOINT step"
        case .undoStep: return "ROLLBACK TO step"
        case .endStep: return "RELEASE step"
        case .readState, .holdState: return "SELECT keys, sealed FROM state WHERE one = 1"
        case .writeState: return "UPDATE state SET keys = ?1, sealed = ?2 WHERE one = 1"
        case .readSchemaVersion: return "PRAGMA schema_version"
        case .readItem: return Self.items("=", "secret")
        case .readItemWithoutSecret: return Self.items("=", "NULL")
        case .readItems: return Self.items(">=", "secret")
        case .readItemsWithoutSecret: return Self.items(">=", "NULL")
        // A row at the next number was put there from outside: by the state, the number was never used.
        case .writeItem:
            return """
                REPLACE INTO item(number, id, class, access, keyset, generation, identity, grp, variant,
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
        case .readNode: return "SELECT content FROM node WHERE number = ?1"
        case .writeNode: return "REPLACE INTO node(number, content) VALUES(?1, ?2)"
        case .deleteNode: return "DELETE FROM node WHERE number = ?1"
        case .readLink:
            return """
                SELECT chain, link FROM link WHERE place = ?1 AND length(chain) = 32 AND length(link) = 32
                """
        case .writeLink: return "REPLACE INTO link(place, chain, link) VALUES(?1, ?2, ?3)"
        }
    }
}
