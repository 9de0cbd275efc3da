/// The contents of ``ClassTable`` for each class, collected once for all look-ups of an open store.
///
/// Operations pass this object on, because a table that is computed at first use would be behind a lock.
final class ClassShapes: Sendable {
    private let identities: [[AttributeName]]
    private let searchables: [[(name: AttributeName, column: ClassTable.SearchColumn)]]
    private let packedCodes: [UInt32]
    /// For each class, the codes of the attributes in its records, in their order.
    private let recordedCodes: [[(code: UInt32, name: AttributeName)]]

    init() {
        var identities = [[AttributeName]](repeating: [], count: Int(ItemClass.identity.rawValue) + 1)
        var searchables = [[(name: AttributeName, column: ClassTable.SearchColumn)]](
            repeating: [], count: identities.count)
        var recordedCodes = [[(code: UInt32, name: AttributeName)]](repeating: [], count: identities.count)
        var packedCodes: [UInt32] = []
        // Each row is made once: a process that only looks up one item makes this object twice.
        for name in AttributeName.allCases {
            let row = ClassTable.row(name)
            let code = row.packedCode
            packedCodes.append(code)
            let isRecorded = !ClassTable.unrecorded.contains(name)
            for itemClass in ItemClass.stored {
                let place = Int(itemClass.rawValue)
                if row.identity.contains(itemClass) { identities[place].append(name) }
                guard row.classes.contains(itemClass) else { continue }
                if let column = row.search { searchables[place].append((name, column)) }
                if isRecorded { recordedCodes[place].append((code, name)) }
            }
        }
        (self.identities, self.searchables) = (identities, searchables)
        (self.recordedCodes, self.packedCodes) = (recordedCodes, packedCodes)
    }

    /// The identifying attributes of a class, in the order in which the token covers them.
    func identity(of itemClass: ItemClass) -> [AttributeName] { identities[Int(itemClass.rawValue)] }

    /// The searchable attribute of each token column of a class.
    func searchable(in itemClass: ItemClass) -> [(name: AttributeName, column: ClassTable.SearchColumn)] {
        searchables[Int(itemClass.rawValue)]
    }

    func packedCode(_ name: AttributeName) -> UInt32 { packedCodes[Int(name.position.rawValue)] }

    /// The next attribute with this code in a record of a class; nil if no such record has it there.
    ///
    /// Records are sorted, so reading one goes through the table once. `position` begins at 0.
    func name(packedCode: UInt32, in itemClass: ItemClass, from position: inout Int) -> AttributeName? {
        let codes = recordedCodes[Int(itemClass.rawValue)]
        while position < codes.count {
            defer { position += 1 }
            if codes[position].code == packedCode { return codes[position].name }
        }
        return nil
    }
}
