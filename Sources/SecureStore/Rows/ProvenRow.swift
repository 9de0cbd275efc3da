/// A row that the index vouches for.
///
/// It is as sealed as in the file. It is an object, so that a reader can hold it without copying it.
final class ProvenRow: Sendable {
    let own: Found.Row
    let fields: SealedFields
    let width: ItemColumns.Width

    init(
        _ columns: ItemColumns, _ element: MultisetHash.Element, _ fields: SealedFields,
        _ width: ItemColumns.Width
    ) {
        (own, self.fields, self.width) = (Found.Row(columns, element), fields, width)
    }

    var columns: ItemColumns { own.columns }
}
