/// The contents of ``ClassTable`` for each class, collected once for all look-ups of an open store.
///
/// Operations pass this object on, because a table that is computed at first use would be behind a lock.
final class ClassShapes: Sendable {
    private let identities: [[AttributeName]]
    private let searchables: [[(name: AttributeName, column: ClassTable.SearchColumn)]]
    private let packedCodes: [UInt32]

    init() {
        var identities = [[AttributeName]](repeating: [], count: Int(ItemClass.identity.rawValue) + 1)
        var searchables = [[(name: AttributeName, column: ClassTable.SearchColumn)]](
            repeating: [], count: identities.count)
        for itemClass in ItemClass.stored {
            identities[Int(itemClass.rawValue)] = ClassTable.identity(of: itemClass)
            searchables[Int(itemClass.rawValue)] = ClassTable.names(in: itemClass).compactMap { name in
                ClassTable.row(name).search.map { (name, $0) }
            }
        }
        (self.identities, self.searchables) = (identities, searchables)
        packedCodes = AttributeName.allCases.map { ClassTable.row($0).packedCode }
    }

    /// The identifying attributes of a class, in the order in which the token covers them.
    func identity(of itemClass: ItemClass) -> [AttributeName] { identities[Int(itemClass.rawValue)] }

    /// The searchable attribute of each token column of a class.
    func searchable(in itemClass: ItemClass) -> [(name: AttributeName, column: ClassTable.SearchColumn)] {
        searchables[Int(itemClass.rawValue)]
    }

    /// The attribute's code as it is in records.
    func packedCode(_ name: AttributeName) -> UInt32 { packedCodes[Int(name.rawValue)] }

    /// The attribute with this code, if it comes after another one in the table.
    ///
    /// Records are sorted, so reading one goes through the table once.
    func name(packedCode: UInt32, after last: AttributeName) -> AttributeName? {
        var index = Int(last.rawValue) + 1
        while index < packedCodes.count {
            if packedCodes[index] == packedCode { return AttributeName(rawValue: UInt8(index)) }
            index += 1
        }
        return nil
    }
}
