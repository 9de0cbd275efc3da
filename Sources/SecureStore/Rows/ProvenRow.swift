/// A row that the index vouches for.
///
/// It is as sealed as in the file. It is an object, so that a reader can hold it without copying it.
final class ProvenRow: Sendable {
    let own: Found.Row
    let fields: SealedFields
    /// The columns that were read.
    let width: ItemColumns.Width

    init(
        _ columns: ItemColumns, _ element: MultisetHash.Element, _ fields: SealedFields,
        _ width: ItemColumns.Width
    ) {
        (own, self.fields, self.width) = (Found.Row(columns, element), fields, width)
    }

    var head: ItemHead { ItemHead(own.columns, hasSecret: fields.hasSecret) }
    var number: Int64 { own.columns.number }
}

/// Rows that were proven over one connection, for whoever finds their digests in the index again.
///
/// The digest is a keyed hash of the row's columns and seals, and only a row whose boxes opened under those
/// seals is remembered. So the present file does not matter, and nothing is removed when a row changes.
final class KeptRows {
    private var cache: BoundedCache<ProvenRow>

    init(mostBytes: Int) { cache = BoundedCache(mostBytes: mostBytes) }

    /// The row with a number, if it was read with all columns of `width`.
    subscript(number: Int64, width: ItemColumns.Width) -> ProvenRow? {
        guard let kept = cache.use(number), width == .withoutSecret || kept.width == .whole else {
            return nil
        }
        return kept
    }

    func keep(_ row: ProvenRow) {
        cache.keep(row, row.number, byteCount: row.fields.byteCount + Self.ownBytes)
    }

    /// The bytes that the objects of a row take up, without its sealed fields.
    private static let ownBytes = 400
}
